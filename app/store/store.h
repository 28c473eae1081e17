/*
 * The card as the crawler sees it: pages are begun, written as they arrive, and then kept or taken back.
 * app/box calls it for pages, the session for mounting and ejecting.
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
 * Once store_commit() has returned 0, the page is never lost, whether the card is pulled or power is cut;
 * until then nothing of the page counts. FORMAT.md says how. Only one task at a time may use a store.
 *
 * RAM of the whole storage path on the box, stacks apart (tests/lint/image/store_ram.sh measures it, at most
 * 4,096 bytes):
 *
 *     struct store      about 2,400   journal 520, group 1,040, scratch 512, digests 185
 *     FatFs             about 560     its one window, 512, and what it knows of the volume
 *     long names        130           working buffer for names up to 64 characters
 *     SD driver         about 100     counters, card type, size
 */
#ifndef CRAWLBOX_STORE_STORE_H
#define CRAWLBOX_STORE_STORE_H

#include "store/crawl_log.h"
#include "store/group.h"
#include "store/journal.h"
#include "store/port.h"
#include "store/progress.h"
#include "store/warc.h"

enum store_state {
    STORE_NO_CARD,       /* there is nothing in the slot */
    STORE_EJECTED,       /* the operator had it closed; the box waits for another card, or for `mount` */
    STORE_UNREADABLE,    /* the card does not answer as it should */
    STORE_BLANK,         /* the card has no file system */
    STORE_EXFAT,         /* it has exFAT */
    STORE_NTFS,          /* it has NTFS */
    STORE_NOT_FAT32,     /* it has another one that is not FAT32 */
    STORE_TOO_SMALL,     /* the card has fewer sectors than it, or its file system, claims */
    STORE_READ_ONLY,     /* the card is write-protected */
    STORE_FULL,          /* the card is full up to the reserve */
    STORE_DAMAGED,       /* the file system contradicts itself */
    STORE_OTHER_VERSION, /* the card's journal is one of another version of the format */
    STORE_READY,         /* the card takes pages */
};

enum store_log { STORE_LOG_CRAWL, STORE_LOG_PROGRESS, STORE_LOG_EVENTS, STORE_LOG_HOSTS, STORE_LOGS };

enum {
    STORE_FILE_BYTES = 512 * 1024 * 1024,
    STORE_RESERVE_BYTES = 4 * 1024 * 1024,
    STORE_PAGE_BYTES_MAX = 1024 * 1024,
    STORE_LOG_BYTES = 256 * 1024,
    STORE_REVISIT_BYTES_MIN = 512, /* a revisit record of a smaller payload would save nothing */
};

struct store_settings {
    uint32_t file_bytes;    /* length of a full WARC file */
    uint32_t reserve_bytes; /* stays free on the card */
    uint32_t page_bytes;    /* the largest HTTP message that is taken */
    uint32_t log_bytes;     /* length of a full log file, after which a new one is begun */
    const char *prefix;     /* of WARC file names: letters, digits, _ and -, up to 16 */
    const char *box_id;     /* letters, digits and _, up to 12 */
    struct warc_info about; /* id, seconds and file are filled in for each file */
};

/* A fetch; the texts must stay until the page is committed or rolled back. */
struct store_page {
    const char *uri;
    const char *ip;   /* the server's address, or NULL */
    uint32_t seconds; /* when the fetch began */
    uint32_t bytes;   /* the largest HTTP message that is taken; 0: as the settings say for pages */
};

struct store_page_end {
    const void *request; /* the bytes that were sent */
    size_t request_size; /* 0 if they are not known; then no record of the request is written */
    enum warc_truncation truncated;
    struct warc_metadata metadata;
    struct crawl_log_line line; /* digest and annotation of a revisit are filled in */
    uint32_t
        original; /* where the page's file has a response with the same payload; 0: nobody knows of any */
    /* If the answer is 304, digest and time of the capture that still holds; else NULL. */
    const uint8_t *unchanged_payload;
    uint32_t unchanged_seconds;
};

struct store {
    const struct store_port *port;
    const struct store_settings *settings;
    enum store_state state;
    int cause;                     /* the status that ended STORE_READY */
    bool was_pulled;               /* the last mount found a card that had not been ejected */
    bool page_lost;                /* a page was open when the card failed or went */
    uint32_t lines_lost;           /* log lines that found no room */
    uint32_t state_number;         /* of the state block that counts from the next commit on (state.h) */
    const struct store_page *page; /* the page that is open, or NULL */
    uint32_t head_bytes;           /* length of the response's WARC header */
    uint32_t http_bytes;           /* length of its HTTP header, or 0 until the body begins */
    struct store_extent warc;
    struct group group;
    struct store_extent log[STORE_LOGS];
    struct journal journal;

    struct warc_uuid response_id;
    struct sha1 block, payload;
    uint8_t http_digest[SHA1_BYTES];
    uint8_t scratch[STORE_SECTOR_BYTES]; /* free for any use within one call */
};

struct store_info {
    enum store_state state;
    uint32_t total_kb, free_kb; /* free_kb is room for pages, in the open file and outside of it */
    uint32_t file_serial;       /* of the newest WARC file, or 0 if there is none */
    uint32_t file_bytes;        /* bytes committed in the open WARC file, or 0 if none is open */
    uint32_t file_room_bytes;   /* bytes that it still takes */
    uint32_t file_pages, card_pages;
    uint32_t repairs; /* mounts that found the card pulled or cut off */
    uint32_t lines_lost;
};

/* Returns a sentence about a state, for the console and the display: what it is and what to do. */
const char *store_sentence(enum store_state state);

/* Keeps both pointers. */
void store_init(struct store *store, const struct store_port *port, const struct store_settings *settings);

/* Looks at the card, repairs what a power cut left, and makes folders and journal on a fresh card. It
 * never formats. */
enum store_state store_mount(struct store *store);

/* Closes everything and rolls an open page back. If it returns 0, the card may be taken out. */
int store_eject(struct store *store);

/* Notes that the card failed, also for those who read its files by themselves; returns the status. */
int store_fail(struct store *store, int status);

/* Forgets a card that was pulled without eject. An open page is lost. */
void store_forget(struct store *store);

int store_page_begin(struct store *store, const struct store_page *page);
/* Returns STATUS_FULL if the page is longer than page_bytes; the caller then commits it as truncated. */
int store_page_write(struct store *store, const void *bytes, size_t size);
void store_page_body(struct store *store);
void store_page_payload(struct store *store, const void *bytes, size_t size);
/* Makes the digest of the payload so far. */
void store_payload_digest(const struct store *store, uint8_t digest[SHA1_BYTES]);
/* Where the open page lies: the number of its WARC file, and the offset in it. */
void store_page_place(const struct store *store, uint32_t *file, uint32_t *offset);
/* Returns 0 if the page was stored, 1 if it was stored as a revisit, or an error. */
int store_commit(struct store *store, const struct store_page_end *end);
void store_rollback(struct store *store);

/* Write a log line, which is on the card when the call returns 0. */
int store_log_crawl(struct store *store, const struct crawl_log_line *line);
int store_log_progress(struct store *store, const struct progress *progress);
int store_log_event(struct store *store, const char *sentence);
int store_log_host(struct store *store, const char *host,
                   bool is_secure); /* a host of another box (EXCHANGE/) */

/* Commits what store_state_put() wrote, without a page or a log line. */
int store_commit_state(struct store *store);

int store_get_info(struct store *store, struct store_info *info);

/* Whether that is enough to mount the card as one that takes pages. */
bool store_has_room(const struct store *store, const struct store_info *info);

/* Reads a WARC file of the card from its start, and finds how many whole records it has and where they
 * end. */
struct store_check {
    uint32_t records, groups;
    uint32_t good_bytes; /* where the last whole group ends */
    bool damaged;        /* bytes follow that are no whole group */
    struct warc_uuid warcinfo;
};
int store_check_file(struct store *store, const char *name, struct store_check *check);

#endif
