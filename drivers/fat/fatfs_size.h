/*
 * Checks whether the card has as many sectors as the volume on it claims. There are cards on sale that claim
 * more sectors than they have: beyond the real ones they keep nothing, or write over the first ones. And a
 * volume may have been copied to a card that is too small.
 *
 *     status = fatfs_size_check(&volume);      after mounting, before anything is written
 *
 * The box never writes beyond the highest free cluster. The last sector of that cluster gets a mark (16 bytes
 * that name the sector), unless it has one from the last time. The mark must be there when the sector is read
 * again, and it must not be in a sector whose number is the same without the highest bits, where a card
 * without these address lines would put it. If it is found there, the old bytes are put back. So no file is
 * touched on a good card, and none is lost on a bad one. This costs one write for each card and a few reads
 * at each mount; on a card that is full up to its end, one read for each 128 clusters that are looked at.
 *
 * It does not notice a bad card that keeps the mark in a buffer of its own until the power is gone. The next
 * mount does.
 */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_SIZE_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_SIZE_H

#include "ff.h"

/* Returns 0, STATUS_TOO_LONG if the volume is longer than the card, or an error of the card's driver. */
int fatfs_size_check(FATFS *volume);

#endif
