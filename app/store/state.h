/*
 * The state files of a crawl (state/files.h) on the card, beside the harvest.
 *
 *     store_mount(&store);
 *     if (store_state_mount(&state, &store) == 0)                makes them on a fresh card
 *         state_open(&cache, &state.files, lines, 3);
 *
 *     store_state_put(&state, &block, sizeof block);             counts from the next commit on:
 *     store_commit(&store, &page_end);                           page, log line and state together, or none of them
 *
 * Each file is one contiguous piece, made at the first mount with a length that follows from the card's size (about 7 % of it
 * in all): from 512 MB on there is room for 65,536 hosts, on larger cards for up to 262,144. On a card with less room in one
 * piece they are shorter. They stand and fall together: if one is missing, all of the crawl's state is given up, and the crawl
 * begins anew; the harvest has nothing to do with that.
 *
 * The state block has two copies, each with a number and a checksum; the journal names the one that counts. Only the other one
 * is ever written.
 *
 * Costs 124 bytes.
 */
#ifndef CRAWLBOX_STORE_STATE_H
#define CRAWLBOX_STORE_STATE_H

#include "state/files.h"
#include "store/store.h"

struct store_state_files {
    struct store *store;
    struct state_files files;
    uint32_t first[STATE_FILES]; /* sectors */
};

/* How long a file is on a card of that size, if it has room for all of them: what a simulated box must do with. */
uint32_t store_state_sectors(unsigned file, uint32_t card_kb);

/* After each store_mount(). STATUS_FULL: there is no room for them; the harvest is not concerned. */
int store_state_mount(struct store_state_files *state, struct store *store);

/* The block committed last, as many bytes as fit: how many it has. STATUS_NOT_FOUND: none. */
int store_state_get(struct store_state_files *state, void *block, size_t size);

/* At most STATE_BLOCK_BYTES. */
int store_state_put(struct store_state_files *state, const void *block, size_t size);

#endif
