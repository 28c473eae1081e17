/*
 * The port behind which the files lie in which a crawl keeps its state. The card implements it
 * (store/state_files.h); so do the simulator and tests, in plain RAM.
 *
 * A file is an array of sectors of 512 bytes. All functions return 0 or a negative status: STATUS_CLOSED if
 * the card is gone; STATUS_IO, STATUS_TIMEOUT or STATUS_REFUSED if it does not do what it is asked.
 *
 * What is written counts only when a state block that knows of it was committed: put() hands the block over,
 * and it takes effect with the next commit of the card's journal, be it that of a page (store_commit) or
 * commit().
 */
#ifndef CRAWLBOX_STORE_STATE_PORT_H
#define CRAWLBOX_STORE_STATE_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATE_SITES = 4 }; /* sites that can be active at a time: as many as `active_sites` allows */

enum state_file {
    STATE_CRAWL, /* the state block, and the shadow of what is being written in place */
    STATE_HOSTS, /* the host table (graph/hosts/hosts.h) */
    STATE_INDEX, /* where each name is in the host table */
    STATE_EDGES, /* who links to whom */
    STATE_QUEUE, /* sites of a round, sorted */
    STATE_SITE0, /* what the engine keeps of the first active site; STATE_SITE0 + n is that of the nth */
    STATE_VALID = STATE_SITE0 + STATE_SITES, /* pages that need not be sent again (store/valid.h) */
    STATE_FILES,
};

enum {
    STATE_SECTOR_BYTES = 512,
    STATE_BLOCK_BYTES = 1008, /* the longest state block: two sectors without their header */

    /* Sectors of STATE_CRAWL, so far apart that they share no erase block of a card's flash. */
    STATE_BLOCK_A = 0,
    STATE_BLOCK_B = 64,
    STATE_SHADOW = 128,
    STATE_CRAWL_SECTORS = 192,
};

struct state_files {
    void *context;
    uint32_t sectors[STATE_FILES]; /* how long each file is, or 0 if there is none */

    /* Returns where a sector lies, if the files are in memory; NULL on a card. With map(), only put() and
     * commit() of the functions below are called, sectors that were never written are zeros, and no
     * checksum is computed. */
    uint8_t *(*map)(void *context, unsigned file, uint32_t sector);

    int (*read)(void *context, unsigned file, uint32_t sector, void *bytes);
    int (*write)(void *context, unsigned file, uint32_t sector, const void *bytes);
    /* Sees to it that everything written before is on the card before anything written after. */
    int (*sync)(void *context);

    /* The state block is everything of a crawl that must survive and is in no other file, at most
     * STATE_BLOCK_BYTES. get() copies as many bytes as fit of the block that was committed last, and
     * returns how many it has, or STATUS_NOT_FOUND if there is none yet. */
    int (*get)(void *context, void *block, size_t size);
    /* Replaces the state block. The new one counts from the next commit on, be it that of a page or
     * commit(). */
    int (*put)(void *context, const void *block, size_t size);
    int (*commit)(void *context);
};

/* Says whether a block begins with our four characters in another version. The last of them is the version
 * of its format. */
static inline bool state_is_other_version(uint32_t mark, uint32_t ours)
{
    return mark != ours && ((mark ^ ours) & 0xffffff) == 0;
}

#endif
