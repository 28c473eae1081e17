/*
 * What a harvest report is made of, counted from logs and tables (report/read.h) and then looked at, never
 * changed, by the sections of the page.
 *
 *     struct facts facts;
 *     facts_begin(&facts);
 *     ... reading ...
 *     facts_end(&facts);                puts everything in order
 *     facts_free(&facts);
 *
 * A log may be read twice, since each collecting of a card brings all of its log along: a line counts once.
 */
#ifndef CRAWLBOX_REPORT_FACTS_H
#define CRAWLBOX_REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crawl/crawl.h"

/* Statuses of crawl.log: HTTP's, or negative ones (fetch/http/fetch_status.def). */
enum {
    FACTS_STATUS_LEAST = -9999,
    FACTS_STATUS_MOST = 999,
    FACTS_STATUSES = FACTS_STATUS_MOST - FACTS_STATUS_LEAST + 1
};

enum { FACTS_TEXT_SIZE = 160 };

struct facts_host {
    char *name;
    uint32_t hash;
    uint32_t pages, wanted, failures; /* in crawl.log */
    uint64_t bytes;
    bool in_table; /* what follows is known from hosts.tsv */
    bool chosen;   /* a seed, or where one moved: nothing was predicted */
    uint8_t state, label, country, score, stop;
    uint32_t crawled_at;
};

/* What came in one second. */
struct facts_tick {
    uint32_t seconds, pages, wanted;
    uint64_t bytes;
};

/* crawl.tsv of one card. A card that was collected twice counts with its newest. */
struct facts_crawl {
    uint32_t begun; /* end of its first site: tells crawls apart */
    uint64_t fetches, hosts, links, failures, card_pages, repairs, lost_hosts;
    uint64_t probes, probes_found, gone_back_to, explored_pages, explored_wanted; /* by exploring */
    uint64_t rejected[REJECTS];
    bool ejected;
    char operator[FACTS_TEXT_SIZE], organisation[FACTS_TEXT_SIZE], box_id[FACTS_TEXT_SIZE];
    char language[FACTS_TEXT_SIZE], strategy[FACTS_TEXT_SIZE];
};

/* What became of what pages need. */
enum facts_embed {
    EMBED_HAD,
    EMBED_NOT_THERE,   /* the server says that it has none */
    EMBED_UNREACHABLE, /* no server answered */
    EMBED_FORBIDDEN,   /* by robots.txt */
    EMBED_UNFIT,       /* it is too long, or not what it should be */
    EMBED_LEFT_OUT,    /* there was no share or room left for it */
    EMBED_FATES
};

struct facts {
    struct facts_host *host;
    size_t hosts, host_room;
    uint32_t *slot; /* of `host`, by hash; places + 1, 0: free */
    size_t slots;

    struct facts_tick *tick; /* in order of time after facts_end() */
    size_t ticks, tick_room;

    uint64_t *seen; /* hashes of lines */
    size_t seen_count, seen_room;

    struct facts_crawl *crawl;
    size_t crawls;

    uint64_t status[FACTS_STATUSES];
    uint64_t embeds[EMBED_FATES];
    uint64_t lines, unreadable; /* of crawl.log */
    uint64_t fetches, pages, wanted, compressed, empty, bytes;
    uint32_t first, last; /* seconds; of lines whose time is known */

    /* The card, or the collection. */
    bool is_collection;
    uint64_t files, records, stored_pages, stored_bytes, damage;
    bool no_memory;
};

/* One line of crawl.log. */
struct facts_line {
    const char *host; /* as in the URL */
    size_t host_length;
    uint32_t seconds;
    int status;
    uint64_t bytes;
    bool is_page, is_wanted, is_robots, is_compressed, is_empty;
    bool is_embed, is_kept; /* it is what a page needs; it was stored */
};

void facts_begin(struct facts *facts);
void facts_line(struct facts *facts, const struct facts_line *line);
void facts_end(struct facts *facts);
void facts_free(struct facts *facts);

/* Whether these bytes, a line, are new. */
bool facts_is_new(struct facts *facts, const char *line, size_t length);

/* The host of that name, new or known, www or not; NULL: no memory. Valid until the next call. */
struct facts_host *facts_find(struct facts *facts, const char *name, size_t length);

/* Takes in the counters of a card: those of the same crawl are replaced if these are newer. */
void facts_add_crawl(struct facts *facts, const struct facts_crawl *crawl);

/* All crawls together. */
struct facts_crawl facts_total(const struct facts *facts);

uint64_t facts_count(const struct facts *facts, int status);

#endif
