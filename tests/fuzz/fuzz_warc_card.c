/*
 * A card image in which any bytes were changed: it is checked and read to its end without harm. The image is
 * a small FAT volume with one WARC file and a journal; the input says what to change where.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "card/check.h"
#include "fat/fatfs_diskio.h"
#include "ff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { SECTOR = 512, SECTORS = 1024, IMAGE = SECTOR * SECTORS, CHANGE = 4 };

static uint8_t whole[IMAGE];
static int descriptor;
static char path[64];

static int start(void *context, struct block_info *info)
{
    (void)context;
    info->sectors = SECTORS;
    info->read_only = false;
    return 0;
}

static int read_sectors(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    (void)context;
    memcpy(bytes, whole + (size_t)sector * SECTOR, (size_t)count * SECTOR);
    return 0;
}

static int write_sectors(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    (void)context;
    memcpy(whole + (size_t)sector * SECTOR, bytes, (size_t)count * SECTOR);
    return 0;
}

static int sync_nothing(void *context)
{
    (void)context;
    return 0;
}

static uint32_t now(void)
{
    return 1700000000;
}

static void put(const char *name, const char *text)
{
    FIL file;
    UINT written;
    if (f_open(&file, name, FA_WRITE | FA_CREATE_ALWAYS) != FR_OK ||
        f_write(&file, text, (UINT)strlen(text), &written) != FR_OK || f_close(&file) != FR_OK)
        abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const struct block_device device = {NULL, start, read_sectors, write_sectors, sync_nothing};
    static const MKFS_PARM layout = {.fmt = FM_FAT | FM_SFD, .n_fat = 1, .align = 1};
    static FATFS volume;
    static uint8_t work[4096];
    (void)argc;
    (void)argv;
    fatfs_diskio_use(&device, now);
    if (f_mkfs("", &layout, work, sizeof work) != FR_OK || f_mount(&volume, "", 1) != FR_OK)
        abort();
    f_mkdir("WARC");
    f_mkdir("STATE");
    put("WARC/TH-20240229120000-00001-box1.warc",
        "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2024-02-29T12:00:00Z\r\n"
        "Content-Length: 3\r\n\r\nabc\r\n\r\n");
    put("WARC/TH-20240229120000-00002-box1.warc.open", "WARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
    put("STATE/JOURNAL.BIN", "CBJ3");
    f_unmount("");
    descriptor = memfd_create("card", 0);
    if (descriptor < 0)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return 0;
}

static void ignore(void *context, const char *file, const struct warc_finding *finding)
{
    (void)context;
    (void)file;
    (void)finding;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (pwrite(descriptor, whole, sizeof whole, 0) != (ssize_t)sizeof whole)
        abort();
    for (; size >= CHANGE; data += CHANGE, size -= CHANGE) {
        off_t at = (off_t)(data[0] | data[1] << 8 | (data[2] & 7) << 16);
        if (at < IMAGE && pwrite(descriptor, data + 3, 1, at) != 1)
            abort();
    }
    struct card_fs fs;
    if (card_fs_open(&fs, path, CARD_READ) == 0) {
        struct card_check check = {.report = ignore};
        int status = card_check_run(&check, &fs);
        if (status == 0 && check.damage > 0)
            abort();
        card_check_free(&check);
        card_fs_close(&fs);
    }
    return 0;
}
