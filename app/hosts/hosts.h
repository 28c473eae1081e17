/*
 * The host graph: every web host the crawl has heard of, which hosts link to which, and the order in which to visit
 * them. It lies on the card; RAM holds the mark below and whatever sectors of app/state are cached.
 *
 *     hosts_open(&hosts, &state, &mark);                     mark: from the state block, or zeros on a fresh card
 *     while ((status = hosts_prepare(&hosts)) > 0)           a fresh or damaged index is made, in steps
 *         ;
 *     int32_t id = hosts_add(&hosts, "www.example.go.th", 17, NULL);
 *
 *     struct host *host;
 *     hosts_change(&hosts, id, &host);                       its record, in the cache
 *     host->country = COUNTRY_TH;
 *
 *     hosts_list_begin(&hosts); hosts_list_add(&hosts, target); ...          the site is done: whom it links to
 *     hosts_list_end(&hosts, id);
 *     hosts_apply(&hosts, id, HOSTS_APPLY);                  commit the mark, then:
 *     while ((status = hosts_apply_step(&hosts, 32)) > 0)
 *         ;                                                  its targets have one more source
 *     hosts_features(&hosts, target, &features);             what the predictor wants to know
 *
 * A host is one site: http and https, with `www` or without. In a table of segments (has_segments) it is a directory of one. Its id is its place in the table, in order of discovery; nothing
 * that matters may depend on it (names have a hash for that).
 *
 * What survives a power cut: everything that was flushed (state_flush) before a commit that carried `hosts.mark` in its state
 * block. Hosts, lists and queues that the mark does not know of do not exist. Records are changed in place, and a change may
 * reach the card without its commit; so after a cut, do again what the committed state says was not done yet: each of the calls
 * below gives the same result the second time, which is also how an application survives being cut in the middle (it has a
 * number, and a target that carries it is left alone).
 *
 * Costs 80 bytes, and 504 bytes of a card's sector for two hosts. Limits: names up to 111 characters (longer hosts are
 * refused and counted); as many hosts as STATE_HOSTS has room for, below 16.7 million; 65,535 sources of a kind.
 */
#ifndef CRAWLBOX_HOSTS_HOSTS_H
#define CRAWLBOX_HOSTS_HOSTS_H

#include "base/keyed_hash.h"
#include "predict/features.h"
#include "segment/segment.h"
#include "state/state.h"

enum {
    HOST_NAME_SIZE = 112, /* with the zero byte behind it */
    HOST_DEGREES =
        16, /* best sources remembered: more than the features need, since a re-crawl may remove some */
    HOST_RECORD_BYTES = 252,
};

enum host_state {
    HOST_KNOWN,   /* linked to or a seed, not visited */
    HOST_QUEUED,  /* in the queue of this round */
    HOST_ACTIVE,  /* being crawled */
    HOST_DONE,    /* crawled: it has a label */
    HOST_DEAD,    /* did not answer */
    HOST_DENIED,  /* its robots.txt or a rule of ours forbids it */
    HOST_SKIPPED, /* by the operator */
    HOST_FOREIGN, /* another box's (shard) */
    HOST_LOST,    /* its record was damaged; nothing else in it means anything */
    HOST_STATES,
};

enum host_label { HOST_UNLABELLED, HOST_THAI, HOST_OTHER, HOST_LABELS };

enum host_flag { HOST_SEED = 1, HOST_HTTPS = 2 /* answers on https */ };

/* A record as it lies on the card (FORMAT.md). Fields without a word here are the crawler's: app/hosts only keeps them. */
struct __attribute__((may_alias)) host {
    char name[HOST_NAME_SIZE]; /* as it is fetched: the shortest spelling met, with or without www */
    uint32_t hash;             /* of the name without www: hosts_hash() */
    uint32_t address;          /* IPv4; 0: not resolved yet */
    uint32_t crawled_at;       /* UTC seconds of the end of the last crawl; 0: never */
    uint32_t applied;          /* number of the last application that changed this record's counts */
    uint32_t edges_at;         /* its list: first place in STATE_EDGES, and how many */
    uint32_t edges;
    uint32_t pages, thai_pages; /* downloaded in its last crawl */
    union {
        struct {
            uint16_t by_country[FEATURE_KINDS][FEATURE_COUNTRIES]; /* sources */
            uint16_t by_tld[FEATURE_KINDS][FEATURE_TLDS];
            uint16_t degrees;          /* sources whose degree is not 0 */
            uint8_t top[HOST_DEGREES]; /* the highest of these, in half percents; 0: no more are known */
        };
        struct segment segment; /* in a table of segments */
    };
    uint8_t state, label;  /* enum host_state, enum host_label */
    uint8_t country, tld;  /* enum feature_country, enum url_tld */
    uint8_t degree;        /* its own: Thai pages among its pages, in half percents */
    uint8_t applied_label; /* as what its links count in their targets; HOST_UNLABELLED: they do not */
    uint8_t applied_country, applied_degree;
    uint8_t hops; /* from a seed */
    uint8_t score;
    uint8_t stop;  /* why its crawl ended */
    uint8_t flags; /* enum host_flag */
    uint8_t tries;
    uint8_t spare[29];
};

enum hosts_direction { HOSTS_IDLE, HOSTS_APPLY, HOSTS_UNAPPLY };

/* As what a host counts in its targets. */
struct host_source {
    uint8_t label, country, tld, degree;
};

/* What must be in the state block. */
struct hosts_mark {
    uint32_t hosts;       /* in the table */
    uint32_t edges;       /* in use in STATE_EDGES */
    uint32_t application; /* number of the newest */
    uint32_t source, at;  /* the application that is going on: whose list, and up to where it is done */
    uint32_t queued;      /* length of the newest queue */
    uint32_t prepared;    /* how far hosts_prepare() is */
    uint32_t secret
        [KEYED_HASH_WORDS]; /* of hashes that nobody may foresee: the index, the crawl's keys of pages */
    struct host_source as;  /* and as what it counts */
    uint8_t direction;      /* enum hosts_direction */
    uint8_t queue_half;     /* of STATE_QUEUE in which the newest queue lies */
    uint8_t index_ready;
    uint8_t spare;
};

struct hosts {
    struct state *state;
    struct hosts_mark mark;
    uint32_t capacity; /* hosts that fit */
    uint32_t slots;    /* of the index */
    uint32_t list_at;  /* where the list that is being added to ends */
    uint32_t sorting;  /* entries of the queue that is being made */
    uint32_t run, merged,
        left;          /* of its sorting: length of runs that are in order, and how far their merge is */
    uint32_t refused;  /* names too long, or no room */
    uint32_t restarts; /* of hosts_prepare() */
    uint32_t lost;     /* records found damaged */
    bool
        has_segments; /* its hosts are segments: names have a path, and sources say what hosts_list_add() was told */
};

/* The mark is copied; NULL: nothing is known yet. STATUS_FULL: the files are too small to hold a host. */
int hosts_open(struct hosts *hosts, struct state *state, const struct hosts_mark *mark);

/* Makes the index, on a fresh card or after STATUS_DAMAGED from hosts_find() or hosts_add(). Does a part of it: 1 while there is
 * more to do. Commit now and then, to go on from there after a power cut. STATUS_DAMAGED: the card does not keep it. */
int hosts_prepare(struct hosts *hosts);

/* The hash by which hosts are ordered and belong to shards: of the name without www, in lower case as url_parse() writes it. Anybody
 * can invent names with the same: it never says that two hosts are one. */
uint32_t hosts_hash(const char *name, size_t length);

/* The id, or STATUS_NOT_FOUND; STATUS_DAMAGED: the index is to be made anew (hosts_prepare). */
int32_t hosts_find(struct hosts *hosts, const char *name, size_t length);

/* The id of a host that is known from then on. STATUS_TOO_LONG, STATUS_FULL: refused and counted. `is_new`: may be NULL. */
int32_t hosts_add(struct hosts *hosts, const char *name, size_t length, bool *is_new);

/*
 * The same for a host that a site links to, `by_target`: one of what is looked for. A domain has at most 1/64 of the table (at least
 * 16 hosts, at most 250), so that nobody fills it with hosts of his own: STATUS_REFUSED. The last part of the table is
 * kept for hosts that such sites link to, and the very last for seeds.
 */
int32_t hosts_add_linked(struct hosts *hosts, const char *name, size_t length, bool by_target);

/* Its record, to read or to change until two further sectors of app/state were asked for. A damaged one is replaced by
 * a HOST_LOST. STATUS_NOT_FOUND: no such host. */
int hosts_read(struct hosts *hosts, uint32_t id, const struct host **host);
int hosts_change(struct hosts *hosts, uint32_t id, struct host **host);

/* The first host from *id on that is in one of the states (bits 1 << enum host_state); *id is its id then.
 * STATUS_NOT_FOUND: none. */
int hosts_next(struct hosts *hosts, uint32_t *id, unsigned states, const struct host **host);

/* What the predictor wants to know about a host. */
int hosts_features(struct hosts *hosts, uint32_t id, struct features *features);
void host_features(const struct host *host, struct features *features);

/* Gives a crawled host its label and degree, by how many of its pages were Thai. More than 25 %: HOST_THAI. */
void host_label(struct host *host, uint32_t pages, uint32_t thai_pages);

/*
 * A list of targets for a host that was crawled. Begun anew after a power cut; counts once the mark was committed after
 * hosts_list_end(). STATUS_FULL: STATE_EDGES is full; the host then keeps the list without what did not fit.
 */
void hosts_list_begin(struct hosts *hosts);
/* `weight`: what the source says about it, for segments (segment/segment.h). */
int hosts_list_add(struct hosts *hosts, uint32_t target, uint8_t weight);
int hosts_list_end(struct hosts *hosts, uint32_t source);
/* The nth target of a host. STATUS_NOT_FOUND: behind the last. */
int32_t hosts_list_target(struct hosts *hosts, uint32_t source, uint32_t n);

/*
 * Counts a host as a source of its targets, with the label, country and degree that its record has now; or takes
 * that back, with what it was counted as. A re-crawl does: HOSTS_UNAPPLY, new label and list, HOSTS_APPLY. Commit the
 * mark between hosts_apply() and the first step, and behind the last. A target that is in the list twice counts once.
 * STATUS_BUSY: another application is going on; go on with that.
 */
int hosts_apply(struct hosts *hosts, uint32_t source, enum hosts_direction direction);
/* Up to `most` targets: 1 while there is more to do. */
int hosts_apply_step(struct hosts *hosts, uint32_t most);

/*
 * The queue of a round: hosts by score, highest first, equal scores by hash. hosts_queue_begin() gives the old one up: commit that first.
 * Add hosts in any order, then sort in steps. After a power cut on the way begin anew. STATUS_FULL: it holds no more.
 */
void hosts_queue_begin(struct hosts *hosts);
int hosts_queue_add(struct hosts *hosts, uint32_t id, uint32_t hash, uint8_t score);
/* 1 while there is more to do. */
int hosts_queue_sort(struct hosts *hosts);
/* The nth of the newest queue: its id, or STATUS_NOT_FOUND behind the last. */
int32_t hosts_queue_id(struct hosts *hosts, uint32_t n);

#endif
