/* Looks at FAT32 cluster chains through FatFs' window. It may be called only between calls of FatFs, when
 * the window is clean. */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_CHAIN_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_CHAIN_H

#include <stdbool.h>

#include "ff.h"

/* Bring a sector into the window, and write the window back. */
int fatfs_window_load(FATFS *volume, LBA_t sector);
int fatfs_window_store(FATFS *volume);

/* Reads the FAT entry of a cluster: the number of the next cluster, 0 if the cluster is free, or
 * volume->n_fatent and more at the end of a chain. */
int fatfs_chain_next(FATFS *volume, DWORD cluster, DWORD *next);

/* Counts the clusters of a chain, and says whether they follow each other. Returns STATUS_DAMAGED if the
 * chain has no end. */
int fatfs_chain_measure(FATFS *volume, DWORD first, uint32_t *clusters, bool *contiguous);

/* Checks that a chain has an end and room for so many bytes: whoever follows it to read them comes to an end,
 * too. Returns STATUS_DAMAGED if not. */
int fatfs_chain_check(FATFS *volume, DWORD first, FSIZE_t bytes);

/* The same of a folder's chain; "" is the root. */
int fatfs_chain_check_folder(FATFS *volume, const char *folder);

LBA_t fatfs_chain_sector(const FATFS *volume, DWORD cluster);

/* Finds the first cluster of a folder ("" is the root). */
int fatfs_chain_of_folder(FATFS *volume, const char *folder, DWORD *first);

/* Zeroes the cluster by which FatFs would make a folder longer. FatFs links a cluster first and zeroes it
 * afterwards; if power fails in between, whatever was in that cluster is read as directory entries. The
 * cluster is free, and stays free if FatFs does not need it. `after_new_folder` says that FatFs takes a
 * cluster for a new folder before. *cluster becomes the cluster's number, or 0 if none is free. */
int fatfs_chain_prepare_growth(FATFS *volume, const char *folder, bool after_new_folder, DWORD *cluster);

#endif
