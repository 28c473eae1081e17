/*
 * The crawl: which page of which site is fetched next, and when. The same code runs in the box, in the
 * simulator and in the native program; what differs is the port.
 *
 *     crawl_init(&crawl, &port, &settings);
 *     if (crawl_open(&crawl) == STATUS_NOT_FOUND)      goes on where the card says, or there is nothing on it
 *         crawl_begin(&crawl);                         a fresh crawl ...
 *     crawl_seed(&crawl, &url);                        ... of these sites, as many as there are
 *     crawl_start(&crawl);
 *     for (;;) {
 *         int32_t wait_ms = crawl_step(&crawl);        one decision: at most one fetch
 *         if (wait_ms < 0)
 *             say(crawl_stop_sentence(wait_ms));
 *         else if (wait_ms > 0)
 *             sleep(wait_ms);
 *     }
 *
 * A site is a host. Sites are taken from the queue of the round in its order; several are active at a time
 * and are served in turn, so that the politeness of one leaves time for another, but there is never more than
 * one fetch under way. Within a site the order of fetches depends on nothing but the site. DESIGN.md tells
 * more.
 *
 * Nothing is lost or done twice when power fails: all that must survive is in the state block, which counts
 * from the moment when the page it belongs to counts (visit.h, settle), and in append-only files whose
 * committed length is in that block.
 *
 * A program for a larger machine may have more than the four active sites of the state block (DESIGN.md).
 *
 * RAM: struct crawl, about 2,900 bytes: struct crawl_state, about 930 bytes, the URL under way, 1,025, and
 * cookies, 176. It borrows 2 KB between two fetches (machine.h, lend). The cache of app/store and struct
 * hosts come on top.
 */
#ifndef CRAWLBOX_CRAWL_CRAWL_H
#define CRAWLBOX_CRAWL_CRAWL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crawl/machine.h"
#include "crawl/visit.h"
#include "graph/hosts/hosts.h"
#include "graph/predict/learned.h"
#include "read/url/url.h"

struct crawl;
struct settings; /* settings/settings.h */

enum { CRAWL_CLASS_SITEMAPS = 8 }; /* of runs of sitemaps, which no strategy takes from */
enum { CRAWL_CLASSES = 8 };        /* priorities that a strategy can tell apart within a site */

/* ---- The world as the engine sees it ---- */

/* What is known of a link from one segment to another. */
struct crawl_segment_link {
    uint8_t degree; /* share of the source's pages that are relevant, 255 being 1 */
    uint8_t source_country, target_country, source_tld, target_tld;
    struct visit_evidence evidence; /* what its words say; zeros: nobody told */
};

/*
 * Functions that return int give STATUS_OK or a negative status. If fetch, robots or skip give a negative
 * status, the card has failed: crawl_step() returns CRAWL_STOP_CARD, and crawl_open() is needed to go on.
 */
struct crawl_port {
    const struct machine *machine; /* clocks, memory, the model: what it runs on (machine.h) */
    struct state *state;           /* the state files, opened with state_open() whenever a card was mounted */
    struct hosts *hosts;           /* memory for the host table, which the engine opens itself */

    void *context; /* the first argument of what follows */

    /*
     * Makes a visit (visit.h): gets the page and calls the request's observer on the way, which is the
     * engine. When this returns STATUS_OK, the observer has settled the visit and its commit was made.
     */
    int (*fetch)(void *context, const struct visit_request *request, struct visit_answer *answer);

    /*
     * Gets and reads robots.txt of the host of the request's URL, whose buffer it may use, follows its
     * redirects, and hands the sealed store to the observer (rules); if it does not, the engine goes by the
     * answer's status. Commits nothing.
     */
    int (*robots)(void *context, const struct visit_request *request, struct visit_answer *answer);

    /* Makes a visit to a sitemap: as fetch, but what it lists is told to the observer as links. NULL: nobody
     * reads sitemaps. */
    int (*sitemap)(void *context, const struct visit_request *request, struct visit_answer *answer);

    /* Logs a URL that is not fetched after all (FETCH_ROBOTS, ...) and makes a commit, as fetch does. NULL:
     * nobody logs it. */
    int (*skip)(void *context, const struct visit_request *request, int fetch_status);

    /* Asks for the address of a host. STATUS_NOT_FOUND: there is no such host; STATUS_UNSUPPORTED: it has no
     * IPv4 address; STATUS_REFUSED: its address is private; any other failure may pass. */
    int (*resolve)(void *context, const char *host, uint32_t *address);

    /* Has the card room for more than pages? NULL: always. */
    bool (*has_room)(void *context);

    /* There is time to connect to a server that will be asked soon. NULL: that is not of use. */
    void (*ahead)(void *context, uint32_t address, uint16_t port);

    /* There is time to ask for the name of a host that will be asked for its first page soon. NULL: that is
     * not of use. */
    void (*ask)(void *context, const char *host);

    /* The chance that a link leads to a relevant segment, 255 being 1. Only asked with mode = segment. */
    uint8_t (*chance)(void *context, const struct crawl_segment_link *link);
    /* Adds what the words of another link to the same segment say. Likewise. */
    void (*add)(struct visit_evidence *sum, const struct visit_evidence *more);

    /* Fills in bytes that nobody can foresee, for a crawl that begins. NULL: zeros, for simulated webs. */
    void (*random)(void *context, void *bytes, size_t size);

    /* Writes down a host of another box of the fleet, for EXCHANGE/; may come twice if power fails. NULL:
     * there is no fleet. */
    int (*foreign)(void *context, const char *host, bool is_secure);
};

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
    CRAWL_EVENT_ROUND,        /* a round begins; number: which one */
    CRAWL_EVENT_QUEUED,       /* it begins with that many sites */
    CRAWL_EVENT_SITE_BEGINS,  /* host */
    CRAWL_EVENT_SITE_ENDS,    /* host; number: enum crawl_site_stop */
    CRAWL_EVENT_SITE_RESTS,   /* host; number: for how many seconds it wants to be left alone */
    CRAWL_EVENT_ROBOTS_DENIED /* robots.txt of the host could not be fetched, so nothing of it is; number: the
                                 fetch status */
};

/* Counts since the crawl began; part of the state block. */
struct crawl_totals {
    uint32_t fetches; /* pages asked for, failures and retries included */
    uint32_t pages, target_pages;
    uint32_t bytes_kb;
    uint32_t failures;            /* URLs given up */
    uint32_t sites, target_sites; /* that have ended */
    uint32_t round_pages, round_target_pages;
    uint32_t rejected[REJECTS];
};

/* ---- The crawl ---- */

enum crawl_phase {
    CRAWL_PHASE_SCORE, /* known hosts are scored, one after another */
    CRAWL_PHASE_SORT,  /* the queue of the next round is put in order */
    CRAWL_PHASE_SITES, /* its sites are crawled */
    CRAWL_PHASE_DONE,  /* nothing is left to do */
};

/* How far an active site is. */
enum crawl_stage {
    CRAWL_SITE_FREE,    /* the slot has no site */
    CRAWL_SITE_FETCHES, /* its pages are fetched */
    CRAWL_SITE_ENDS,    /* it has ended; what its links counted after its last crawl is taken back */
    CRAWL_SITE_LISTS,   /* the hosts that it links to are listed */
    CRAWL_SITE_APPLIES, /* the site is counted as a source of each of these hosts */
};

/* How a site is visited. */
enum crawl_pass {
    CRAWL_VISIT,
    CRAWL_PROBE,  /* it promises little: after a few pages that are not in the language it is left */
    CRAWL_GROWN,  /* a probe that found a page in the language, and became a visit */
    CRAWL_SECOND, /* it was left early before, and the box stays with it for longer now */
};

enum { CRAWL_NONE = 0xffffffff, CRAWL_NO_SLOT = 0xff, CRAWL_ORIGINS = 4 };

/* An active site: 104 bytes of the state block. */
struct crawl_site {
    uint32_t host;                  /* id */
    uint32_t entries;               /* how many its list has */
    uint32_t text;                  /* bytes of text that its list has */
    uint32_t cursor[CRAWL_CLASSES]; /* entries of that class with lower numbers are taken */
    uint32_t current;               /* the entry under way or to be tried again; CRAWL_NONE */
    uint32_t pending;               /* entries that are still to be fetched */
    uint32_t pages, target_pages;
    uint32_t bytes_kb;
    uint32_t ready_utc;             /* its server is not asked before; 0: as soon as politeness allows */
    uint32_t address;               /* of the server */
    uint32_t crawl_delay_ms;        /* that robots.txt asks for */
    uint32_t relevance;             /* of its pages, summed up */
    uint16_t origin[CRAWL_ORIGINS]; /* whose robots.txt is on the card; 0: none */
    uint16_t streak;                /* pages in a row that were not in the language */
    uint16_t site_pages;            /* pages fetched before from other segments of its host */
    uint8_t failures;               /* URLs in a row that were given up */
    uint8_t tries;                  /* of the current entry, so far */
    uint8_t slow;                   /* how often the wait is doubled */
    uint8_t stage;                  /* enum crawl_stage */
    uint8_t stop;                   /* enum crawl_site_stop */
    uint8_t seen_bits;              /* log2 of the sectors of its seen-set */
    uint8_t hops;                   /* from a seed */
    uint8_t distance;               /* of the entry page */
    uint8_t fate;                   /* why it ends if none of its pages can be read: enum crawl_site_stop */
    uint8_t attempts : 3;           /* starts of the box that ended while the current entry was under way */
    uint8_t has_plain : 1;          /* a page of it came by http */
    uint8_t given_up : 4;           /* entries that were given up because the box restarted */
    uint8_t pass;                   /* enum crawl_pass */
    uint8_t left;                   /* how much of it is left when it ends, as in struct host */
    int16_t lost_s; /* time that its answers took beyond what they may (polite.c); below 0: they took less */
};

/* The number with which a state block begins. Modes have different numbers, since one cannot go on with what
 * the other has begun. The last character is the version of the block and of all files that depend on it. */
enum {
    CRAWL_MAGIC = 0x33575243,          /* "CRW3": of sites */
    CRAWL_MAGIC_SEGMENTS = 0x33535243, /* "CRS3" */
    CRAWL_VERSION = 1 << 24,           /* from one version to the next */
};

/* Blocks of version 2 are read, too: nothing rests there. The number of a block as this version writes it. */
static inline uint32_t crawl_magic_now(uint32_t magic)
{
    return magic >> 24 == '2' ? magic + CRAWL_VERSION : magic;
}

/* What exploring brought, since the crawl began. */
struct crawl_explored {
    uint32_t probes, found;       /* hosts that were probed, and how many of them turned out to be targets */
    uint32_t seconds;             /* sites that had a second pass */
    uint32_t pages, target_pages; /* of probes and second passes */
};

/* What pages needed, and documents, since the crawl began. */
struct crawl_embeds {
    uint32_t asked, had;           /* what was asked for or should have been, and what of that was stored */
    uint32_t kb;                   /* bytes of all answers */
    uint32_t site_kb[STATE_SITES]; /* what counts for the share of the slot's site */
};

/* What belongs to an active site, and came to the state block later than struct crawl_site. */
struct crawl_tenure {
    uint32_t wait_s; /* how long it was to be left alone after its last answer; until when says its record */
    uint16_t asked;  /* requests that brought no page */
    uint8_t place;   /* where its list lies, from 1 (places.c); 0: in the file of its slot */
    uint8_t twins;   /* what was learned of the site's addresses (twins.c) */
};

/* What the state block holds. */
struct crawl_state {
    uint32_t magic;
    uint32_t round;
    uint32_t queue_position; /* of the next site; those before it were begun */
    uint8_t phase;           /* enum crawl_phase */
    uint8_t running, paused;
    uint8_t news; /* a site has ended since the last scoring */
    struct hosts_mark hosts;
    struct crawl_totals totals;
    struct crawl_site site[STATE_SITES];
    struct crawl_explored explored; /* from here on earlier versions had nothing: see crawl_open() */
    struct crawl_embeds embeds;
    struct learned learned;                  /* outlives a crawl: see crawl_begin() */
    struct crawl_tenure tenure[STATE_SITES]; /* from here on, too, earlier versions had nothing */
    uint32_t resting[STATE_PLACES / 32];     /* a bit for each place whose site rests (rest.c) */
    uint8_t hosts_rest;               /* hosts were passed over, since their servers want to be left alone */
    uint32_t kept[STATE_PLACES / 32]; /* a bit for each place that keeps the list of a site that was left
                                         early (kept.c) */
};

/* An active site beyond those of the state block, and what struct crawl_embeds has of its slot. */
struct crawl_more_site {
    struct crawl_site site;
    uint32_t site_kb;
    struct crawl_tenure tenure;
};

/* A bit for each slot. */
#if CRAWLBOX_MORE_SITES > 0
typedef uint64_t crawl_slot_bits;
#else
typedef uint8_t crawl_slot_bits;
#endif

/* What the last page of a slot's site needs (embeds.c): a queue of addresses behind the site's list. */
struct crawl_needs {
    uint32_t next, end;             /* the part of the queue that is not taken yet, in bytes */
    uint32_t page;                  /* the entry of the page, CRAWL_NONE if it is not kept */
    uint32_t left_kb;               /* how much the page's embeds may still bring */
    uint16_t origin[CRAWL_ORIGINS]; /* other servers whose robots.txt is on the card; 0: none */
};

/* What the links of one page have in common: the head of their run in the frontier. */
struct crawl_run {
    uint8_t class;
    uint8_t hops;
    uint8_t distance; /* from the last page in the language on the way to them */
    uint32_t count;   /* entries of the run, which follow its head */
    uint32_t parent;  /* the entry of the page that had these links, and the run of that entry */
    uint32_t parent_run;
};

enum { CRAWL_TOLD_MAX = 12, CRAWL_RECENT = 32, CRAWL_COOKIES_BYTES = 176 + STATE_MORE_SITES };

/* What is small and often used comes first: the code is shorter the nearer a field is to the beginning. */
/* Servers that want to be left alone, for a fresh card, which knows nothing of them. Their hashes are made
 * with this secret, which is then that card's, too. */
struct crawl_told {
    uint32_t secret[KEYED_HASH_WORDS]; /* zeros: of nobody anything is known */
    struct {
        uint32_t server, ready_utc;
    } wait[CRAWL_TOLD_MAX];
};

struct crawl {
    const struct crawl_port *port;
    const struct settings *settings;
    uint8_t slot;               /* the slot that is under way, or was served last */
    uint8_t ending;             /* the slot whose targets are being listed; CRAWL_NO_SLOT: none */
    crawl_slot_bits seen_ready; /* its seen-set is whole */
    crawl_slot_bits attempted;  /* its first try since the box started is committed */
    crawl_slot_bits strict;     /* its server compresses and is told not to */
    crawl_slot_bits
        retried;           /* its entry under way is asked for with the scheme that its site does not have */
    uint8_t origin;        /* at which place the rules of the URL under way lie; see origin_hash */
    uint8_t floor;         /* exploring: hosts worth less wait; 0: all that promise little wait */
    uint8_t best_left;     /* exploring: what the best of the waiting hosts is worth */
    int8_t learned_status; /* why what was learned is not used: learned_problem(); or STATUS_OK */
    crawl_slot_bits older; /* its site was active when the last round began */
    bool score_all;  /* hosts may be worth something else for another reason than that sites have ended */
    bool is_partial; /* the round that begins scores only what has changed */
    bool unresolved; /* there are hosts whose address is to be asked for again */
    bool opened;
    bool is_back;        /* the crawl was opened from the card: how long sites still wait is not known yet */
    bool put_off;        /* the name of a host was not found; the engine looks for it again in an hour */
    bool was_next;       /* the page under way is fetched out of turn, since the page before it wanted that */
    bool lists_sitemaps; /* the sitemap under way, or a redirect from it, leads to other sitemaps */
    bool leads_on;       /* the page under way has a link that the site's list did not have */
    bool is_gathering;   /* what links say is added up, before the targets are listed (evidence.h) */
    bool has_sums;       /* some target has several links */
    bool rests_long;     /* no resting site comes back within the hour */
    bool has_orphans;    /* hosts are active of which nothing is known: they are to be scored, too */
    bool has_returned;   /* the last free slot went to a site that had rested */
    bool is_third;       /* what is asked for now is of another server than the site's */
    bool has_twin;       /* the page under way may be asked for with the other scheme */
    uint16_t origin_hash;   /* which origin's robots.txt holds for the URL under way, */
    uint16_t *noted_origin; /* and where it stands whose rules lie at that place */
    int status;             /* the first failure of the card, or 0 */
    uint32_t next; /* the entry that is to be fetched right after the page under way; CRAWL_NONE: none is.
                      Of an embed: where its site's queue goes on */
    uint32_t entries_before, text_before; /* what its site's list had before this page */
    uint32_t links;                       /* how many of its page were met so far */
    uint32_t embeds;                      /* how many addresses of what it needs were met so far */
    uint32_t units;                       /* how large slot files are: see frontier.h */
    uint32_t run_head;                    /* number of the head of the run of the entry under way */
    struct crawl_run run;                 /* of the entry under way */
    struct url url;                       /* the URL under way */
    struct crawl_needs *need;             /* of the slot under way */
    uint64_t key;                         /* of the URL under way */
    uint32_t free_ms;                     /* the network is not used before this time of now_ms() */
    uint32_t scored, listed; /* how far scoring (hosts) and listing of targets (entries) have come */
    uint32_t edge, edges;    /* the rest of a site's list, in a round that scores what has changed */
    uint32_t looked_ms;      /* when the queue of the last round was made */
    uint32_t all_ms;         /* when all hosts were scored last */
    uint32_t locate_from;    /* this round asks for addresses of hosts from this id on */
    uint32_t locate_next;    /* where the next round will begin: at 0, or where this one had to stop */
    uint32_t locate_lost_ms; /* how much time this round has spent on name servers that do not answer */
    uint32_t asked;          /* the host that the predictor is asked about */
    uint32_t ahead;          /* the queue was looked through up to here for a site that may have a slot */
    struct crawl_told told;  /* stays when the card changes */
    uint32_t look_ms;        /* when a resting site may come back next */
    uint32_t third_delay_ms; /* that robots.txt of the other server asks for */
    struct crawl_state state;
#if CRAWLBOX_MORE_SITES > 0
    struct crawl_more_site more[STATE_MORE_SITES];
#endif
    uint32_t late[STATE_SLOTS]; /* ids of sites that ended after the next round had begun; or CRAWL_NONE */
    uint32_t ready_ms[STATE_SLOTS];    /* nobody is asked for the slot's site before this time of now_ms() */
    uint32_t domain[STATE_SLOTS];      /* hash of its registered domain; 0: not asked yet */
    uint32_t server[STATE_SLOTS];      /* hash of the host that ready_ms is for: segments share one */
    uint16_t server_port[STATE_SLOTS]; /* the port where the slot's site was asked last; 0: not yet */
    uint16_t broke_at[STATE_SLOTS]; /* where the slot's page broke off last: the lower half of the number of
                                       bytes, made odd; 0: no part of the page has come */
    uint16_t
        cookie_origin[STATE_SLOTS]; /* which origin has set the cookies of the slot's site, by its hash */
    uint16_t drawn;                 /* of 4,096 hosts so many are drawn by chance in this round (explore.c) */
    struct visit_request request;
    struct visit_answer answer;            /* to the request */
    struct crawl_needs needs[STATE_SLOTS]; /* of all slots */
    uint32_t
        recent[CRAWL_RECENT]; /* links met lately; saves a look at the card for links of each page's menu */
    char cookies[CRAWL_COOKIES_BYTES]; /* of all slots, each a text */
    char url_text[URL_BUFFER_SIZE];
};

/* How many slots there are, used or not: more than STATE_SITES if the files have room for them. */
static inline unsigned crawl_all_slots(const struct crawl *crawl)
{
#if CRAWLBOX_MORE_SITES > 0
    const struct state *state = crawl->port != NULL ? crawl->port->state : NULL;
    if (state != NULL && state->files != NULL && state->files->put_more != NULL)
        return STATE_SLOTS;
#endif
    (void)crawl;
    return STATE_SITES;
}

/* The site of a slot, 0..crawl_all_slots() - 1. */
static inline const struct crawl_site *crawl_look_at(const struct crawl *crawl, unsigned slot)
{
#if CRAWLBOX_MORE_SITES > 0
    if (slot >= STATE_SITES)
        return &crawl->more[slot - STATE_SITES].site;
#endif
    return &crawl->state.site[slot];
}

/* Makes `crawl` ready for crawl_open() or crawl_begin(). `port` and `settings` must outlive it. */
void crawl_init(struct crawl *crawl, const struct crawl_port *port, const struct settings *settings);

/* Goes on with the crawl on the card. STATUS_NOT_FOUND: there is none; STATUS_DAMAGED: it cannot be used;
 * STATUS_VERSION: another version of crawlbox wrote it; STATUS_FULL: its files are too small. */
int crawl_open(struct crawl *crawl);

/* Begins a crawl from scratch: forgets every host and site. */
int crawl_begin(struct crawl *crawl);

/* Adds a site to start from. STATUS_REFUSED: it belongs to another box of the fleet; STATUS_TOO_LONG,
 * STATUS_FULL: there is no room for it; STATUS_UNSUPPORTED: with mode = segment, a URL with a port. */
int crawl_seed(struct crawl *crawl, const struct url *url);

/* The host is no seed any more; if it was not visited, it is scored like others. STATUS_NOT_FOUND: nobody
 * knows this host. */
int crawl_unseed(struct crawl *crawl, const char *host, size_t length);

/* The operator's orders, which survive a reboot. They return 0, or the status of a card that failed. */
int crawl_start(struct crawl *crawl); /* after CRAWL_STOP_NOTHING_LEFT it looks for work again */
int crawl_halt(struct crawl *crawl);
int crawl_pause(struct crawl *crawl);
int crawl_resume(struct crawl *crawl);

/* Ends an active site, or keeps a known one from being crawled. STATUS_NOT_FOUND: nobody knows this host. */
int crawl_skip(struct crawl *crawl, const char *host, size_t length);

/* Makes one decision and carries it out. Returns for how many ms there is nothing to do (0: call again at
 * once), or an enum crawl_stop. */
int32_t crawl_step(struct crawl *crawl);

/* Whoever does not call crawl_step() for days, such as a box without a network, calls this at least once a
 * month, so that the count of milliseconds may begin anew meanwhile. */
void crawl_keep_time(struct crawl *crawl);

/* How many sites have given up their slots, since they want to be left alone, and come back with what they
 * have. */
unsigned crawl_count_resting(const struct crawl *crawl);

/* Is the host one of these, or one that waits in the same way before its first page? */
bool crawl_host_rests(const struct crawl *crawl, uint32_t id, const struct host *host);

/* Forgets what the box has learned of its web (learned.h). */
int crawl_forget_learned(struct crawl *crawl);

/* Tells the engine that the model or the settings have changed: the next round scores all hosts. */
void crawl_score_all(struct crawl *crawl);

/* How probable it is that a host is in the language, 0..255, says the machine's model or, without one, a rule
 * of thumb, corrected by what the box has learned. From PREDICT_THAI on the host is expected to be. */
uint8_t crawl_predict(const struct crawl *crawl, const struct features *features);

/* To which box of a fleet a host belongs, 1..count. */
unsigned crawl_shard(const char *host, size_t length, unsigned count);

#endif
