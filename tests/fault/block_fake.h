/*
 * A card in memory that writes down everything done to it, so that a power cut can be tried at every point
 * afterwards.
 *
 *     struct block_fake *fake = block_fake_create("/dev/shm/card.img", sectors);
 *     ... use block_fake_device(fake) ...
 *     block_fake_record(fake);               from here on every sector written is remembered
 *     ... the session under test ...
 *     for (size_t cut = 0; cut <= block_fake_writes(fake); cut++)
 *         block_fake_cut(fake, cut, BLOCK_CUT_TORN, seed);   the card as it is if power fails there
 *
 * The card's image is a file mapped into memory, so that fsck.fat reads the same bytes. Host only: it uses
 * the heap.
 */
#ifndef CRAWLBOX_FAULT_BLOCK_FAKE_H
#define CRAWLBOX_FAULT_BLOCK_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/block_device.h"

/* What became of the writes that no sync had followed when power failed. */
enum block_cut {
    BLOCK_CUT_CLEAN,     /* all are on the card */
    BLOCK_CUT_DROPPED,   /* none is */
    BLOCK_CUT_TORN,      /* all are, but of the last one only a part */
    BLOCK_CUT_REORDERED, /* some are, chosen by the seed, one of them torn */
    BLOCK_CUTS
};

struct block_fake;

struct block_fake *block_fake_create(const char *path, uint32_t sectors);
void block_fake_destroy(struct block_fake *fake);
const struct block_device *block_fake_device(struct block_fake *fake);

/* Remembers the image as it is now, and everything written from now on. */
void block_fake_record(struct block_fake *fake);
size_t block_fake_writes(const struct block_fake *fake);
/* Which sector write number `write` went to. */
uint32_t block_fake_sector(const struct block_fake *fake, size_t write);
/* How many of the first `writes` writes no sync had followed. */
size_t block_fake_unsynced(const struct block_fake *fake, size_t writes);

/* Ends recording. The image becomes what it was at the start plus the first `writes` writes, less what the
 * cut spoils. What was written since the last cut is undone. */
void block_fake_cut(struct block_fake *fake, size_t writes, enum block_cut cut, uint32_t seed);

/* From now on every call fails with `status` (once: only the next), after `after` more good ones. 0: no
 * more. */
enum block_operation { BLOCK_START = 1, BLOCK_READ = 2, BLOCK_WRITE = 4, BLOCK_SYNC = 8, BLOCK_ALL = 15 };
void block_fake_fail(struct block_fake *fake, unsigned operations, uint32_t after, int status, bool once);
bool block_fake_has_failed(const struct block_fake *fake);
/* This sector cannot be read any more, until it is written; 0: all can. */
void block_fake_wear_out(struct block_fake *fake, uint32_t sector);
void block_fake_set_read_only(struct block_fake *fake, bool read_only);

/* From now on the card has only the first `kept` of its sectors, though it claims all. The others: as
 * said. */
enum block_end {
    BLOCK_END_DROPS,   /* keep nothing; zeros are read */
    BLOCK_END_WRAPS,   /* are the first ones again */
    BLOCK_END_REFUSES, /* do not exist: STATUS_TOO_LONG */
};
void block_fake_set_kept(struct block_fake *fake, uint32_t kept, enum block_end end);
/* From now on the card says that it has so many sectors. */
void block_fake_set_claim(struct block_fake *fake, uint32_t sectors);

/* Counts since creation. */
uint64_t block_fake_bytes_written(const struct block_fake *fake);
uint8_t *block_fake_image(struct block_fake *fake);

#endif
