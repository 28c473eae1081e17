/*
 * The journal: one sector that says what on the card counts. It has two copies, which are written in turn.
 *
 *     journal_load(&journal, port, &extent);
 *     journal_set(&journal, JOURNAL_WARC_BYTES, end);
 *     journal_store(&journal, port);         from here on `end` counts, whatever happens
 *
 * Bytes and rules are in FORMAT.md. The sector also carries log lines that are not in their files yet, so
 * that a page and its log line are stored by the same write.
 *
 * Costs struct journal, 520 bytes: the sector as it is on the card, and where it lies.
 */
#ifndef CRAWLBOX_STORE_JOURNAL_H
#define CRAWLBOX_STORE_JOURNAL_H

#include <stdbool.h>

#include "store/port.h"

enum {
    JOURNAL_FILE_BYTES = 131072,
    JOURNAL_COPY_DISTANCE_SECTORS = 128, /* so far apart that both copies share no erase block of the flash */
    JOURNAL_PENDING_BYTES = 412,
    JOURNAL_LINE_OVERHEAD = 3,
    JOURNAL_LINE_MAX = JOURNAL_PENDING_BYTES - JOURNAL_LINE_OVERHEAD,
    JOURNAL_LOGS = 4,
    JOURNAL_VERSION = '3', /* the version of the format, behind "CBJ" */
};

/* The numbers in the journal, by their offset. */
enum journal_field {
    JOURNAL_SEQUENCE = 4,
    JOURNAL_WARC_SERIAL = 8,
    JOURNAL_WARC_BYTES = 12,
    JOURNAL_WARC_PAGES = 16,
    JOURNAL_WARCINFO_ID = 20, /* 16 bytes */
    JOURNAL_CARD_PAGES = 36,
    JOURNAL_REPAIRS = 40,
    JOURNAL_LOG_SERIAL = 44, /* of the first log; that of each further log is JOURNAL_LOG_STRIDE behind */
    JOURNAL_LOG_BYTES = 48,
    JOURNAL_FLAGS = 76,
    JOURNAL_PENDING_USED = 78, /* 16 bits */
    JOURNAL_PENDING = 80,
    JOURNAL_STATE = 492,          /* number of the state block that counts (state.h), or 0 if there is none */
    JOURNAL_INTENT_SECTOR = 496,  /* the first of the sectors that a file is getting or losing (port.h) */
    JOURNAL_INTENT_SECTORS = 500, /* how many these are */
    JOURNAL_CARD_ID = 504, /* the card's own number, which its file names have, or 0 until it has one */
    JOURNAL_CRC = 508,
};

enum { JOURNAL_LOG_STRIDE = 8, JOURNAL_EJECTED = 1, JOURNAL_LOG_OPEN = 2 /* shifted by the log's number */ };

struct journal {
    uint8_t bytes[STORE_SECTOR_BYTES];
    uint32_t sector; /* where copy A lies */
    bool newest_is_b;
};

/* Reads the newest valid copy. Returns STATUS_DAMAGED if there is none, and leaves the journal as
 * journal_reset() does, or STATUS_VERSION if the copy that counts is of another version of the format. */
int journal_load(struct journal *journal, const struct store_port *port, uint32_t sector);

/* Commits: syncs, writes the other copy with the next number, and syncs again. */
int journal_store(struct journal *journal, const struct store_port *port);

/* Makes a journal that knows of nothing. */
void journal_reset(struct journal *journal, uint32_t sector);

uint32_t journal_get(const struct journal *journal, enum journal_field field);
void journal_set(struct journal *journal, enum journal_field field, uint32_t value);

/* Flags are set and read by their bit. */
bool journal_flag(const struct journal *journal, unsigned flag);
void journal_set_flag(struct journal *journal, unsigned flag, bool on);

/* Get and set a number of one of the logs: JOURNAL_LOG_SERIAL or JOURNAL_LOG_BYTES. */
uint32_t journal_get_log(const struct journal *journal, enum journal_field field, unsigned log);
void journal_set_log(struct journal *journal, enum journal_field field, unsigned log, uint32_t value);

/* Makes room for one more line of this size. Returns where to put its bytes, or NULL. */
uint8_t *journal_line_add(struct journal *journal, unsigned log, size_t size);

/* Returns how many bytes the pending lines of this log have. */
size_t journal_lines_size(const struct journal *journal, unsigned log);

/* Copies this log's lines, in order, to `to` (journal_lines_size bytes). */
void journal_lines_copy(const struct journal *journal, unsigned log, uint8_t *to);

/* Forgets this log's lines. */
void journal_lines_drop(struct journal *journal, unsigned log);

#endif
