/*
 * robots.txt (RFC 9309): may we fetch this path?
 *
 * The file is parsed as it streams by, byte by byte; only the rules of our own group are kept, in a store
 * that the caller owns. When the file ends the store is a sealed, position-independent blob (FORMAT.md) that
 * can be written to the card, read back within 24 hours, checked and used again:
 *
 *     uint8_t store[ROBOTS_STORE_BYTES];
 *     struct robots_parser parser;
 *     robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
 *     robots_push(&parser, bytes, count);                       // as often as data arrives
 *     int status = robots_finish(&parser, now_s);               // STATUS_FULL: the rules did not fit
 *     ...
 *     struct robots_verdict verdict = robots_allows(store, path, path_length);
 *     if (!verdict.allowed)
 *         say("%s", robots_reason_text(verdict.reason));
 *
 * When there is no file to parse, fetch/robots_policy.h says what the failed fetch means, and robots_set()
 * makes a store that says it. DESIGN.md gives the reasons for what is accepted beyond the RFC.
 *
 * RAM: the store (2 KB hold about 100 rules) and, while parsing, a struct robots_parser, 92 bytes.
 */
#ifndef CRAWLBOX_READ_ROBOTS_ROBOTS_H
#define CRAWLBOX_READ_ROBOTS_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/robots/octets.h"

enum {
    ROBOTS_STORE_BYTES = 2048,        /* room that the box gives the rules of one origin */
    ROBOTS_STORE_MIN = 20,            /* bytes of a store without rules */
    ROBOTS_BODY_MAX = 500 * 1024,     /* bytes of a file that are read; the rest is ignored */
    ROBOTS_LINE_MAX = 8 * 2083 - 1,   /* bytes of a line that are read */
    ROBOTS_DELAY_MAX_MS = 300 * 1000, /* the longest Crawl-delay that is respected */
    ROBOTS_CACHE_S = 24 * 60 * 60,    /* how long a file may be used without asking again */
    ROBOTS_STEPS_MAX =
        100 * 1024, /* octets compared to judge one path: enough for 100 rules of 1,024 octets */
};

/* What a store says, apart from its rules. The numbers are part of the format. */
enum robots_answer {
    ROBOTS_RULES = 0,       /* the rules decide */
    ROBOTS_UNAVAILABLE = 1, /* the site has no robots.txt: everything is allowed */
    ROBOTS_UNREACHABLE = 2, /* the site may have one, but we could not get it: everything is denied */
    ROBOTS_OVERFLOW = 3,    /* its rules for us do not fit the store: everything is denied */
};

/* Called with the value of each Sitemap line that fits the free part of the store; the text dies with the
 * call. */
typedef void robots_sitemap_fn(void *context, const char *url, size_t length);

/* ---- Reading a robots.txt ---- */

/* The line being read, of which never more than a few bytes are held. Only the parser uses it. */
struct robots_line {
    uint16_t bytes;     /* bytes of the line so far, at most ROBOTS_LINE_MAX */
    uint8_t phase;      /* whether the name, the gap before the colon, or the value is read */
    uint8_t name;       /* the name before the colon, as one of the known ones */
    uint8_t key_length; /* bytes of the name; if they do not fit `key`, it is no name that we know */
    char key[11];
    bool colon;            /* a colon stands between name and value */
    bool ignored;          /* the rest of the line is ignored: it is a comment, or past ROBOTS_LINE_MAX */
    bool malformed;        /* the line has three words without a colon */
    char last;             /* the last byte of the value that is no blank */
    uint16_t blanks;       /* how many blanks have come after it */
    uint16_t units;        /* characters of a pattern without its wildcards: no shorter path can match */
    uint32_t length;       /* of the value: octets of a pattern, letters of an agent, digits of a number */
    struct octets octets;  /* of a pattern */
    uint8_t agent;         /* how far the value of User-agent agrees with our name or with * */
    uint16_t decimal_ms;   /* what the next digit of a number is worth, or 0 before its decimal point */
    uint32_t number_ms;    /* the number as far as it was read */
    bool number_has_ended; /* nothing that follows belongs to the number */
};

struct robots_parser {
    uint8_t *store;
    size_t size, used;
    const char *agent;
    size_t path_max;
    robots_sitemap_fn
        *sitemap; /* a caller that wants sitemaps sets it after robots_begin(); else it is NULL */
    void *sitemap_context;
    uint32_t body_bytes;
    uint32_t delay_ms, group_delay_ms;
    uint8_t bom_bytes;    /* bytes of a byte order mark that have come, at the very start */
    bool group_is_ours;   /* the group being read names us */
    bool group_is_any;    /* the group being read is for * */
    bool group_has_rules; /* the group has rules, so that the next User-agent line begins another group */
    bool found_ours;      /* some group names us, so that groups for * do not count */
    bool overflow;
    struct robots_line line;
};

/*
 * Starts to read a file into `store`, which has `size` bytes; returns STATUS_FULL if these are less than
 * ROBOTS_STORE_MIN. `agent` is our product token (letters, - and _) and must outlive the parser. Rules that
 * no path of at most `path_max` bytes can match are left out.
 */
int robots_begin(struct robots_parser *parser, void *store, size_t size, const char *agent, size_t path_max);

/* Reads the next bytes of the file. */
void robots_push(struct robots_parser *parser, const char *bytes, size_t count);

/*
 * Ends the file and seals the store. `fetched_s` is the time of the fetch in seconds since 1970. Returns the
 * number of bytes to keep, or STATUS_FULL when the rules did not fit: the store then denies everything.
 */
int robots_finish(struct robots_parser *parser, uint32_t fetched_s);

/* ---- When there is nothing to read ---- */

/* Makes a sealed store without rules. Returns the number of bytes to keep, or STATUS_FULL. */
int robots_set(void *store, size_t size, enum robots_answer answer, uint32_t fetched_s);

/* ---- Using a store ---- */

/*
 * Checks every byte of a store that comes from the card. Returns STATUS_OK or STATUS_DAMAGED. The functions
 * below must only be given a store that was sealed here or passed this check.
 */
int robots_check(const void *store, size_t size);

/* Says whether a store is still young enough to be used. A clock that went backwards makes it old. */
bool robots_is_fresh(const void *store, uint32_t now_s);

/* Return what a store says, and the Crawl-delay that the site asks for in milliseconds, or 0 if it asks
 * for none. */
enum robots_answer robots_answer(const void *store);
uint32_t robots_delay_ms(const void *store);

enum robots_reason {
    ROBOTS_BY_RULE,     /* the rule in the verdict decides */
    ROBOTS_BY_NO_RULE,  /* no rule matches: allowed */
    ROBOTS_BY_RFC,      /* /robots.txt itself is always allowed */
    ROBOTS_BY_ABSENCE,  /* the site has no robots.txt: allowed */
    ROBOTS_BY_FAILURE,  /* robots.txt could not be got: denied */
    ROBOTS_BY_OVERFLOW, /* there are too many rules for the box: denied */
    ROBOTS_BY_EFFORT, /* comparing the rules with this path takes more than ROBOTS_STEPS_MAX steps: denied */
};

struct robots_verdict {
    bool allowed;
    enum robots_reason reason;
    const char
        *pattern; /* of the rule, in the store, with its percent-encoding normalised; NULL without a rule */
    size_t pattern_length;
};

/* Says whether a path may be fetched. `path` is path and query of a URL, which begin with /, without a
 * fragment; an empty path counts as /. */
struct robots_verdict robots_allows(const void *store, const char *path, size_t length);

/* Returns a sentence for the log that explains a reason. */
const char *robots_reason_text(enum robots_reason reason);

#endif
