/*
 * The files in which a crawl keeps its state, as whoever has them offers them: the card (store/state.h), plain RAM in the
 * simulator, or a test.
 *
 * A file is an array of sectors of 512 bytes. All functions return 0 or a negative status (STATUS_CLOSED: the card is
 * gone; STATUS_IO, STATUS_TIMEOUT, STATUS_REFUSED: it does not do what it is asked).
 *
 * What is written counts only when a state block that knows of it was committed: put() hands the block over, and it takes
 * effect with the next commit of the card's journal, be it that of a page (store_commit) or commit().
 */
#ifndef CRAWLBOX_STATE_FILES_H
#define CRAWLBOX_STATE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATE_SITES = 4 }; /* sites that can be active at a time: as many as `active_sites` allows */

enum state_file {
    STATE_CRAWL, /* the state block, and the shadow of what is being written in place */
    STATE_HOSTS, /* the host table (hosts/hosts.h) */
    STATE_INDEX, /* from names to places in it */
    STATE_EDGES, /* who links to whom */
    STATE_QUEUE, /* sites of a round, sorted */
    STATE_SITE0, /* of an active site, for the crawler; STATE_SITE0 + n is the nth */
    STATE_VALID = STATE_SITE0 + STATE_SITES, /* pages that need not be sent again (valid/valid.h) */
    STATE_FILES,
};

enum {
    STATE_SECTOR_BYTES = 512,
    STATE_BLOCK_BYTES = 1008, /* the longest state block: two sectors without their header */

    /* Sectors of STATE_CRAWL; apart, so that they share no erase block of a card's flash. */
    STATE_BLOCK_A = 0,
    STATE_BLOCK_B = 64,
    STATE_SHADOW = 128,
    STATE_CRAWL_SECTORS = 192,
};

struct state_files {
    void *context;
    uint32_t sectors[STATE_FILES]; /* how long each file is; 0: there is none */

    /* Where the sector lies in memory, for whoever keeps the files there; NULL on a card. With it, nothing of what follows
     * but put() and commit() is called, sectors that were never written are zeros, and no checksum is computed. */
    uint8_t *(*map)(void *context, unsigned file, uint32_t sector);

    int (*read)(void *context, unsigned file, uint32_t sector, void *bytes);
    int (*write)(void *context, unsigned file, uint32_t sector, const void *bytes);
    int (*sync)(void *context); /* everything written before is on the card before anything written after */

    /* The state block: everything of a crawl that must survive and is no file of its own, at most STATE_BLOCK_BYTES. get: the one
     * committed last, as many bytes of it as fit; how many it has, or STATUS_NOT_FOUND: none yet. */
    int (*get)(void *context, void *block, size_t size);
    /* Replaces it; counts from the next commit on, of a page or of this: */
    int (*put)(void *context, const void *block, size_t size);
    int (*commit)(void *context);
};

#endif
