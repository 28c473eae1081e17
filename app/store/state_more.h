/*
 * What the state files have beyond those of a box, in a program for a larger machine: files of more active
 * sites, and a supplement of the state block. It lies behind each copy of the block, and counts only if the
 * copy is the one that it was put with. For store/state_files.c; without more sites there is none of it.
 */
#ifndef CRAWLBOX_STORE_STATE_MORE_H
#define CRAWLBOX_STORE_STATE_MORE_H

#include "store/state_files.h"

enum { STATE_MORE_AT = 2 }; /* sectors behind the beginning of the copy */

#if CRAWLBOX_MORE_SITES > 0

/* Opens the files that there are, and makes those that the limits ask for while a quarter of the card is
 * free. */
void state_more_mount(struct store_state_files *state);

/* How many hosts a fresh card is to have room for, of which a box would choose `usual`. */
uint32_t state_more_hosts(const struct store_state_files *state, uint32_t card_kb, uint32_t usual);

/* Writes what goes with the block of that number and checksum, whose copy begins at `sector`. */
int state_more_write(struct store_state_files *state, uint32_t sector, uint32_t number, uint32_t block_crc);

/* Reads what went with it, as get_more() of struct state_files. */
int state_more_read(struct store_state_files *state, uint32_t sector, uint32_t number, uint32_t block_crc,
                    void *bytes, size_t size);

#else

static inline void state_more_mount(struct store_state_files *state)
{
    (void)state;
}

static inline uint32_t state_more_hosts(const struct store_state_files *state, uint32_t card_kb,
                                        uint32_t usual)
{
    (void)state;
    (void)card_kb;
    return usual;
}

static inline int state_more_write(struct store_state_files *state, uint32_t sector, uint32_t number,
                                   uint32_t block_crc)
{
    (void)state;
    (void)sector;
    (void)number;
    (void)block_crc;
    return 0;
}

#endif

#endif
