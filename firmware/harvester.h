/*
 * The box at work: the crawl (app/box) on whatever card is in the slot, whenever card, settings and network allow it.
 *
 *     uint32_t wait_ms = harvester_tick();      in the crawler's task, again and again: a few decisions, at most a second
 *     harvester_close();                        before the card is closed, and after it was pulled
 *
 * A card without a crawl gets one from its SEEDS.TXT, and it starts by itself; a crawl that was under way goes on, also after
 * a power cut; one that was stopped on the console stays stopped. A fresh card also gets the best sites that were waiting on
 * the one before it, about 15, as seeds (hosts/carry.h says what is not carried). Seeds that were added to the file join a crawl
 * that exists when its card is mounted.
 *
 * Others only look: counters may be read from any task, all else is a job for the crawler's (crawler.h).
 * Costs what ram.def says under harvester.
 */
#ifndef CRAWLBOX_HARVESTER_H
#define CRAWLBOX_HARVESTER_H

#include "box/box.h"
#include "hosts/carry.h"

enum { HARVESTER_SITE_SIZE = 32, HARVESTER_LINES = 3, HARVESTER_CARRY_BYTES = 384 };

struct harvester {
    struct box box;
    struct state_line lines[HARVESTER_LINES];
    char site[HARVESTER_SITE_SIZE];       /* begun last, cut to fit */
    uint8_t carry[HARVESTER_CARRY_BYTES]; /* the best sites that wait, for a fresh card */
    uint32_t due_ms;                      /* when the next decision is to be made, if `waits` */
    uint32_t ready_ms;                    /* since when there is a network; for `has_network` */
    uint32_t heard_ms, frames;            /* when something came over it, and how much so far */
    uint32_t progress_ms; /* when the last line of progress.tsv was written, and what it said */
    uint32_t progress_pages, progress_kb;
    int16_t stop;      /* enum crawl_stop, 0: it crawls */
    bool carry_is_old; /* a site has ended since */
    bool opened;       /* the crawl of the card in the slot */
    bool failed;       /* there can be none on this card: open_status says why */
    int8_t open_status;
    bool waits, has_network;
    bool is_set_up; /* all that must be set is */
    bool ready;     /* initialised */
};

uint32_t harvester_tick(void);
void harvester_close(void);

/* One sentence: what the box does, or what keeps it from crawling and what to do about it. */
const char *harvester_sentence(void);
bool harvester_crawls(void);

/* Jobs for the crawler's task. STATUS_CLOSED: there is no crawl; look at harvester_sentence(). */
int harvester_job_start(void *unused);
int harvester_job_stop(void *unused);
int harvester_job_pause(void *unused);
int harvester_job_resume(void *unused);
int harvester_job_new(
    void *unused); /* forgets the crawl on the card (its pages stay) and begins anew from SEEDS.TXT */
int harvester_job_skip(void *host); /* const char *; STATUS_NOT_FOUND: nobody knows this host */
int harvester_job_seed(void *text); /* const char *, a site or URL; STATUS_INVALID: it is none */

#endif
