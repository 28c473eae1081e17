/*
 * The state files of a crawl (store/state_port.h) on the card, beside the harvest.
 *
 *     store_mount(&store);
 *     if (store_state_mount(&state, &store) == 0)                makes the files on a fresh card
 *         state_open(&cache, &state.files, lines, 3);
 *
 *     store_state_put(&state, &block, sizeof block);       counts from the next commit on:
 *     store_commit(&store, &page_end);                     page, log line and state together, or none of them
 *
 * Each file is one contiguous piece, made at the first mount with a length that follows from the card's size
 * (about 7 % of it in all): from 512 MB on there is room for 65,536 hosts, on larger cards for up to 262,144.
 * On a card with less room in one piece they are shorter. They stand and fall together: if one is missing,
 * all of the crawl's state is given up, and the crawl begins anew; the harvest has nothing to do with that.
 *
 * The state block has two copies, each with a number and a checksum; the journal names the one that counts.
 * Only the other one is ever written, and of that only the sectors that differ.
 *
 * A program for a larger machine may have files of more active sites, SITE4.BIN and so on, and a supplement
 * of the state block behind each copy. Any box can go on with its cards: it ignores both.
 *
 * Costs struct store_state_files, 132 bytes.
 */
#ifndef CRAWLBOX_STORE_STATE_FILES_H
#define CRAWLBOX_STORE_STATE_FILES_H

#include "store/state_port.h"
#include "store/store.h"

struct store_state_files {
    struct store *store;
    struct state_files files;
    uint32_t first[STATE_FILES]; /* the first sector of each file */
    uint32_t second_crc[2];      /* of the second sector of each copy of the state block, as it was written */
#if CRAWLBOX_MORE_SITES > 0
    const struct store_state_limits *limits;
    const void *more; /* goes with the next block (state_more.c) */
    size_t more_bytes;
#endif
};

#if CRAWLBOX_MORE_SITES > 0
/* What a larger machine wants, if the card has room for it. */
struct store_state_limits {
    unsigned sites; /* active at a time; up to STATE_SITES: what every box has */
    uint32_t hosts; /* that a fresh card is to have room for; 0: as many as a box gives it */
};

/* Is called before store_state_mount(). The limits must outlive the files; NULL: those of a box. */
void store_state_limit(struct store_state_files *state, const struct store_state_limits *limits);
#endif

/* Returns how many sectors a file has on a card of that size, if that has room for all files. The
 * simulator gives its boxes as much. */
uint32_t store_state_sectors(unsigned file, uint32_t card_kb);
/* Likewise RESTING.BIN, if each of its places is as long as that. */
uint32_t store_resting_sectors(uint32_t site_sectors, uint32_t card_kb);

/* Opens the files, or makes them; is called after each store_mount(). Returns STATUS_FULL if there is no
 * room for them; the harvest is not concerned. */
int store_state_mount(struct store_state_files *state, struct store *store);

/* Copies as many bytes as fit of the block that was committed last. Returns how many it has, or
 * STATUS_NOT_FOUND if there is none. */
int store_state_get(struct store_state_files *state, void *block, size_t size);

/* Writes a new block of at most STATE_BLOCK_BYTES, which counts from the next commit on. */
int store_state_put(struct store_state_files *state, const void *block, size_t size);

#endif
