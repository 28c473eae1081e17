#include "fat/fatfs_size.h"

#include <string.h>

#include "diskio.h"

#include "base/bytes.h"
#include "base/status.h"
#include "fat/fatfs_chain.h"

enum {
    FIRST_CLUSTER = 2,
    MARK_BYTES = 16,
    MARK_SECTOR_AT = 12,
    HIGHEST_LINE = 31, /* of a sector's number: address lines that a card may lack ... */
    LOWEST_LINE = 11,  /* ... if it has 1 MB at least */
};

static void make_mark(LBA_t sector, uint8_t mark[MARK_BYTES])
{
    memcpy(mark, "crawlbox end", MARK_SECTOR_AT);
    bytes_put32(mark + MARK_SECTOR_AT, sector);
}

/* Returns 1 if the mark is there, with the sector in the window, 0 if it is not, or an error. */
static int find_mark(FATFS *volume, LBA_t sector, const uint8_t mark[MARK_BYTES])
{
    int status = fatfs_window_load(volume, sector);
    return status < 0 ? status : memcmp(volume->win, mark, MARK_BYTES) == 0;
}

/* Returns 1 if the mark is in one of the places where a card would put it that does not know all bits of a
 * sector's number. */
static int find_mark_below(FATFS *volume, LBA_t sector, const uint8_t mark[MARK_BYTES])
{
    int found = 0;
    for (unsigned line = HIGHEST_LINE; found == 0 && line >= LOWEST_LINE; line--)
        if (sector >> line != 0)
            found = find_mark(volume, sector & ((1u << line) - 1), mark);
    return found;
}

/* Finds the highest cluster that is free; it is below FIRST_CLUSTER if none is. */
static int find_highest_free(FATFS *volume, DWORD *cluster)
{
    DWORD next = 1;
    int status = 0;
    for (*cluster = volume->n_fatent; status == 0 && next != 0 && --*cluster >= FIRST_CLUSTER;)
        status = fatfs_chain_next(volume, *cluster, &next);
    return status;
}

static int put_mark(FATFS *volume, LBA_t sector, const uint8_t bytes[MARK_BYTES])
{
    memcpy(volume->win, bytes, MARK_BYTES);
    volume->winsect = sector;
    return fatfs_window_store(volume);
}

/* Checks that this sector, which belongs to no file, keeps what is written to it, and that no other sector
 * changes with it. */
static int try_marked_sector(FATFS *volume, LBA_t sector)
{
    uint8_t mark[MARK_BYTES], old[MARK_BYTES];
    make_mark(sector, mark);
    int found = find_mark(volume, sector, mark);
    memcpy(old, volume->win, MARK_BYTES);
    if (found == 0) {
        found = put_mark(volume, sector, mark);
        volume->winsect = (LBA_t)0 - 1; /* so that the card's copy is read, not the window's */
        if (found == 0)
            found = find_mark(volume, sector, mark);
    }
    if (found <= 0)
        return found < 0 ? found : STATUS_TOO_LONG;
    found = find_mark_below(volume, sector, mark);
    if (found <= 0)
        return found;
    int status = put_mark(volume, sector, old); /* the window holds the rest: it is the same sector */
    return status < 0 ? status : STATUS_TOO_LONG;
}

int fatfs_size_check(FATFS *volume)
{
    LBA_t sectors = 0;
    DWORD cluster;
    (void)disk_ioctl(volume->pdrv, GET_SECTOR_COUNT, &sectors);
    if (fatfs_chain_sector(volume, volume->n_fatent) > sectors)
        return STATUS_TOO_LONG;
    int status = find_highest_free(volume, &cluster);
    if (status < 0 || cluster < FIRST_CLUSTER)
        return status;
    return try_marked_sector(volume, fatfs_chain_sector(volume, cluster + 1) - 1);
}
