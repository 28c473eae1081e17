/*
 * A card as an image file or a block device, through the same FatFs as on the box. Sectors are read and
 * written in place; nothing is mounted, so neither root nor a loop device is needed.
 */
#include "cardfs/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/status.h"
#include "fat/fatfs_chain.h"
#include "fat/fatfs_diskio.h"
#include "ff.h"

enum { SECTOR = 512, MKFS_WORK = 65536, READ_MAX = 1 << 20 };

struct image {
    int fd;
    bool writable;
    bool is_lent; /* somebody else closes the file */
    struct block_device device;
    FATFS volume;
};

/* FatFs serves one volume at a time in this configuration, as on the box. */

static int start(void *context, struct block_info *info)
{
    const struct image *image = context;
    off_t size = lseek(image->fd, 0, SEEK_END);
    if (size < SECTOR)
        return STATUS_UNSUPPORTED;
    uint64_t sectors = (uint64_t)size / SECTOR;
    info->sectors = sectors > UINT32_MAX ? UINT32_MAX : (uint32_t)sectors;
    info->read_only = !image->writable;
    return 0;
}

static int read_sectors(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    const struct image *image = context;
    size_t size = (size_t)count * SECTOR;
    return pread(image->fd, bytes, size, (off_t)sector * SECTOR) == (ssize_t)size ? 0 : STATUS_IO;
}

static int write_sectors(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    const struct image *image = context;
    size_t size = (size_t)count * SECTOR;
    if (!image->writable)
        return STATUS_REFUSED;
    return pwrite(image->fd, bytes, size, (off_t)sector * SECTOR) == (ssize_t)size ? 0 : STATUS_IO;
}

static int sync_image(void *context)
{
    const struct image *image = context;
    return fsync(image->fd) == 0 || errno == EINVAL ? 0 : STATUS_IO;
}

static uint32_t now(void)
{
    return (uint32_t)time(NULL);
}

static int failed(struct card_fs *fs, FRESULT result, const char *what, const char *path)
{
    static const struct {
        FRESULT result;
        int status;
        const char *text;
    } causes[] = {
        {FR_DISK_ERR, STATUS_IO, "the image or the card cannot be read or written there"},
        {FR_INT_ERR, STATUS_DAMAGED, "the file system is damaged; try fsck.fat on a copy"},
        {FR_NO_FILE, STATUS_NOT_FOUND, "there is no such file"},
        {FR_NO_PATH, STATUS_NOT_FOUND, "there is no such folder"},
        {FR_INVALID_NAME, STATUS_INVALID, "the name cannot be used on a card"},
        {FR_DENIED, STATUS_FULL, "the card is full, or the file is read-only"},
        {FR_EXIST, STATUS_REFUSED, "it exists already"},
        {FR_WRITE_PROTECTED, STATUS_REFUSED, "it is write-protected"},
        {FR_NO_FILESYSTEM, STATUS_UNSUPPORTED,
         "there is no FAT file system on it (the box reads neither exFAT nor NTFS): format it as FAT32, or "
         "make an image with 'crawlbox card init --size'"},
        {FR_MKFS_ABORTED, STATUS_INVALID, "it is too small for FAT32"},
        {FR_NOT_ENOUGH_CORE, STATUS_FULL, "no memory left"},
    };
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (causes[i].result == result)
            return card_fs_failed(fs, causes[i].status, "cannot %s %s%s%s: %s", what, fs->name,
                                  *path ? ": " : "", path, causes[i].text);
    return card_fs_failed(fs, STATUS_IO, "cannot %s %s%s%s: FatFs error %d", what, fs->name,
                          *path ? ": " : "", path, (int)result);
}

/* ---- What leads in a circle ---- */

/* Whoever follows such a chain comes to no end. One that ends too early, or leaves the volume, is left to
 * FatFs: what lies before that can be read. Chains can be looked at between two calls of FatFs, while nothing
 * waits to be written, and if their entries have 32 bits. */
static bool leads_in_circle(struct image *image, DWORD cluster)
{
    FATFS *volume = &image->volume;
    if (volume->fs_type != FS_FAT32 || volume->wflag != 0)
        return false;
    for (DWORD steps = 0; steps < volume->n_fatent; steps++)
        if (fatfs_chain_next(volume, cluster, &cluster) < 0 || cluster >= volume->n_fatent)
            return false;
    return true;
}

static int circle_failed(struct card_fs *fs, const char *what, const char *path)
{
    return card_fs_failed(fs, STATUS_DAMAGED,
                          "cannot %s %s: %s: its clusters lead in a circle; try fsck.fat on a copy", what,
                          fs->name, *path ? path : "its top folder");
}

static int check_folder(struct card_fs *fs, const char *folder)
{
    struct image *image = fs->context;
    DWORD first = 0;
    bool has_chain =
        image->volume.fs_type == FS_FAT32 && fatfs_chain_of_folder(&image->volume, folder, &first) == 0;
    return has_chain && leads_in_circle(image, first) ? circle_failed(fs, "look into", folder) : 0;
}

static int check_file(struct card_fs *fs, const FIL *file, const char *path)
{
    return leads_in_circle(fs->context, file->obj.sclust) ? circle_failed(fs, "open", path) : 0;
}

static uint64_t bytes_of_volume(const struct image *image)
{
    return (uint64_t)image->volume.n_fatent * image->volume.csize * SECTOR;
}

/* ---- Folders and files ---- */

static int list(struct card_fs *fs, const char *folder,
                void (*each)(void *user, const char *name, uint64_t size), void *user)
{
    DIR directory;
    FILINFO info;
    uint64_t bytes = 0;
    FRESULT result = f_opendir(&directory, folder);
    if (result == FR_OK && check_folder(fs, folder) < 0)
        return fs->status;
    while (result == FR_OK && (result = f_readdir(&directory, &info)) == FR_OK && info.fname[0]) {
        if (info.fattrib & AM_DIR || !card_fs_name_is_plain(info.fname))
            continue;
        if (info.fsize <= bytes_of_volume(fs->context)) /* a larger one cannot be opened */
            bytes += info.fsize;
        if (bytes > bytes_of_volume(fs->context))
            return card_fs_failed(
                fs, STATUS_DAMAGED,
                "cannot look into %s: %s: its files claim more than the card holds, so they "
                "share clusters; try fsck.fat on a copy",
                fs->name, folder);
        each(user, info.fname, info.fsize);
    }
    return result == FR_OK ? 0 : failed(fs, result, "look into", folder);
}

static void *open_file(struct card_fs *fs, const char *path, enum card_mode mode, uint64_t *size)
{
    static const BYTE modes[] = {[CARD_READ] = FA_READ,
                                 [CARD_UPDATE] = FA_READ | FA_WRITE,
                                 [CARD_CREATE] = FA_WRITE | FA_CREATE_ALWAYS};
    FIL *file = malloc(sizeof *file);
    FRESULT result = file ? f_open(file, path, modes[mode]) : FR_NOT_ENOUGH_CORE;
    if (result != FR_OK) {
        free(file);
        failed(fs, result, "open", path);
        return NULL;
    }
    if (check_file(fs, file, path) < 0) {
        free(file);
        return NULL;
    }
    if (size)
        *size = f_size(file);
    return file;
}

static long read_bytes(struct card_fs *fs, void *file, void *buffer, size_t size)
{
    UINT got = 0;
    FRESULT result = f_read(file, buffer, (UINT)(size < READ_MAX ? size : READ_MAX), &got);
    /* what came before the failure is right; the next call fails, too */
    return result == FR_OK || got > 0 ? (long)got : failed(fs, result, "read", "");
}

static int seek(struct card_fs *fs, void *file, uint64_t offset)
{
    FRESULT result = f_lseek(file, (FSIZE_t)offset);
    return result == FR_OK ? 0 : failed(fs, result, "read", "");
}

static int write_bytes(struct card_fs *fs, void *file, const void *bytes, size_t size)
{
    UINT written;
    FRESULT result = f_write(file, bytes, (UINT)size, &written);
    if (result == FR_OK && written != size)
        result = FR_DENIED;
    return result == FR_OK ? 0 : failed(fs, result, "write to", "");
}

static int close_file(struct card_fs *fs, void *file)
{
    FRESULT result = f_close(file);
    free(file);
    return result == FR_OK ? 0 : failed(fs, result, "write to", "");
}

static int remove_file(struct card_fs *fs, const char *path)
{
    FRESULT result = f_unlink(path);
    return result == FR_OK ? 0 : failed(fs, result, "remove", path);
}

static int make_folder(struct card_fs *fs, const char *path)
{
    FRESULT result = f_mkdir(path);
    return result == FR_OK || result == FR_EXIST ? 0 : failed(fs, result, "make the folder", path);
}

static void unmount(struct card_fs *fs)
{
    struct image *image = fs->context;
    f_unmount("");
    fsync(image->fd);
    if (!image->is_lent)
        close(image->fd);
    free(image);
}

static const struct card_fs_ops ops = {
    .list = list,
    .open = open_file,
    .read = read_bytes,
    .seek = seek,
    .write = write_bytes,
    .close = close_file,
    .remove = remove_file,
    .make_folder = make_folder,
    .unmount = unmount,
};

/* Puts FatFs on an open file or device, -1 if it could not be opened; the volume is mounted by
 * mount_volume(). */
static int use_device(struct card_fs *fs, const char *path, int fd, bool writable)
{
    *fs = (struct card_fs){.name = path};
    if (fd < 0)
        return card_fs_failed(fs, STATUS_IO, "cannot open %s: %s", path, strerror(errno));
    struct image *image = calloc(1, sizeof *image);
    if (!image) {
        close(fd);
        return card_fs_failed(fs, STATUS_FULL, "no memory left");
    }
    image->fd = fd;
    image->writable = writable;
    image->device = (struct block_device){image, start, read_sectors, write_sectors, sync_image};
    fs->context = image;
    fs->ops = &ops;
    fatfs_diskio_use(&image->device, now);
    return 0;
}

static int mount_volume(struct card_fs *fs)
{
    struct image *image = fs->context;
    FRESULT result = f_mount(&image->volume, "", 1);
    if (result == FR_OK && check_folder(fs, "") == 0)
        return 0;
    int status = result == FR_OK ? fs->status
                                 : failed(fs, result == FR_NOT_READY ? FR_NO_FILESYSTEM : result, "use", "");
    card_fs_close(fs);
    return status;
}

int card_fs_open_image(struct card_fs *fs, const char *path, enum card_mode mode)
{
    bool writable = mode != CARD_READ;
    int fd = open(path, (writable ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC); /* a FIFO by now? */
    int status = use_device(fs, path, fd, writable);
    return status < 0 ? status : mount_volume(fs);
}

int card_fs_make_image(struct card_fs *fs, const char *path, int file, uint64_t bytes)
{
    /* the volume fills the image, without a partition table: fsck.fat and mtools read it as it is */
    static const MKFS_PARM layout = {.fmt = FM_FAT32 | FM_SFD, .n_fat = 2};
    int status = use_device(fs, path, file, true);
    if (status < 0)
        return status;
    struct image *image = fs->context;
    image->is_lent = true;
    void *work = malloc(MKFS_WORK);
    FRESULT result = work ? FR_OK : FR_NOT_ENOUGH_CORE;
    if (ftruncate(image->fd, (off_t)bytes) != 0)
        status = card_fs_failed(fs, STATUS_IO, "cannot make %s %llu bytes large: %s", path,
                                (unsigned long long)bytes, strerror(errno));
    if (status == 0 && result == FR_OK)
        result = f_mkfs("", &layout, work, MKFS_WORK);
    free(work);
    if (status == 0 && result != FR_OK)
        status = failed(fs, result, "make a file system on", "");
    if (status < 0) {
        card_fs_close(fs);
        return status;
    }
    return mount_volume(fs);
}
