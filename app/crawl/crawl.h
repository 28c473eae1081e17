/*
 * The crawl: which page of which site is fetched next, and when. The same code runs in the box, in the simulator and in the
 * native program; what differs is the port.
 *
 *     crawl_init(&crawl, &port, &settings);
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
 * RAM: struct crawl, about 2,400 bytes: the state block 1,024, the URL under way 1,025. It borrows 2 KB between two fetches
 * (port.lend). The cache of app/state and struct hosts come on top.
 */
#ifndef CRAWLBOX_CRAWL_CRAWL_H
#define CRAWLBOX_CRAWL_CRAWL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hosts/hosts.h"
#include "url/url.h"

struct crawl;
struct settings; /* settings/settings.h */

enum {
    CRAWL_CLASSES = 8,    /* priorities that a strategy can tell apart within a site */
    CRAWL_PATH_SIZE = 32, /* of a discovery path and its zero byte: of a longer one the end */
};

/* ---- What is asked of the network, and what comes back ---- */

struct crawl_request {
    struct url *url;            /* absolute, without fragment; stays until the answer is there */
    char path[CRAWL_PATH_SIZE]; /* discovery path, letters R E X L P, one a hop; "" is an entry page */
    uint8_t hops;               /* from the entry page */
    uint8_t host_hops;          /* of the site from a seed */
    uint8_t worker;             /* number of the site's slot, from 0: for crawl.log */
    bool first_of_site;         /* nothing of this site was asked for before */
    const char *note;           /* for crawl.log, why it is not fetched: NULL, the status says it all */
};

struct crawl_answer {
    int status;             /* HTTP's, or an enum fetch_status */
    bool is_page;           /* HTML with status 200; or 304, if it was that */
    bool is_target;         /* and in the language that is looked for; or about the topic */
    uint8_t relevance;      /* how sure that is, 255 being 1; only counts for segments */
    uint32_t bytes;         /* of the body, as far as it came */
    uint32_t duration_ms;   /* of the whole fetch */
    uint32_t retry_after_s; /* how long the server wants to be left alone; 0: it did not say */
    uint32_t address;       /* of the server, 0: not known */
};

/*
 * What the words of a link say, in whatever form the port has it: the engine only keeps it until the segment ends.
 */
struct crawl_evidence {
    uint16_t words[5];
};

/* What is known of a link from one segment to another. */
struct crawl_segment_link {
    uint8_t degree; /* share of the source's pages that are relevant, 255 being 1 */
    uint8_t source_country, target_country, source_tld, target_tld;
    struct crawl_evidence evidence; /* zeros: its words were not told */
};

/*
 * The world as the engine sees it. Functions that return int give STATUS_OK or a negative status; one from the card
 * (fetch, robots, skip) makes crawl_step() return CRAWL_STOP_CARD, after which crawl_open() is needed.
 */
struct crawl_port {
    void *context;
    uint32_t (*now_ms)(void *context); /* monotonic, may wrap */
    uint32_t (*utc)(void *context);    /* seconds since 1970; 0: not known */
    bool (*is_online)(
        void *context); /* without a network nothing is tried, and nobody blamed. NULL: always */

    /* Numbers that nobody can foresee, for a crawl that begins. NULL: zeros, for webs that mean no harm. */
    void (*random)(void *context, void *bytes, size_t size);

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

    /* The chance that a link leads to a relevant segment, 255 being 1. Only asked with mode = segment. */
    uint8_t (*chance)(void *context, const struct crawl_segment_link *link);

    /*
     * Fetches and reads robots.txt of the host of `url`, whose buffer it may use, follows its redirects, and hands the sealed store to
     * crawl_robots(); without that call the engine goes by the answer's status. Commits nothing.
     */
    int (*robots)(void *context, struct url *url, uint8_t worker, struct crawl_answer *answer);

    /* A URL that is not fetched after all (FETCH_ROBOTS, ...), for crawl.log; a commit, as fetch is. NULL: not logged. */
    int (*skip)(void *context, const struct crawl_request *request, int fetch_status);

    /* 2 KB that nobody else uses between two calls of the port, for the rules of robots.txt; never NULL. */
    void *(*lend)(void *context, size_t bytes);
    void (*give_back)(void *context, void *memory);

    /* Something happened that people want to know: enum crawl_event. NULL: nobody listens. */
    void (*event)(void *context, unsigned event, const char *host, uint32_t number);
    /* A host of another box of the fleet, for EXCHANGE/; may come twice if power fails. NULL: there is no fleet. */
    int (*foreign)(void *context, const char *host, bool is_secure);

    struct state *state; /* the state files, opened with state_open() whenever a card was mounted */
    struct hosts *hosts; /* memory for the host table, which the engine opens itself */
};

/* What the port calls back while it fetches. `how` is the letter of the discovery path: L a link, E a frame, R a redirect. */
void crawl_link(struct crawl *crawl, const struct url *url, char how);

/* With mode = segment: the number of the place for what the words of the link that was just told say, 0: it is not wanted, since the
 * link stays in the segment or is not the first to its target. Until the page is settled it can be told. */
uint32_t crawl_evidence_place(const struct crawl *crawl);
void crawl_evidence(struct crawl *crawl, uint32_t place, const struct crawl_evidence *evidence);

void crawl_robots(struct crawl *crawl, const void *store, size_t bytes);
int crawl_settle(struct crawl *crawl, const struct crawl_answer *answer);

/* Links of the page that never became a URL: counts them as rejected (REJECT_TOO_LONG). */
void crawl_links_too_long(struct crawl *crawl, uint32_t count);

/* The page that led to the one under way, for the archive: its length, 0 if there is none, STATUS_TOO_LONG if it does not fit. */
int crawl_via(struct crawl *crawl, char *buffer, size_t size);

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
    CRAWL_PHASE_SCORE, /* known hosts are scored, one after another */
    CRAWL_PHASE_SORT,  /* the queue of the next round is put in order */
    CRAWL_PHASE_SITES, /* its sites are crawled */
    CRAWL_PHASE_DONE,  /* nothing left */
};

/* How far an active site is. */
enum crawl_stage {
    CRAWL_SITE_FREE,    /* the slot has none */
    CRAWL_SITE_FETCHES, /* its pages are fetched */
    CRAWL_SITE_ENDS,    /* what its links counted before a re-crawl is taken back */
    CRAWL_SITE_LISTS,   /* the hosts that it links to are listed */
    CRAWL_SITE_APPLIES, /* it counts as a source of theirs */
};

enum { CRAWL_NONE = 0xffffffff, CRAWL_NO_SLOT = 0xff, CRAWL_ORIGINS = 4 };

/* An active site: 104 bytes of the state block. */
struct crawl_site {
    uint32_t host;                  /* id */
    uint32_t entries;               /* in its list */
    uint32_t text;                  /* bytes of its text */
    uint32_t cursor[CRAWL_CLASSES]; /* entries of each class before it were taken */
    uint32_t current;               /* the entry under way or to be tried again; CRAWL_NONE */
    uint32_t pending;               /* entries that are to be fetched */
    uint32_t pages, target_pages;
    uint32_t bytes_kb;
    uint32_t ready_utc;             /* not before; 0: as soon as politeness allows */
    uint32_t address;               /* of the server */
    uint32_t crawl_delay_ms;        /* that robots.txt asks for */
    uint32_t relevance;             /* of its pages, summed up */
    uint16_t origin[CRAWL_ORIGINS]; /* whose robots.txt is on the card; 0: none */
    uint16_t streak;                /* pages in a row that were not in the language */
    uint16_t site_pages;            /* fetched before from other segments of its site */
    uint8_t failures;               /* URLs in a row that were given up */
    uint8_t tries;                  /* of the current entry, so far */
    uint8_t slow;                   /* each doubles the wait */
    uint8_t stage;                  /* enum crawl_stage */
    uint8_t stop;                   /* enum crawl_site_stop */
    uint8_t seen_bits;              /* log2 of the sectors of its seen-set */
    uint8_t hops;                   /* from a seed */
    uint8_t distance;               /* of the entry page */
    uint8_t fate;                   /* what it ends for if there is no page at all */
    uint8_t attempts : 4;           /* starts of the box that ended while the current entry was under way */
    uint8_t given_up : 4;           /* entries that were given up for that */
};

/* With which the state block begins: one mode cannot go on with what the other has begun. */
enum {
    CRAWL_MAGIC = 0x32575243,          /* "CRW2": of sites */
    CRAWL_MAGIC_SEGMENTS = 0x32535243, /* "CRS2" */
};

/* What the state block holds. */
struct crawl_state {
    uint32_t magic;
    uint32_t round;
    uint32_t queue_position; /* sites before it were begun */
    uint8_t phase;           /* enum crawl_phase */
    uint8_t running, paused;
    uint8_t news; /* a site has ended since the last scoring */
    struct hosts_mark hosts;
    struct crawl_totals totals;
    struct crawl_site site[STATE_SITES]; /* last: see crawl_open() */
};

/* The queue entry under way. */
struct crawl_run {
    uint8_t class;
    uint8_t hops;
    uint8_t distance; /* from the last page in the language on the way to it */
    uint32_t count;   /* entries that follow */
    uint32_t parent;  /* the entry whose page had them, and the run of that */
    uint32_t parent_run;
};

enum { CRAWL_RECENT = 32 };

struct crawl {
    const struct crawl_port *port;
    const struct settings *settings;
    struct crawl_state state;
    char url_text[URL_BUFFER_SIZE];
    struct url url; /* under way */
    struct crawl_request request;
    struct crawl_run run;           /* of the entry under way */
    uint32_t free_ms;               /* the network is not used before, in now_ms() */
    uint32_t looked_ms;             /* when nothing was left */
    uint32_t ready_ms[STATE_SITES]; /* not before, in now_ms() */
    uint32_t server[STATE_SITES];   /* hash of the host that ready_ms is for: segments share one */
    uint32_t evidence;              /* see crawl_evidence_place() */
    uint32_t
        recent[CRAWL_RECENT]; /* links met lately: saves looking at the card for those of each page's menu */
    uint64_t key;             /* of the URL under way */
    uint32_t run_head;
    uint16_t origin_hash; /* whose robots.txt it goes by, and where that lies */
    uint8_t origin;
    uint32_t entries_before, text_before; /* of its site, before it */
    uint32_t links;                       /* of its page, so far */
    uint32_t units;                       /* how large slot files are: see frontier.h */
    uint32_t scored, listed; /* how far these are: hosts of the table, entries of the site that ends */
    int status;              /* the first failure of the card, or 0 */
    uint8_t slot;            /* under way or served last */
    uint8_t ending;          /* slot whose edges are being listed, CRAWL_NO_SLOT: none */
    uint8_t seen_ready;      /* a bit for each slot: its seen-set is whole */
    uint8_t attempted;       /* a bit for each slot: that it is tried was noted since the start */
    bool opened, under_way, settled;
    bool is_back;      /* from the card: how long sites still wait is not known yet */
    bool put_off;      /* the name of a host was not found: it is looked for again in an hour */
    bool robots_taken; /* crawl_robots() was called */
    bool leads_on;     /* the page under way has a link that the site did not have */
};

/* All of these must outlive the crawl. */
void crawl_init(struct crawl *crawl, const struct crawl_port *port, const struct settings *settings);

/* Goes on with the crawl on the card. STATUS_NOT_FOUND: there is none; STATUS_DAMAGED: it is not usable;
 * STATUS_FULL: its files are too small. */
int crawl_open(struct crawl *crawl);

/* A crawl from scratch: forgets every host and site. */
int crawl_begin(struct crawl *crawl);

/* A site to start from. STATUS_REFUSED: it is another box's; STATUS_TOO_LONG, STATUS_FULL: no place for it. */
int crawl_seed(struct crawl *crawl, const struct url *url);

/* It is no seed any more; if it was not visited, it is scored like others. STATUS_NOT_FOUND: nobody knows this host. */
int crawl_unseed(struct crawl *crawl, const char *host, size_t length);

/* What the operator can do; it survives a reboot. 0 or the status of a card that failed. */
int crawl_start(struct crawl *crawl); /* also after CRAWL_STOP_NOTHING_LEFT: looks again */
int crawl_halt(struct crawl *crawl);
int crawl_pause(struct crawl *crawl);
int crawl_resume(struct crawl *crawl);

/* Ends an active site, or keeps a known one from being crawled. STATUS_NOT_FOUND: nobody knows this host. */
int crawl_skip(struct crawl *crawl, const char *host, size_t length);

/* One decision. Returns how many ms there is nothing to do (0: again at once), or an enum crawl_stop. */
int32_t crawl_step(struct crawl *crawl);

/* For whoever does not call crawl_step() for days, such as a box without a network: call this now and then, at least once a month, so that
 * the count of milliseconds may begin anew meanwhile. */
void crawl_keep_time(struct crawl *crawl);

/* Which box of a fleet a host belongs to, 1..count. */
unsigned crawl_shard(const char *host, size_t length, unsigned count);

#endif
