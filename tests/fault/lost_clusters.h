/*
 * Clusters of a FAT32 volume that are taken although no file or folder has them: what fsck.fat calls unused.
 * Reads the image itself, without FatFs.
 */
#ifndef CRAWLBOX_FAULT_LOST_CLUSTERS_H
#define CRAWLBOX_FAULT_LOST_CLUSTERS_H

#include <stdint.h>

unsigned lost_clusters(const uint8_t *image);

#endif
