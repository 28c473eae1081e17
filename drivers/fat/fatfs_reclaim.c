#include "fat/fatfs_reclaim.h"

#include <stdbool.h>

#include "base/bytes.h"
#include "base/status.h"
#include "fat/fatfs_chain.h"

enum {
    ENTRY_BYTES = 32,
    ENTRY_ATTRIBUTES = 11,
    ENTRY_CLUSTER_HIGH = 20,
    ENTRY_CLUSTER_LOW = 26,
    ENTRY_DELETED = 0xE5,
    ATTRIBUTE_LABEL = 0x08, /* also set in parts of long names */
    ATTRIBUTE_FOLDER = 0x10,
    FIRST_CLUSTER = 2,
    FAT_ENTRY_BYTES = 4,
    FAT_ENTRIES_A_SECTOR = FF_MAX_SS / FAT_ENTRY_BYTES,
    FAT_ENTRY_RESERVED = 0xF, /* the highest bits of an entry, which are not ours */
    DEPTH_MAX =
        6, /* so deep folders may lie in folders; deeper ones are not looked into, and nothing is freed */
    SECTORS_MAX = 1 << 20, /* after so many that were looked at nothing more is freed */
};

/* A folder may lie in itself, in every one of its entries: only the count of sectors ends such a search. */
struct search {
    FATFS *volume;
    DWORD wanted;
    uint32_t sectors; /* that may still be looked at */
};

/* Each of these returns 1 if it found something that points to the cluster, or may look no further, 0 if not,
 * or an error. */

static DWORD entry_cluster(const uint8_t *entry)
{
    return (DWORD)bytes_get16(entry + ENTRY_CLUSTER_HIGH) << 16 | bytes_get16(entry + ENTRY_CLUSTER_LOW);
}

static int folder_points_to(struct search *search, DWORD folder, unsigned depth);

/* Takes so many sectors from those that may be looked at; false if there are not so many. */
static bool may_look_at(struct search *search, uint32_t sectors)
{
    if (sectors > search->sectors)
        sectors = search->sectors = 0;
    search->sectors -= sectors;
    return search->sectors > 0;
}

static int sector_points_to(struct search *search, LBA_t sector, unsigned depth)
{
    int found = may_look_at(search, 1) ? 0 : 1;
    for (unsigned at = 0; found == 0 && at < FF_MAX_SS; at += ENTRY_BYTES) {
        /* a folder inside may have taken the window */
        int status = fatfs_window_load(search->volume, sector);
        if (status < 0)
            return status;
        const uint8_t *entry = search->volume->win + at;
        uint8_t attributes = entry[ENTRY_ATTRIBUTES];
        if (entry[0] == 0 || entry[0] == ENTRY_DELETED || entry[0] == '.' || attributes & ATTRIBUTE_LABEL)
            continue;
        DWORD cluster = entry_cluster(entry);
        if (cluster == search->wanted)
            return 1;
        if (attributes & ATTRIBUTE_FOLDER)
            found = folder_points_to(search, cluster, depth + 1);
    }
    return found;
}

static int folder_points_to(struct search *search, DWORD folder, unsigned depth)
{
    FATFS *volume = search->volume;
    if (depth > DEPTH_MAX)
        return 1; /* too deep to look into, so it counts as found and nothing is freed */
    while (folder < volume->n_fatent) {
        int found = folder < FIRST_CLUSTER ? STATUS_DAMAGED : 0;
        LBA_t sector = fatfs_chain_sector(volume, folder);
        for (unsigned i = 0; found == 0 && i < volume->csize; i++)
            found = sector_points_to(search, sector + i, depth);
        int status = found != 0 ? found : fatfs_chain_next(volume, folder, &folder);
        if (status != 0)
            return status;
    }
    return 0;
}

static int fat_points_to(struct search *search)
{
    FATFS *volume = search->volume;
    if (!may_look_at(search, volume->n_fatent / FAT_ENTRIES_A_SECTOR))
        return 1;
    for (DWORD cluster = FIRST_CLUSTER; cluster < volume->n_fatent; cluster++) {
        DWORD next = 0;
        int status = fatfs_chain_next(volume, cluster, &next);
        if (status < 0 || next == search->wanted)
            return status < 0 ? status : 1;
    }
    return 0;
}

static int has_owner(struct search *search, DWORD cluster)
{
    DWORD root = (DWORD)search->volume->dirbase;
    search->wanted = cluster;
    /* Folders first: as a rule they are short, and the FAT is long. */
    int found = cluster == root ? 1 : folder_points_to(search, root, 0);
    return found != 0 ? found : fat_points_to(search);
}

/* Writes the window's sector of the FAT, and the same into the second FAT. */
static int store_fat_sector(FATFS *volume)
{
    int status = fatfs_window_store(volume);
    if (status == 0 && volume->n_fats == 2) {
        LBA_t home = volume->winsect;
        volume->winsect += volume->fsize;
        status = fatfs_window_store(volume);
        volume->winsect = home;
    }
    return status;
}

/* Frees a chain of neighbours from *cluster on, up to `end`. *cluster is then the first that was left
 * alone. */
static int free_chain(FATFS *volume, DWORD *cluster, DWORD end)
{
    DWORD next;
    do {
        uint8_t *entry = volume->win + *cluster % FAT_ENTRIES_A_SECTOR * FAT_ENTRY_BYTES;
        int status = fatfs_chain_next(volume, *cluster, &next);
        if (status < 0)
            return status;
        bytes_put32(entry, bytes_get32(entry) & (uint32_t)FAT_ENTRY_RESERVED << 28);
        ++*cluster;
        bool goes_on = next == *cluster && *cluster < end;
        if (!goes_on || *cluster % FAT_ENTRIES_A_SECTOR == 0)
            status = store_fat_sector(volume);
        if (status < 0)
            return status;
    } while (next == *cluster && *cluster < end);
    return 0;
}

int fatfs_reclaim(FATFS *volume, DWORD first, uint32_t clusters)
{
    DWORD before = 0, next, end = first + clusters;
    struct search search = {volume, 0, SECTORS_MAX};
    if (first < FIRST_CLUSTER || first >= volume->n_fatent || clusters > volume->n_fatent - first)
        return 0; /* not of this volume */
    int status = first > FIRST_CLUSTER ? fatfs_chain_next(volume, first - 1, &before) : 0;
    for (DWORD cluster = first; status == 0 && cluster < end; before = next) {
        status = fatfs_chain_next(volume, cluster, &next);
        bool begins = status == 0 && next != 0 && before != cluster;
        int owned = begins ? has_owner(&search, cluster) : 1;
        if (owned < 0)
            return owned;
        if (owned) {
            cluster++;
            continue;
        }
        volume->free_clst = 0xFFFFFFFF; /* FatFs counts again */
        status = free_chain(volume, &cluster, end);
        next = 0;
    }
    return status;
}
