/*
 * Sectors of the state files, through a cache of a few lines that all modules share.
 *
 *     static struct state_line lines[3];
 *     state_open(&state, files, lines, 3);          mends what a power cut tore
 *
 *     uint8_t *bytes;
 *     int status = state_sector(&state, STATE_SITE0, 7, STATE_CHANGE, &bytes);
 *     if (status == 0)
 *         bytes[3] = 1;                             504 bytes are the caller's
 *
 *     state_flush(&state);                          everything changed is on the card
 *     files->put(files->context, &block, sizeof block);   and counts ...
 *     store_commit(&store, &page_end);                    ... from here
 *
 * Every sector carries its own place and a checksum behind its 504 bytes, so that a damaged or misplaced one is noticed
 * when it is read (STATUS_DAMAGED). A sector that holds committed bytes and is written again could be torn by a power cut;
 * it is therefore first written to a shadow, and state_open() puts it back from there. Data that is new or can be derived
 * from other data saves that second write: see enum state_use.
 *
 * Changes reach the card at any time between the call and state_flush(), in any order. So whatever is changed in place
 * must be such that doing it again after a power cut gives the same.
 *
 * Costs 524 bytes a line and 32 for struct state. Two lines are the least.
 */
#ifndef CRAWLBOX_STATE_STATE_H
#define CRAWLBOX_STATE_STATE_H

#include "state/files.h"

enum {
    STATE_PAYLOAD_BYTES = 504, /* of a sector; behind them are its place and its checksum, 4 bytes each */
    STATE_LINES_MIN = 2,
};

enum state_use {
    STATE_READ,
    STATE_CHANGE, /* it holds bytes that must survive a power cut while it is written */
    STATE_DERIVE, /* it does not: all in it is uncommitted, or can be made again */
    STATE_FRESH, /* as STATE_DERIVE, and what was in it does not matter: it is zeros, and not read from the card */
};

struct state_line {
    uint32_t bytes[STATE_SECTOR_BYTES / 4];
    uint32_t home; /* file and sector it belongs to */
    uint32_t used; /* when, by struct state's clock */
    uint8_t flags;
};

struct state {
    const struct state_files *files;
    struct state_line *lines;
    unsigned count;
    uint32_t clock;
    uint32_t hits, reads, writes; /* of sectors; shadows count as writes */
    uint32_t mended;              /* sectors that state_open() put back */
};

/* The state keeps files and lines. What was cached before is forgotten. */
int state_open(struct state *state, const struct state_files *files, struct state_line *lines,
               unsigned count);

/*
 * The sector's bytes, to read or to change until count - 1 further sectors were asked for. STATUS_INVALID: the file has no
 * such sector; STATUS_DAMAGED: it was damaged or never written (not so with STATE_FRESH).
 */
int state_sector(struct state *state, unsigned file, uint32_t sector, enum state_use use, uint8_t **bytes);

/* Copies bytes out of a file as if its sectors were STATE_PAYLOAD_BYTES long. */
int state_read(struct state *state, unsigned file, uint32_t offset, void *bytes, size_t size);

/* The same into it, at its end: a sector that is begun is STATE_FRESH, one that is continued STATE_CHANGE. */
int state_append(struct state *state, unsigned file, uint32_t offset, const void *bytes, size_t size);

/* Writes whatever was changed. */
int state_flush(struct state *state);

#endif
