/*
 * Frees clusters that a power cut left without an owner, because a file was just getting or losing them.
 *
 * A cluster has an owner if an entry of a folder or another cluster's entry in the FAT points to it; both are
 * looked through from end to end, so that nothing which a computer put there in the meantime is touched. That
 * takes as long as counting free clusters does, and only after a cut.
 */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_RECLAIM_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_RECLAIM_H

#include "ff.h"

#include <stdint.h>

/* Frees the chains that begin within this stretch of clusters and have no owner, as far as they stay in
 * the stretch. */
int fatfs_reclaim(FATFS *volume, DWORD first, uint32_t clusters);

#endif
