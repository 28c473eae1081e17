/*
 * Does the card have what the volume on it claims? There are cards on sale that say they have more sectors than they have: beyond the
 * real ones nothing is kept, or the first ones are written again. And a volume may have been copied to a card that is too small.
 *
 *     status = fatfs_size_check(&volume);      after mounting, before anything is written
 *
 * The highest free cluster is as far as the box will ever write. Its last sector gets a mark (16 bytes that name the sector), unless
 * it has it from the last time: it must be there when it is read again, and nowhere that address lines which do not exist would
 * put it (the same number without its highest bits). If it is found in such a place, what stood there is put back. So no file is
 * touched on a good card, and none is lost on a bad one. Costs a write once and a few reads at each mount; a card that is full up to
 * its end, one read for each 128 clusters that are looked at.
 *
 * What it cannot see: a bad card that keeps the mark in a buffer of its own until the power is gone. The next mount sees that.
 */
#ifndef CRAWLBOX_FIRMWARE_FATFS_SIZE_H
#define CRAWLBOX_FIRMWARE_FATFS_SIZE_H

#include "ff.h"

/* 0; STATUS_TOO_LONG: the volume is longer than the card; or what the card's driver says. */
int fatfs_size_check(FATFS *volume);

#endif
