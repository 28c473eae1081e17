/*
 * Cards whose file system leads in circles, or from one folder into the next by every entry, as no computer
 * makes them: the box says that they are damaged, or leaves alone what it need not know, and reads no more
 * than a bounded number of sectors for that.
 *
 *     circles IMAGE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/status.h"
#include "fat/fatfs_diskio.h"
#include "port/card_file.h"
#include "session.h"

enum {
    CARD_SECTORS = 36 * 2048,
    SECTOR = 512,
    ENTRY = 32,
    HUGE_FILE = -1,
    READS_MAX = 4 << 20, /* four times as many as fatfs_reclaim.c looks at */
    LEVELS = 6,
    WIDE = 2, /* clusters, of one sector, so that no window holds the folder */
};

static const char *image, *doing;
static struct block_fake *fake;
static struct session session;
static struct block_device counted;
static FATFS volume;
static uint32_t reads;
static uint8_t whole[CARD_SECTORS * SECTOR];

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "circles: %s: %s\n", doing, what);
    exit(1);
}

static int read_counted(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    reads += count;
    expect(reads <= READS_MAX, "there is no end of reading");
    return block_fake_device(fake)->read(context, sector, bytes, count);
}

static uint8_t *sector_of(uint32_t cluster)
{
    return block_fake_image(fake) + (size_t)(volume.database + cluster - 2) * SECTOR;
}

static void link_cluster(uint32_t cluster, uint32_t next)
{
    for (unsigned fat = 0; fat < volume.n_fats; fat++)
        bytes_put32(block_fake_image(fake) + (size_t)(volume.fatbase + fat * volume.fsize) * SECTOR +
                        4 * cluster,
                    next);
}

static uint32_t next_of(uint32_t cluster)
{
    return bytes_get32(block_fake_image(fake) + (size_t)volume.fatbase * SECTOR + 4 * cluster) & 0x0FFFFFFF;
}

static void point_entry(uint8_t *entry, uint32_t cluster)
{
    bytes_put16(entry + 20, (uint16_t)(cluster >> 16));
    bytes_put16(entry + 26, (uint16_t)cluster);
}

/* Where the entry of a short name lies in the top folder. */
static uint8_t *entry_of(const char *name)
{
    for (uint32_t at = (uint32_t)volume.dirbase; at < volume.n_fatent; at = next_of(at))
        for (unsigned i = 0; i < SECTOR; i += ENTRY)
            if (memcmp(sector_of(at) + i, name, 11) == 0)
                return sector_of(at) + i;
    expect(false, name);
    return NULL;
}

static uint32_t cluster_of(const char *name)
{
    const uint8_t *entry = entry_of(name);
    return (uint32_t)bytes_get16(entry + 20) << 16 | bytes_get16(entry + 26);
}

static uint32_t last_of(uint32_t cluster)
{
    while (next_of(cluster) < volume.n_fatent)
        cluster = next_of(cluster);
    return cluster;
}

static void make_file(const char *name, size_t size)
{
    static char text[5000];
    FIL file;
    UINT written;
    memset(text, '\n', sizeof text);
    expect(f_open(&file, name, FA_CREATE_NEW | FA_WRITE) == FR_OK &&
               f_write(&file, text, (UINT)size, &written) == FR_OK && f_close(&file) == FR_OK,
           "a file cannot be made");
}

/* A card with a page, a file of seeds and folders one beside the other. */
static void make_card(void)
{
    char command[300];
    snprintf(command, sizeof command, "mkfs.fat -F 32 -s 1 '%.200s' >/dev/null", image);
    expect(system(command) == 0, "mkfs.fat");
    session_init(&session, fake, 2);
    expect(session_mount(&session) == STORE_READY && session_page(&session, 0) == 0, "the store");
    expect(store_eject(&session.store) == 0, "eject");
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    expect(f_mount(&volume, "", 1) == FR_OK, "the card does not mount");
    make_file("SEEDS.TXT", 5000);
    for (char name[] = "F0"; name[1] < '0' + LEVELS; name[1]++)
        expect(f_mkdir(name) == FR_OK, "folders cannot be made");
    f_mount(NULL, "", 0);
    memcpy(whole, block_fake_image(fake), sizeof whole);
}

static void begin(const char *what)
{
    doing = what;
    memcpy(block_fake_image(fake), whole, sizeof whole);
}

static enum store_state mount(void)
{
    session_init(&session, fake, 2);
    counted = *block_fake_device(fake);
    counted.read = read_counted;
    session.fatfs.device = &counted;
    reads = 0;
    return session_mount(&session);
}

static void expect_damaged(void)
{
    expect(mount() == STORE_DAMAGED, "the card is not refused");
    expect(reads < 20000, "that took too much reading");
}

static void try_folder(const char *name)
{
    begin(name);
    uint32_t first = cluster_of(name);
    link_cluster(last_of(first), first);
    expect_damaged();
}

static void try_file(uint32_t (*next)(uint32_t first), const char *what)
{
    struct card_file file;
    begin(what);
    uint32_t first = cluster_of("SEEDS   TXT");
    link_cluster(next_of(first), next(first));
    bytes_put32(entry_of("SEEDS   TXT") + 28, (uint32_t)HUGE_FILE);
    expect(mount() == STORE_READY, "a file that is not ours keeps the card from being used");
    reads = 0;
    expect(card_file_open(&file, "SEEDS.TXT") == STATUS_DAMAGED, "a file without end can be opened");
    expect(reads < 20000, "that took too much reading");
    expect(store_eject(&session.store) == 0, "eject");
}

static uint32_t itself(uint32_t first)
{
    return first;
}

static uint32_t nowhere(uint32_t first)
{
    (void)first;
    return volume.n_fatent + 7;
}

/* A folder of two clusters all of whose entries lead to one folder. */
static void fill_folder(uint32_t cluster, uint32_t spare, uint32_t to)
{
    link_cluster(cluster, spare);
    link_cluster(spare, 0x0FFFFFFF);
    for (unsigned part = 0; part < WIDE; part++) {
        uint8_t *entries = sector_of(part == 0 ? cluster : spare);
        for (unsigned i = 0; i < SECTOR; i += ENTRY) {
            memset(entries + i, 0, ENTRY);
            memcpy(entries + i, "FOLDER     ", 11);
            entries[i + 11] = 0x10;
            point_entry(entries + i, to);
        }
    }
}

/* Each entry of a folder leads into the next folder: they are few, but ways through them are 32 to the
 * fifth. */
static void try_many_ways(void)
{
    char name[12] = "F0         ";
    begin("many ways through few folders");
    uint32_t clusters[LEVELS], spare = volume.n_fatent - 100;
    for (unsigned i = 0; i < LEVELS; i++, name[1]++)
        clusters[i] = cluster_of(name);
    for (unsigned i = 0; i + 1 < LEVELS; i++)
        fill_folder(clusters[i], spare + i, clusters[i + 1]);
    for (uint32_t cluster = spare + 20; cluster < spare + 60; cluster += 2) /* belong to no file */
        link_cluster(cluster, 0x0FFFFFFF);
    struct journal *journal = &session.store.journal;
    expect(mount() == STORE_READY, "the card is refused");
    journal_set(journal, JOURNAL_INTENT_SECTOR, (uint32_t)volume.database);
    journal_set(journal, JOURNAL_INTENT_SECTORS, (volume.n_fatent - 2) * volume.csize);
    expect(journal_store(journal, &session.fatfs.port) == 0, "the journal cannot be written");
    expect(mount() == STORE_READY, "the card is refused");
    expect(store_eject(&session.store) == 0, "eject");
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: circles IMAGE\n");
        return 2;
    }
    image = words[1];
    doing = "the card";
    fake = block_fake_create(image, CARD_SECTORS);
    make_card();
    static const char *const folders[] = {"WARC       ", "LOG        ", "STATE      ", "EXCHANGE   "};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++)
        try_folder(folders[i]);
    begin("the top folder");
    link_cluster(last_of((uint32_t)volume.dirbase), (uint32_t)volume.dirbase);
    expect_damaged();
    try_file(itself, "a file in a circle");
    try_file(nowhere, "a file that leaves the volume");
    try_many_ways();
    printf("circles: each comes to an end\n");
    block_fake_destroy(fake);
    unlink(image);
    return 0;
}
