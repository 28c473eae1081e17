/* Looks at FAT32 cluster chains through FatFs' window. Only between calls of FatFs, when the window is clean. */
#ifndef CRAWLBOX_FIRMWARE_FATFS_CHAIN_H
#define CRAWLBOX_FIRMWARE_FATFS_CHAIN_H

#include <stdbool.h>

#include "ff.h"

/* Brings a sector into the window; writes the window back. */
int fatfs_window_load(FATFS *volume, LBA_t sector);
int fatfs_window_store(FATFS *volume);

/* The FAT entry of a cluster: the next one, 0 if free, at least volume->n_fatent at the end of a chain. */
int fatfs_chain_next(FATFS *volume, DWORD cluster, DWORD *next);

/* Clusters of a chain, and whether they follow each other. STATUS_DAMAGED: it has no end. */
int fatfs_chain_measure(FATFS *volume, DWORD first, uint32_t *clusters, bool *contiguous);

LBA_t fatfs_chain_sector(const FATFS *volume, DWORD cluster);

/* The first cluster of a folder ("" is the root). */
int fatfs_chain_of_folder(FATFS *volume, const char *folder, DWORD *first);

/* FatFs makes a folder longer by linking a cluster first and zeroing it afterwards. If power fails in between, whatever
 * was in that cluster is read as directory entries. So zero the cluster that FatFs is going to take beforehand; it is free, and
 * stays free if FatFs does not need it. `after_new_folder`: FatFs takes a cluster for a new folder before. *cluster: which one, 0: none is free. */
int fatfs_chain_prepare_growth(FATFS *volume, const char *folder, bool after_new_folder, DWORD *cluster);

#endif
