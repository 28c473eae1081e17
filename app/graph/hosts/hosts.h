/*
 * The host graph: every web host the crawl has heard of, which hosts link to which, and the order in which to
 * visit them. It lies on the card; RAM holds the mark below and the sectors that app/store caches. app/crawl
 * calls it.
 *
 *     hosts_open(&hosts, &state, &mark);                 the mark of the state block; zeros on a fresh card
 *     while ((status = hosts_prepare(&hosts)) > 0)       a fresh or damaged index is made, in steps
 *         ;
 *     int32_t id = hosts_add(&hosts, "www.example.go.th", 17, NULL);
 *
 *     struct host *host;
 *     hosts_change(&hosts, id, &host);                       its record, in the cache
 *     host->country = COUNTRY_HOME;
 *
 *     hosts_list_begin(&hosts); hosts_list_add(&hosts, target, 0); ...     the site is done: whom it links to
 *     hosts_list_end(&hosts, id);
 *     hosts_apply(&hosts, id, HOSTS_APPLY);                  commit the mark, then:
 *     while ((status = hosts_apply_step(&hosts, 32)) > 0)
 *         ;                                                  its targets have one more source
 *     hosts_features(&hosts, target, &features);             what the predictor wants to know
 *
 * A host is one site: http and https, with `www` or without. In a table of segments (has_segments) it is a
 * directory of one. Its id is its place in the table, in order of discovery; nothing that matters may
 * depend on it (names have a hash for that). When the table is full, a host that was never visited gives
 * its id to a newcomer with as much behind it (replace.c).
 *
 * What survives a power cut: everything that was flushed (state_flush) before a commit that carried
 * `hosts.mark` in its state block. Hosts, lists and queues that the mark does not know of do not exist.
 * Records are changed in place, and a change may reach the card without its commit; so after a cut, do again
 * what the committed state says was not done yet: each of the calls below gives the same result the second
 * time, which is also how an application survives being cut in the middle (it has a number, and a target that
 * carries it is left alone).
 *
 * Costs struct hosts, 104 bytes, and 504 bytes of a card's sector for two hosts. Limits: names up to 111
 * characters (longer hosts are refused and counted); as many hosts as STATE_HOSTS has room for, below 16.7
 * million; 65,535 sources of a kind.
 */
#ifndef CRAWLBOX_GRAPH_HOSTS_HOSTS_H
#define CRAWLBOX_GRAPH_HOSTS_HOSTS_H

#include "base/keyed_hash.h"
#include "graph/home.h"
#include "graph/predict/features.h"
#include "graph/segment.h"
#include "store/state.h"

enum {
    HOST_NAME_SIZE = 112, /* with the zero byte behind the name */
    HOST_DEGREES = 16,    /* so many degrees are remembered: more than the features need, since a re-crawl of
                             a source may remove one */
    HOST_RECORD_BYTES = 252,
};

enum host_state {
    HOST_KNOWN,   /* it is a seed or somebody links to it; it was not visited yet */
    HOST_QUEUED,  /* it is in the queue of this round */
    HOST_ACTIVE,  /* it is being crawled */
    HOST_DONE,    /* it was crawled, and has a label */
    HOST_DEAD,    /* it did not answer */
    HOST_DENIED,  /* its robots.txt or a rule of ours forbids it */
    HOST_SKIPPED, /* the operator skipped it */
    HOST_FOREIGN, /* it belongs to another box of the fleet (shard) */
    HOST_LOST,    /* its record was damaged; nothing else in the record means anything */
    HOST_STATES,
};

enum host_label { HOST_UNLABELLED, HOST_THAI, HOST_OTHER, HOST_LABELS };

/* The bits of the record's byte `flags`. */
enum host_flag {
    HOST_SEED = 0x01,         /* the operator named it, or it was carried from another card */
    HOST_HTTPS = 0x02,        /* every page of its last crawl came by https */
    HOST_AGAIN = 0x04,        /* it was left early, and was gone back to */
    HOST_IN_VAIN = 0x08,      /* a probe found nothing in it: its record may go to another host */
    HOST_LINKED_HTTP = 0x10,  /* somebody links to it as http://... */
    HOST_LINKED_HTTPS = 0x20, /* somebody links to it as https://... */
    HOST_MOVED = 0x40, /* a site that was chosen redirects here, so that this one counts as chosen, too */
    HOST_DRAWN = 0x80, /* it was drawn by chance: the box learns from what it proves to be */
};

/* A record as it lies on the card (FORMAT.md). A field without a comment belongs to app/crawl;
 * app/graph/hosts only keeps it. */
struct __attribute__((may_alias)) host {
    char name[HOST_NAME_SIZE];  /* as it is fetched: the shortest spelling met, with or without www */
    uint32_t hash;              /* hosts_hash() of the name without www */
    uint32_t address;           /* its IPv4 address, or 0 until it was resolved */
    uint32_t crawled_at;        /* when its last crawl ended, in UTC seconds, or 0 if it was never crawled */
    uint32_t applied;           /* number of the last application that changed the counts of this record */
    uint32_t edges_at;          /* the list of its targets: where it begins in STATE_EDGES ... */
    uint32_t edges;             /* ... and how many edges it has */
    uint32_t pages, thai_pages; /* pages downloaded in its last crawl, and the Thai ones among them */
    union {
        struct {
            uint16_t by_country[FEATURE_KINDS][FEATURE_COUNTRIES]; /* its sources, by language and country */
            uint16_t by_tld[FEATURE_KINDS][FEATURE_TLDS];          /* the same by top-level domain */
            uint16_t degrees;                                      /* sources whose degree is not 0 */
            uint8_t top[HOST_DEGREES]; /* the highest degrees in half percents; 0 behind the last known one */
        };
        struct segment segment; /* in a table of segments */
    };
    uint8_t state, label;  /* enum host_state, enum host_label */
    uint8_t country, tld;  /* enum feature_country, enum url_tld */
    uint8_t degree;        /* its own degree: Thai pages among its pages, in half percents */
    uint8_t applied_label; /* the label with which its targets count it; HOST_UNLABELLED if they do not */
    uint8_t applied_country, applied_degree; /* country and degree with which its targets count it */
    uint8_t hops;                            /* sites on the way from a seed to it */
    uint8_t score;
    uint8_t stop;  /* why its crawl ended (app/crawl/stops.def) */
    uint8_t flags; /* enum host_flag */
    uint8_t tries;
    uint8_t distance; /* sites on the way to it since the last one in the language that is looked for */
    uint8_t left;     /* links not followed when it was left, for each of its pages, in eighths; 255: more */
    uint8_t held;     /* it is being crawled, on a machine that has more slots than a box; else 0 */
    uint8_t rests;    /* how often its server wanted to be left alone, and nothing could be kept of it */
    uint8_t twins;    /* what its last visit has learned of its addresses (app/crawl/twins.c) */
    uint8_t spare[12];
    uint32_t ready_utc; /* its server is not asked before; 0: whenever it is its turn */
    uint32_t born;      /* number of the application of the list through which the host got this record */
    uint32_t listed; /* number of the application of its own list; a target that was born later took over the
                        record of another host, which is the one that the list means */
};

enum hosts_direction { HOSTS_IDLE, HOSTS_APPLY, HOSTS_UNAPPLY };

/* What the targets of a host count it as. */
struct host_source {
    uint8_t label, country, tld, degree;
};

/* What the engine must keep in its state block. */
struct hosts_mark {
    uint32_t hosts;       /* hosts in the table */
    uint32_t edges;       /* edges in use in STATE_EDGES */
    uint32_t application; /* number of the newest application */
    uint32_t source, at; /* the application that is going on: the host whose list it is, and how many edges of
                             the list are done */
    uint32_t queued;     /* length of the newest queue */
    uint32_t prepared;   /* how many steps hosts_prepare() has done */
    uint32_t secret[KEYED_HASH_WORDS]; /* key of the hashes that nobody may foresee: those of the index, and
                                          those by which app/crawl knows pages */
    struct host_source as;             /* what the application that is going on counts its source as */
    uint8_t direction;                 /* enum hosts_direction */
    uint8_t queue_half;                /* the half of STATE_QUEUE in which the newest queue lies */
    uint8_t index_ready;               /* hosts_prepare() has finished the index */
    uint8_t language; /* that is looked for, by its number in the setting: which domains are at home */
};

struct hosts {
    struct state *state;
    const struct home *home; /* of the mark's language */
    struct hosts_mark mark;
    uint32_t capacity;     /* how many hosts fit into the table */
    uint32_t slots;        /* slots of the index */
    uint32_t list_at;      /* where the list that is being made ends */
    uint32_t replaced;     /* how many hosts gave way to targets of that list */
    uint32_t old_queued;   /* length of the queue before that one, until it is sorted */
    uint32_t sorting;      /* entries of the queue that is being made */
    uint32_t run;          /* of its sorting: the length of the runs that are in order, ... */
    uint32_t merged, left; /* ... and how far their merge is (queue.c) */
    uint32_t refused;      /* hosts that were refused: their name was too long, or there was no room */
    uint32_t restarts;     /* how often hosts_prepare() began anew */
    uint32_t lost;         /* records that were found damaged */
    bool has_segments;     /* the hosts of this table are segments: their names have a path, and a source says
                              the weight that hosts_list_add() was given */
};

/* Copies the mark; NULL stands for a table without hosts. Returns STATUS_FULL if the files are too small for
 * even one host. */
int hosts_open(struct hosts *hosts, struct state *state, const struct hosts_mark *mark);

/* Makes the index, on a fresh card or after hosts_find() or hosts_add() returned STATUS_DAMAGED. Each call
 * does a part, and returns 1 while there is more to do. The caller commits now and then, so that a power
 * cut does not undo everything. Returns STATUS_DAMAGED if the card does not keep what is written. */
int hosts_prepare(struct hosts *hosts);

/* Returns the hash that orders hosts and says to which shard they belong. It is taken of the name without
 * www, in lower case as url_parse() writes it. Anybody can invent names with the same hash, so it never
 * proves that two hosts are one. */
uint32_t hosts_hash(const char *name, size_t length);

/* Returns the id of a host, STATUS_NOT_FOUND, or STATUS_DAMAGED if the index must be made anew by
 * hosts_prepare(). */
int32_t hosts_find(struct hosts *hosts, const char *name, size_t length);

/* Adds a host that the operator wants, if it is not known yet, and returns its id. In a full table a host
 * that was never visited gives way. A host that is refused is counted; the status is STATUS_TOO_LONG or
 * STATUS_FULL. `is_new` may be NULL. */
int32_t hosts_add(struct hosts *hosts, const char *name, size_t length, bool *is_new);

/*
 * Adds a host that some site links to; `by_target` says that the site is one of those that the crawl looks
 * for. A domain gets at most 1/64 of the table (at least 16 hosts, at most 250), so that no owner of a domain
 * fills it; beyond that the status is STATUS_REFUSED. A part of the table is kept for hosts with `by_target`,
 * and another for seeds. When there is no room left, a host gives way that was never visited and that is
 * worth no more (replace.c); for the links of one site up to 1/64 of the table gives way. The status is
 * STATUS_FULL if no such host was found.
 */
int32_t hosts_add_linked(struct hosts *hosts, const char *name, size_t length, bool by_target);

/* Points *host to the record of a host, to read or to change it. The pointer is good until two further
 * sectors of app/store were asked for. A damaged record is replaced by one in the state HOST_LOST. Returns
 * STATUS_NOT_FOUND if there is no such host. */
int hosts_read(struct hosts *hosts, uint32_t id, const struct host **host);
int hosts_change(struct hosts *hosts, uint32_t id, struct host **host);

/* Finds the first host from *id on that is in one of the states (bits 1 << enum host_state), and sets *id to
 * its id. Returns STATUS_NOT_FOUND if there is none. */
int hosts_next(struct hosts *hosts, uint32_t *id, unsigned states, const struct host **host);

/* Fill in what the predictor wants to know about a host. */
int hosts_features(struct hosts *hosts, uint32_t id, struct features *features);
void host_features(const struct host *host, struct features *features);

/* Gives a crawled host its degree and its label: HOST_THAI if more than 25 % of its pages were Thai. */
void host_label(struct host *host, uint32_t pages, uint32_t thai_pages);

/*
 * Make the list of targets of a host that was crawled. The list counts once the mark was committed after
 * hosts_list_end(); after a power cut before that the caller makes it anew. hosts_list_add() returns
 * STATUS_FULL when STATE_EDGES is full; the host then keeps the list without what did not fit.
 */
void hosts_list_begin(struct hosts *hosts);
/* `weight` is what the source says about the target, in a table of segments (graph/segment.h); else 0. */
int hosts_list_add(struct hosts *hosts, uint32_t target, uint8_t weight);
int hosts_list_end(struct hosts *hosts, uint32_t source);
/* Returns the id of the nth target of a host, or STATUS_NOT_FOUND behind the last. */
int32_t hosts_list_target(struct hosts *hosts, uint32_t source, uint32_t n);
/* Returns the id of the target at a place of STATE_EDGES, or STATUS_DAMAGED. Whoever goes through a whole
 * list begins with `edges_at` of its source. */
int32_t hosts_edge_target(struct hosts *hosts, uint32_t at);

/*
 * Begins an application: HOSTS_APPLY counts a host as a source of its targets, with the label, country and
 * degree that its record has now; HOSTS_UNAPPLY takes back what it was counted as. A re-crawl does
 * HOSTS_UNAPPLY, gives the host a new label and list, and does HOSTS_APPLY. The caller commits the mark
 * between hosts_apply() and the first step, and after the last. A target that is in the list twice counts the
 * source once. Returns STATUS_BUSY if another application is going on, which must be finished first.
 */
int hosts_apply(struct hosts *hosts, uint32_t source, enum hosts_direction direction);
/* Does up to `most` targets of the application that is going on. Returns 1 while there is more to do. */
int hosts_apply_step(struct hosts *hosts, uint32_t most);

/*
 * Make the queue of a round: hosts by score, the highest first, and by hash where scores are equal.
 * hosts_queue_begin() gives up the old queue; the caller commits that, adds hosts in any order, and then
 * sorts in steps. After a power cut on the way it begins anew. hosts_queue_add() returns STATUS_FULL if the
 * queue holds no more. Until it is sorted, hosts_queue_old_id() tells who was in the old queue.
 */
void hosts_queue_begin(struct hosts *hosts);
int hosts_queue_add(struct hosts *hosts, uint32_t id, uint32_t hash, uint8_t score);
/* Returns 1 while there is more to do. */
int hosts_queue_sort(struct hosts *hosts);
/* Return the id of the nth host of the newest queue, and of the one before, or STATUS_NOT_FOUND behind the
 * last. */
int32_t hosts_queue_id(struct hosts *hosts, uint32_t n);
int32_t hosts_queue_old_id(struct hosts *hosts, uint32_t n);

#endif
