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

/*
 * Sites that can be active at a time. Every box has room for STATE_SITES, as many as `active_sites` allows. A
 * program for a larger machine is built with room for more: their files, and what must survive of them, are
 * of no concern to a box that has no room for them.
 */
#ifndef CRAWLBOX_MORE_SITES
#define CRAWLBOX_MORE_SITES 0
#endif
enum {
    STATE_SITES = 4,
    STATE_MORE_SITES = CRAWLBOX_MORE_SITES,
    STATE_SLOTS = STATE_SITES + STATE_MORE_SITES,
    STATE_PLACES = 64, /* where lists of sites can lie: the files of STATE_SITES, and parts of RESTING.BIN */
};

enum state_file {
    STATE_CRAWL, /* the state block, and the shadow of what is being written in place */
    STATE_HOSTS, /* the host table (graph/hosts/hosts.h) */
    STATE_INDEX, /* where each name is in the host table */
    STATE_EDGES, /* who links to whom */
    STATE_QUEUE, /* sites of a round, sorted */
    STATE_SITE0, /* what the engine keeps of the first active site; STATE_SITE0 + n is that of the nth */
    STATE_VALID = STATE_SITE0 + STATE_SITES, /* pages that need not be sent again (store/valid.h) */
    STATE_MORE0, /* as STATE_SITE0, of sites beyond STATE_SITES; a card need not have these files */
    STATE_RESTING = STATE_MORE0 + STATE_MORE_SITES, /* lists of sites that rest (crawl/places.c), likewise */
    STATE_FILES,
    STATE_PART0 = 128, /* no file: a part of RESTING.BIN as long as SITE0.BIN; STATE_PART0 + n is the nth */
};

/* The file of the nth active site, from 0. */
static inline unsigned state_site_file(unsigned n)
{
    return STATE_MORE_SITES == 0 || n < STATE_SITES ? STATE_SITE0 + n : STATE_MORE0 + n - STATE_SITES;
}

enum {
    STATE_SECTOR_BYTES = 512,
    STATE_BLOCK_BYTES = 1008, /* the longest state block: two sectors without their header */
    STATE_MORE_BYTES = 8192,  /* the longest supplement of it */

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

#if CRAWLBOX_MORE_SITES > 0
    unsigned sites; /* how many sites the machine wants to be active, where the settings allow them all */
    /*
     * What a larger machine keeps beside the state block, at most STATE_MORE_BYTES. put_more() notes bytes
     * that go with the next put(); they must stay until then. get_more() gives back those that went with the
     * block that get() has given, and how many they are; STATUS_NOT_FOUND if that block had none, since
     * another machine has put it. NULL: there is nothing but the block.
     */
    void (*put_more)(void *context, const void *bytes, size_t size);
    int (*get_more)(void *context, void *bytes, size_t size);
#endif
};

/* Says whether a block begins with our four characters in another version. The last of them is the version
 * of its format. */
static inline bool state_is_other_version(uint32_t mark, uint32_t ours)
{
    return mark != ours && ((mark ^ ours) & 0xffffff) == 0;
}

#endif
