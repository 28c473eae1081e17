#include "fat/fatfs_chain.h"

#include <string.h>

#include "diskio.h"

#include "base/bytes.h"
#include "base/status.h"
#include "fat/fatfs_diskio.h"

enum { ENTRIES_A_SECTOR = FF_MAX_SS / 4, ENTRY_MASK = 0x0FFFFFFF, FIRST_CLUSTER = 2 };

static int status_of_failure(void)
{
    int status = fatfs_diskio_status();
    return status < 0 ? status : STATUS_IO;
}

int fatfs_window_load(FATFS *volume, LBA_t sector)
{
    if (volume->winsect == sector)
        return 0;
    volume->winsect = (LBA_t)0 - 1; /* belongs to no sector until it is read */
    if (disk_read(volume->pdrv, volume->win, sector, 1) != RES_OK)
        return status_of_failure();
    volume->winsect = sector;
    return 0;
}

int fatfs_window_store(FATFS *volume)
{
    return disk_write(volume->pdrv, volume->win, volume->winsect, 1) == RES_OK ? 0 : status_of_failure();
}

int fatfs_chain_next(FATFS *volume, DWORD cluster, DWORD *next)
{
    if (cluster < FIRST_CLUSTER || cluster >= volume->n_fatent)
        return STATUS_DAMAGED;
    int status = fatfs_window_load(volume, volume->fatbase + cluster / ENTRIES_A_SECTOR);
    if (status < 0)
        return status;
    *next = bytes_get32(volume->win + cluster % ENTRIES_A_SECTOR * 4) & ENTRY_MASK;
    return 0;
}

int fatfs_chain_measure(FATFS *volume, DWORD first, uint32_t *clusters, bool *contiguous)
{
    DWORD cluster = first, next;
    *contiguous = true;
    for (*clusters = 1; *clusters < volume->n_fatent; ++*clusters) {
        int status = fatfs_chain_next(volume, cluster, &next);
        if (status < 0)
            return status;
        if (next >= volume->n_fatent)
            return 0;
        if (next != cluster + 1)
            *contiguous = false;
        cluster = next;
    }
    return STATUS_DAMAGED;
}

int fatfs_chain_check(FATFS *volume, DWORD first, FSIZE_t bytes)
{
    uint32_t clusters;
    bool contiguous;
    int status = fatfs_chain_measure(volume, first, &clusters, &contiguous);
    if (status < 0)
        return status;
    return (uint64_t)clusters * volume->csize * FF_MAX_SS >= bytes ? 0 : STATUS_DAMAGED;
}

int fatfs_chain_check_folder(FATFS *volume, const char *folder)
{
    DWORD first;
    int status = fatfs_chain_of_folder(volume, folder, &first);
    return status < 0 ? status : fatfs_chain_check(volume, first, 0);
}

LBA_t fatfs_chain_sector(const FATFS *volume, DWORD cluster)
{
    return volume->database + (LBA_t)volume->csize * (cluster - FIRST_CLUSTER);
}

int fatfs_chain_of_folder(FATFS *volume, const char *folder, DWORD *first)
{
    DIR directory;
    if (!folder[0]) {
        *first = (DWORD)volume->dirbase;
        return 0;
    }
    FRESULT result = f_opendir(&directory, folder);
    *first = directory.obj.sclust;
    return result == FR_OK                                   ? 0
           : result == FR_DISK_ERR || result == FR_NOT_READY ? status_of_failure()
                                                             : STATUS_DAMAGED;
}

/* Finds the next free cluster behind `after`, going on at the beginning behind the end; 0 if there is
 * none. */
static int find_free_cluster(FATFS *volume, DWORD after, DWORD taken, DWORD *found)
{
    DWORD cluster = after;
    for (DWORD tries = volume->n_fatent; tries > FIRST_CLUSTER; tries--) {
        DWORD next = 0;
        if (++cluster >= volume->n_fatent || cluster < FIRST_CLUSTER)
            cluster = FIRST_CLUSTER;
        int status = fatfs_chain_next(volume, cluster, &next);
        if (status < 0)
            return status;
        if (next == 0 && cluster != taken) {
            *found = cluster;
            return 0;
        }
    }
    *found = 0;
    return 0;
}

/* Finds the cluster that FatFs would add to the chain that ends with `last`: the next one if it is free,
 * or else the next free one behind the cluster that was given out last. */
static int predict_growth(FATFS *volume, DWORD last, bool after_new_folder, DWORD *cluster)
{
    DWORD hint = volume->last_clst, taken = 0, next;
    bool hint_is_good = hint >= FIRST_CLUSTER && hint < volume->n_fatent;
    if (after_new_folder) {
        int status = find_free_cluster(volume, hint_is_good ? hint : FIRST_CLUSTER - 1, 0, &taken);
        if (status < 0)
            return status;
        hint = taken;
        hint_is_good = taken != 0;
    }
    DWORD neighbour = last + 1 < volume->n_fatent ? last + 1 : FIRST_CLUSTER;
    int status = fatfs_chain_next(volume, neighbour, &next);
    if (status < 0)
        return status;
    if (next == 0 && neighbour != taken) {
        *cluster = neighbour;
        return 0;
    }
    return find_free_cluster(volume, hint_is_good ? hint : last, taken, cluster);
}

static int zero_cluster_on_card(FATFS *volume, DWORD cluster)
{
    LBA_t first = fatfs_chain_sector(volume, cluster);
    volume->winsect = (LBA_t)0 - 1;
    memset(volume->win, 0, sizeof volume->win);
    for (LBA_t sector = first; sector < first + volume->csize; sector++)
        if (disk_write(volume->pdrv, volume->win, sector, 1) != RES_OK)
            return status_of_failure();
    return 0;
}

int fatfs_chain_prepare_growth(FATFS *volume, const char *folder, bool after_new_folder, DWORD *cluster)
{
    DWORD last = 0, next = 0;
    *cluster = 0;
    int status = fatfs_chain_of_folder(volume, folder, &last);
    for (DWORD tries = volume->n_fatent; status == 0; last = next) {
        status = fatfs_chain_next(volume, last, &next);
        if (status == 0 && (next < FIRST_CLUSTER || tries-- == 0))
            status = STATUS_DAMAGED;
        if (status == 0 && next >= volume->n_fatent)
            break;
    }
    if (status == 0)
        status = predict_growth(volume, last, after_new_folder, cluster);
    return status < 0 || *cluster == 0 ? status : zero_cluster_on_card(volume, *cluster);
}
