/*
 * The card as the crawler sees it: pages are begun, written as they arrive, and then kept or taken back.
 *
 *     store_init(&store, &port, &settings);
 *     if (store_mount(&store) != STORE_READY)
 *         say(store_sentence(store.state));
 *     store_page_begin(&store, &page);
 *     store_page_write(&store, header, header_size);
 *     store_page_body(&store);                        the HTTP header ends here
 *     store_page_write(&store, chunk, size);          as received ...
 *     store_page_payload(&store, body, body_size);    ... and without transfer coding, for the digest
 *     store_commit(&store, &end);                     or store_rollback(&store)
 *     store_eject(&store);                            "safe to remove"
 *
 * What store_commit has returned 0 for is never lost, whatever is pulled or cut; until then nothing of the page counts. How: FORMAT.md.
 * One task at a time may use a store.
 *
 * RAM of the whole storage path on the box, stacks apart (tests/lint/image/store_ram.sh measures it, at most 4,096 bytes):
 *
 *     struct store      about 3,000   journal 520, group 1,040, scratch 512, payloads seen 580, digests 185, places 100
 *     FatFs             about 560     its one window, 512, and what it knows of the volume
 *     long names        130           working buffer for names up to 64 characters
 *     SD driver         about 100     counters, card type, size
 */
#ifndef CRAWLBOX_STORE_STORE_H
#define CRAWLBOX_STORE_STORE_H

#include "logs/crawl_log.h"
#include "logs/progress.h"
#include "store/group.h"
#include "store/journal.h"
#include "store/port.h"
#include "warc/warc.h"

enum store_state {
    STORE_NO_CARD,    /* nothing in the slot */
    STORE_EJECTED,    /* closed by request: waits for another card, or for mount */
    STORE_UNREADABLE, /* it does not answer as it should */
    STORE_NOT_FAT32,  /* no file system, or one that the box does not know */
    STORE_TOO_SMALL,  /* the card does not have what it, or its file system, claims */
    STORE_READ_ONLY,
    STORE_FULL,    /* up to the reserve */
    STORE_DAMAGED, /* the file system contradicts itself */
    STORE_READY,
};

enum store_log { STORE_LOG_CRAWL, STORE_LOG_PROGRESS, STORE_LOG_EVENTS, STORE_LOG_HOSTS, STORE_LOGS };

enum {
    STORE_FILE_BYTES = 512 * 1024 * 1024,
    STORE_RESERVE_BYTES = 4 * 1024 * 1024,
    STORE_PAGE_BYTES_MAX = 1024 * 1024,
    STORE_LOG_BYTES = 256 * 1024,
    STORE_SEEN_PAYLOADS = 24,
    STORE_REVISIT_BYTES_MIN = 512, /* below, a revisit record saves nothing */
};

struct store_settings {
    uint32_t file_bytes;    /* of a WARC file */
    uint32_t reserve_bytes; /* left free on the card */
    uint32_t page_bytes;    /* the largest HTTP message that is taken */
    uint32_t log_bytes;     /* of a log file, then a new one is begun */
    const char *prefix;     /* of WARC file names: letters, digits, _ and -, up to 16 */
    const char *box_id;     /* letters, digits and _, up to 12 */
    struct warc_info about; /* id, seconds and file are filled in for each file */
};

/* A fetch; the texts must stay until the page is committed or rolled back. */
struct store_page {
    const char *uri;
    const char *ip;   /* of the server, or NULL */
    uint32_t seconds; /* when it began */
};

struct store_page_end {
    const void *request; /* as sent */
    size_t request_size;
    enum warc_truncation truncated;
    struct warc_metadata metadata;
    struct crawl_log_line line; /* digest and annotation of a revisit are filled in */
    uint8_t *payload;           /* gets the payload's digest; may be NULL */
    /* The answer is 304, so the page is as it was when it was captured: then, with that digest. NULL: it is not. */
    const uint8_t *unchanged_payload;
    uint32_t unchanged_seconds;
};

/* Payloads stored lately from the site, so that a page which comes under several addresses is stored once.
 * An entry points at the group in the open file whose response carries it. */
struct store_seen {
    struct {
        uint8_t digest[SHA1_BYTES];
        uint32_t offset; /* in the WARC file */
    } entry[STORE_SEEN_PAYLOADS];
    uint8_t count, next;
};

struct store {
    const struct store_port *port;
    const struct store_settings *settings;
    enum store_state state;
    int cause;           /* status that brought it out of STORE_READY */
    bool was_pulled;     /* the last mount found a card that had not been ejected */
    bool page_lost;      /* a page was open when the card failed or went */
    uint32_t lines_lost; /* log lines that found no room */
    struct store_extent warc;
    struct store_extent log[STORE_LOGS];
    struct journal journal;
    uint32_t state_number; /* of the state block that counts from the next commit on (state.h) */

    const struct store_page *page; /* the open one, or NULL */
    struct group group;
    struct warc_uuid response_id;
    struct sha1 block, payload;
    uint32_t head_bytes; /* WARC header of the response */
    uint32_t http_bytes; /* HTTP header, 0 until the body begins */
    uint8_t http_digest[SHA1_BYTES];
    struct store_seen seen;
    uint8_t scratch[STORE_SECTOR_BYTES]; /* nobody's between two calls */
};

struct store_info {
    enum store_state state;
    uint32_t total_kb, free_kb; /* free: for pages, in the open file and outside of it */
    uint32_t file_serial;       /* of the newest WARC file, 0 if none */
    uint32_t file_bytes;        /* committed in the open one, 0 if none is open */
    uint32_t file_room_bytes;   /* what it still takes */
    uint32_t file_pages, card_pages;
    uint32_t repairs; /* mounts that found the card pulled or cut off */
    uint32_t lines_lost;
};

/* A sentence for a state, for the console and the display's long form: what it is and what to do. */
const char *store_sentence(enum store_state state);

/* The store keeps both pointers. */
void store_init(struct store *store, const struct store_port *port, const struct store_settings *settings);

/* Looks at the card, repairs what a cut left, lays a fresh one out. Never formats. */
enum store_state store_mount(struct store *store);

/* Closes everything: after 0 the card may be taken. An open page is rolled back. */
int store_eject(struct store *store);

/* The card is gone without eject: forgets it. An open page is lost. */
void store_forget(struct store *store);

/* A new site begins: payloads of the last one are not referred to any more. */
void store_site_begin(struct store *store);

int store_page_begin(struct store *store, const struct store_page *page);
/* STATUS_FULL: the page is longer than page_bytes; commit it as truncated. */
int store_page_write(struct store *store, const void *bytes, size_t size);
void store_page_body(struct store *store);
void store_page_payload(struct store *store, const void *bytes, size_t size);
/* 0: stored; 1: stored as a revisit. */
int store_commit(struct store *store, const struct store_page_end *end);
void store_rollback(struct store *store);

/* Log lines: on the card when the call returns 0. */
int store_log_crawl(struct store *store, const struct crawl_log_line *line);
int store_log_progress(struct store *store, const struct progress *progress);
int store_log_event(struct store *store, const char *sentence);
int store_log_host(struct store *store, const char *host, bool is_secure); /* of another box, for EXCHANGE/ */

/* Commits what store_state_put() wrote, without a page or a line. */
int store_commit_state(struct store *store);

int store_get_info(struct store *store, struct store_info *info);

/* Reads a WARC file of the card from its start: how many whole records, and up to where they go. */
struct store_check {
    uint32_t records, groups;
    uint32_t good_bytes; /* end of the last whole group */
    bool damaged;        /* there is more behind it than there should be */
    struct warc_uuid warcinfo;
};
int store_check_file(struct store *store, const char *name, struct store_check *check);

#endif
