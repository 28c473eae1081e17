/*
 * The crawl: which page of which site is fetched next, and when. The same code runs in the box, in the simulator and in the
 * native program; what differs is the port.
 *
 *     crawl_init(&crawl, &port, &settings, memory, sizeof memory);
 *     if (crawl_open(&crawl) == STATUS_NOT_FOUND)              goes on where the card says, or there is nothing on it
 *         crawl_begin(&crawl);                                 a fresh crawl ...
 *     crawl_seed(&crawl, &url);                                ... of these sites, as many as there are
 *     crawl_start(&crawl);
 *     for (;;) {
 *         int32_t wait_ms = crawl_step(&crawl);                one decision: at most one fetch
 *         if (wait_ms < 0)
 *             say(crawl_stop_sentence(wait_ms));
 *         else if (wait_ms > 0)
 *             sleep(wait_ms);
 *     }
 *
 * A site is a host. Sites are taken from the queue of the round in its order; several are active at a time and are served
 * in turn, so that the politeness of one leaves time for another, but there is never more than one fetch under way. Within a
 * site the order of fetches depends on nothing but the site. DESIGN.md tells more.
 *
 * Nothing is lost or done twice when power fails: all that must survive is in the state block, which counts from the moment when
 * the page it belongs to counts (crawl_settle), and in append-only files whose committed length is in that block.
 *
 * RAM: struct crawl, about 200 bytes; CRAWL_MEMORY_BYTES(sites), about 1,550 for 4 active sites, of which 1,025 are the URL
 * under way.
 */
#ifndef CRAWLBOX_CRAWL_CRAWL_H
#define CRAWLBOX_CRAWL_CRAWL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "url/url.h"

struct crawl;
struct features; /* predict/features.h */
struct hosts;    /* hosts/hosts.h */
struct state;    /* state/state.h */

enum {
    CRAWL_CLASSES = 8,        /* priorities that a strategy can tell apart within a site */
    CRAWL_PATH_SIZE = 32,     /* of a discovery path and its zero byte */
    CRAWL_HOPS_LIMIT = 30,    /* the longest discovery path */
    CRAWL_SITES_DEFAULT = 4,  /* active at a time */
    CRAWL_SHARD_NAME_MAX = 3, /* boxes of a fleet have numbers up to 255 */
};

/* ---- What is asked of the network, and what comes back ---- */

struct crawl_request {
    struct url *url;            /* absolute, without fragment; stays until the answer is there */
    char path[CRAWL_PATH_SIZE]; /* discovery path, letters R E X L P, one a hop; "" is an entry page */
    uint8_t hops;               /* from the entry page */
    uint8_t host_hops;          /* of the site from a seed */
    uint8_t worker;             /* number of the site's slot, from 0: for crawl.log */
    bool first_of_site;         /* nothing of this site was asked for before */
};

struct crawl_answer {
    int status;             /* HTTP's, or an enum fetch_status */
    bool is_page;           /* HTML with status 200 */
    bool is_target;         /* and in the language that is looked for */
    uint32_t bytes;         /* of the body, as far as it came */
    uint32_t duration_ms;   /* of the whole fetch */
    uint32_t retry_after_s; /* how long the server wants to be left alone; 0: it did not say */
    uint32_t address;       /* of the server, 0: not known */
};

/*
 * The world as the engine sees it. Functions that return int give STATUS_OK or a negative status; one from the card
 * (save, commit, fetch, robots) makes crawl_step() return CRAWL_STOP_CARD, after which crawl_open() is needed.
 */
struct crawl_port {
    void *context;
    uint32_t (*now_ms)(void *context); /* monotonic, may wrap */
    uint32_t (*utc)(void *context);    /* seconds since 1970; 0: not known */

    /* STATUS_NOT_FOUND: no such host; STATUS_REFUSED: a private address; others are passing. */
    int (*resolve)(void *context, const char *host, uint32_t *address);
    uint8_t (*country)(void *context, uint32_t address); /* enum feature_country */
    uint8_t (*predict)(void *context,
                       const struct features *features); /* 0..255, PREDICT_THAI and above: Thai */

    /*
     * Fetches one page. On the way the port calls, in this order: crawl_link() for each link of a page and for the target of
     * a redirect; crawl_settle() when all is known, also after a failure, as the last thing before the commit that
     * makes the page, its log line and the engine's state count together.
     */
    int (*fetch)(void *context, const struct crawl_request *request, struct crawl_answer *answer);

    /*
     * Fetches and reads robots.txt of the host of `url`, whose buffer it may use, follows its redirects, and hands the sealed store to
     * crawl_robots(); without that call the engine goes by the answer's status. Commits nothing.
     */
    int (*robots)(void *context, struct url *url, uint8_t worker, struct crawl_answer *answer);

    /* A URL that is not fetched after all (FETCH_ROBOTS, ...), for crawl.log; commits as `commit` does. NULL: not logged. */
    int (*skip)(void *context, const struct crawl_request *request, int fetch_status);

    int (*save)(void *context, const void *block,
                size_t bytes);                             /* the state block; counts from the next commit */
    int (*load)(void *context, void *block, size_t bytes); /* STATUS_NOT_FOUND: there is none */
    int (*commit)(void *context);                          /* what was saved counts */

    /* 2 KB that nobody else uses between two calls of the port, for the rules of robots.txt; never NULL. */
    void *(*lend)(void *context, size_t bytes);
    void (*give_back)(void *context, void *memory);

    /* Something happened that people want to know: enum crawl_event. NULL: nobody listens. */
    void (*event)(void *context, unsigned event, const char *host, uint32_t number);
    /* A host of another box of the fleet (1 to n), for EXCHANGE/. NULL: there is no fleet. */
    int (*foreign)(void *context, const char *host, unsigned shard);

    struct state *state; /* the state files */
    struct hosts *hosts; /* the host table on them */
};

/* What the port calls back while it fetches. `how` is the letter of the discovery path: L a link, E a frame, R a redirect. */
void crawl_link(struct crawl *crawl, const struct url *url, char how);
void crawl_robots(struct crawl *crawl, const void *store, size_t bytes);
int crawl_settle(struct crawl *crawl, const struct crawl_answer *answer);

/* Links of the page that never became a URL: counts them as rejected (REJECT_TOO_LONG). */
void crawl_links_too_long(struct crawl *crawl, uint32_t count);

/* The page that led to the one under way, for the archive: its length, 0 if there is none, STATUS_TOO_LONG if it does not fit. */
int crawl_via(struct crawl *crawl, char *buffer, size_t size);

/* ---- Settings ---- */

enum crawl_strategy { CRAWL_LS2, CRAWL_LS1, CRAWL_LSWC, CRAWL_BFS, CRAWL_HARD, CRAWL_SOFT, CRAWL_STRATEGIES };

struct crawl_settings {
    uint8_t strategy;    /* enum crawl_strategy */
    uint8_t tau;         /* ls1, ls2: non-Thai pages in a row that end a site when exceeded */
    uint8_t distance;    /* ls2: d; at most 6 */
    uint8_t lswc_s;      /* lswc: non-Thai pages that end a server without a Thai one */
    uint8_t lswc_t;      /* lswc: longest distance from a Thai page */
    uint8_t score_min;   /* confidence from which a host enters the queue */
    uint8_t host_hops;   /* sites from a seed at most; 0: any */
    uint8_t hops;        /* links from the entry page at most, up to CRAWL_HOPS_LIMIT */
    uint8_t depth;       /* segments of a path at most */
    uint8_t tries;       /* of a fetch that failed in passing */
    uint8_t shard_index; /* 1..shard_count */
    uint8_t shard_count; /* 1: no fleet */
    uint8_t active_sites;
    bool
        continuous; /* score again as soon as the queue is empty, without waiting for the sites that are active */
    uint16_t rounds;       /* 0: until nothing is left */
    uint16_t links;        /* taken from a page at most */
    uint16_t url_bytes;    /* longest URL that is queued, up to URL_LIMIT */
    uint16_t failures;     /* fetches in a row that end a site */
    uint16_t recrawl_days; /* 0: never */
    uint32_t pages;        /* of a site at most */
    uint32_t site_kb;      /* of a site at most */
    uint32_t total_pages;  /* of the crawl at most; 0: any */
    uint8_t delay_factor;  /* wait = factor x duration of the last fetch */
    uint32_t delay_min_ms, delay_max_ms;
    uint32_t crawl_delay_max_ms; /* longest Crawl-delay that is waited for */
    uint32_t retry_after_max_s;  /* longest Retry-After that is waited for; more ends the site */
    uint32_t retry_ms;           /* before the second try; doubled for each further one */
};

/* What the README's table gives as defaults. */
void crawl_settings_default(struct crawl_settings *settings);

/* ---- What is counted ---- */

enum crawl_reject {
#define REJECT(id, name, sentence) REJECT_##id,
#include "crawl/rejects.def"
#undef REJECT
    REJECTS
};
const char *crawl_reject_name(unsigned reject); /* "too_long" */
const char *crawl_reject_sentence(unsigned reject);

enum crawl_site_stop {
#define SITE_STOP(code, id, sentence) SITE_STOP_##id = (code),
#include "crawl/stops.def"
#undef SITE_STOP
    SITE_STOPS
};
const char *crawl_site_stop_sentence(unsigned stop);

enum crawl_stop {
#define CRAWL_STOP(code, id, sentence) CRAWL_STOP_##id = (code),
#include "crawl/stops.def"
#undef CRAWL_STOP
};
const char *crawl_stop_sentence(int stop);

enum crawl_event {
    CRAWL_EVENT_ROUND,       /* a round begins; number: which */
    CRAWL_EVENT_QUEUED,      /* ... with that many sites */
    CRAWL_EVENT_SITE_BEGINS, /* host */
    CRAWL_EVENT_SITE_ENDS,   /* host; number: enum crawl_site_stop */
    CRAWL_EVENT_ROBOTS_DENIED /* host: robots.txt could not be had, so nothing of it is fetched; number: the fetch status */
};

/* All since the crawl began; part of the state block. */
struct crawl_totals {
    uint32_t fetches; /* pages asked for, failures and retries included */
    uint32_t pages, target_pages;
    uint32_t bytes_kb;
    uint32_t failures;            /* URLs given up */
    uint32_t sites, target_sites; /* ended */
    uint32_t round_pages, round_target_pages;
    uint32_t rejected[REJECTS];
};

/* ---- The crawl ---- */

enum crawl_phase {
    CRAWL_PHASE_NONE,
    CRAWL_PHASE_SEEDS,
    CRAWL_PHASE_SITES,
    CRAWL_PHASE_SCORE,
    CRAWL_PHASE_DONE
};

/* An active site, 112 bytes of the state block. */
struct crawl_site {
    uint32_t host;                  /* id; CRAWL_NO_HOST: the slot is free */
    uint32_t entries;               /* in its list */
    uint32_t text;                  /* bytes of its text */
    uint32_t cursor[CRAWL_CLASSES]; /* entries of each class before it were taken */
    uint32_t current;               /* the entry under way or to be tried again, CRAWL_NO_ENTRY: none */
    uint32_t run;                   /* the run that entry belongs to */
    uint32_t pages, target_pages;
    uint32_t bytes_kb;
    uint32_t ready_utc;      /* not before; 0: no matter */
    uint32_t edges;          /* entries before it were applied, once the site has ended */
    uint32_t address;        /* of the server */
    uint32_t crawl_delay_ms; /* what robots.txt asks for */
    uint16_t streak;         /* pages in a row that were not in the language */
    uint16_t failures;       /* fetches in a row that failed */
    uint16_t robots_bytes;   /* of the stored rules, 0: not fetched yet */
    uint8_t tries;           /* of the current entry */
    uint8_t slow;            /* how often it asked for less: doubles the wait each time */
    uint8_t stop;            /* enum crawl_site_stop: it has ended and its edges are being applied */
    uint8_t seen_bits;       /* log2 of the seen-set's sectors */
    uint8_t flags;
    uint8_t spare;
};
enum { CRAWL_NO_HOST = 0xffffffff, CRAWL_NO_ENTRY = 0xffffffff };

/* The state block's fixed part; the active sites follow it. */
struct crawl_state {
    uint32_t magic;
    uint16_t version;
    uint16_t sites; /* slots that follow */
    uint32_t crawl; /* number of the crawl, drawn when it began: files of another one do not count */
    uint32_t round;
    uint32_t queue_length, queue_position;
    uint32_t score_position; /* hosts before it were scored */
    uint32_t applications;   /* number of the last application of edges */
    uint8_t phase;           /* enum crawl_phase */
    bool running, paused;
    uint8_t strategy; /* the crawl was begun with */
    struct crawl_totals totals;
};

struct crawl {
    const struct crawl_port *port;
    const struct crawl_settings *settings;
    struct crawl_state *state;
    struct crawl_site *site; /* state->sites of them, behind the state */
    uint32_t *ready_ms;      /* for each: not before, in now_ms() */
    struct url url;          /* under way */
    struct crawl_request request;
    struct crawl_site *under_way;         /* the site being asked, NULL: none */
    uint32_t entries_before, text_before; /* its lengths before the page under way */
    uint32_t links;                       /* of that page, so far */
    uint8_t served;                       /* slot served last */
    bool settled;                         /* crawl_settle() was called for the request under way */
    int status;                           /* first failure of the card, or 0 */
};

enum {
    CRAWL_SITE_BYTES = sizeof(struct crawl_site) + sizeof(uint32_t),
    CRAWL_FIXED_BYTES = sizeof(struct crawl_state) + URL_BUFFER_SIZE + 3,
};
/* Memory for `sites` active ones, aligned as uint32_t. */
#define CRAWL_MEMORY_BYTES(sites) (CRAWL_FIXED_BYTES + (sites) * (size_t)CRAWL_SITE_BYTES)

/* All of these must outlive the crawl. STATUS_FULL: the memory is too small for settings->active_sites. */
int crawl_init(struct crawl *crawl, const struct crawl_port *port, const struct crawl_settings *settings,
               void *memory, size_t bytes);

/* Goes on with the crawl on the card. STATUS_NOT_FOUND: there is none; STATUS_DAMAGED: it is not usable. */
int crawl_open(struct crawl *crawl);

/* A crawl from scratch: forgets every host and site. */
int crawl_begin(struct crawl *crawl);

/* A site to start from; one that is known already counts as a seed from now on. STATUS_REFUSED: it is another box's. */
int crawl_seed(struct crawl *crawl, const struct url *url);

int crawl_start(struct crawl *crawl); /* also after CRAWL_STOP_NOTHING_LEFT: looks again */
int crawl_halt(struct crawl *crawl);  /* `stop`: survives a reboot */
int crawl_pause(struct crawl *crawl);
int crawl_resume(struct crawl *crawl);

/* Ends an active site, or keeps a known one from ever being crawled. STATUS_NOT_FOUND: nobody knows this host. */
int crawl_skip(struct crawl *crawl, const char *host, size_t length);

/* One decision. Returns how many ms there is nothing to do (0: again at once), or an enum crawl_stop. */
int32_t crawl_step(struct crawl *crawl);

/* Which box of the fleet a host belongs to, 1..count, by the hash of its site's key. */
unsigned crawl_shard(const char *host, size_t length, unsigned count);

#endif
