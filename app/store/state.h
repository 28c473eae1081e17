/*
 * Reads and writes sectors of the state files through a cache of a few lines, which all modules share.
 *
 *     static struct state_line lines[3];
 *     state_open(&state, files, lines, 3);          mends what a power cut tore
 *
 *     uint8_t *bytes;
 *     int status = state_sector(&state, STATE_SITE0, 7, STATE_CHANGE, &bytes);
 *     if (status == 0)
 *         bytes[3] = 1;                             504 bytes are the caller's
 *
 *     state_flush(&state);                          writes all changes to the card
 *     files->put(files->context, &block, sizeof block);   hands over a state block that knows of them ...
 *     store_commit(&store, &page_end);                    ... and from here on they count
 *
 * Every sector carries its own place and a checksum behind its 504 bytes, so that a damaged or misplaced one
 * is noticed when it is read (STATUS_DAMAGED). A sector that holds committed bytes and is written again could
 * be torn by a power cut; it is therefore first written to a shadow, and state_open() puts it back from
 * there. Data that is new or can be derived from other data saves that second write: see enum state_use.
 *
 * Changes reach the card at any time between the call and state_flush(), in any order. So whatever is changed
 * in place must be such that doing it again after a power cut gives the same.
 *
 * Costs struct state, 32 bytes, and for each line struct state_line, 524 bytes. There are at least two lines.
 */
#ifndef CRAWLBOX_STORE_STATE_H
#define CRAWLBOX_STORE_STATE_H

#include "store/state_port.h"

enum {
    STATE_PAYLOAD_BYTES =
        504, /* bytes of a sector before its seal: its place and its checksum, 4 bytes each */
    STATE_LINES_MIN = 2,
};

enum state_use {
    STATE_READ,   /* the caller only reads the sector */
    STATE_CHANGE, /* it has bytes that must survive a power cut while it is written */
    STATE_DERIVE, /* it has none: everything in it is uncommitted, or can be made again */
    STATE_FRESH,  /* as STATE_DERIVE, and what was in it does not matter: the caller gets zeros, and the
                     card is not read */
};

struct state_line {
    uint32_t bytes[STATE_SECTOR_BYTES / 4];
    uint32_t home; /* the file and the sector to which it belongs */
    uint32_t used; /* when it was last used, by the clock of struct state */
    uint8_t flags;
};

struct state {
    const struct state_files *files;
    struct state_line *lines;
    unsigned count;
    uint32_t clock;
    uint32_t hits, reads, writes; /* sectors found in the cache, read and written; shadows count as writes */
    uint32_t mended;              /* sectors that state_open() put back */
};

/* Keeps pointers to files and lines, and forgets what was cached before. */
int state_open(struct state *state, const struct state_files *files, struct state_line *lines,
               unsigned count);

/*
 * Points *bytes to the sector's bytes, to read or to change them until count - 1 further sectors were asked
 * for. Returns STATUS_INVALID if the file has no such sector, or STATUS_DAMAGED if it was damaged or never
 * written, which does not matter with STATE_FRESH.
 */
int state_sector(struct state *state, unsigned file, uint32_t sector, enum state_use use, uint8_t **bytes);

/* Whoever asked for the last sector is done with it, and expects to ask for others before it: it leaves the
 * cache first. So a walk over many sectors passes through one line, and does not drive out what is being
 * appended to elsewhere, which would be written, with its shadow, again and again. */
void state_let_go(struct state *state);

/* Copies bytes out of a file as if its sectors were STATE_PAYLOAD_BYTES long. */
int state_read(struct state *state, unsigned file, uint32_t offset, void *bytes, size_t size);

/* Copies bytes to the end of a file: a sector that is begun is STATE_FRESH, one that is continued
 * STATE_CHANGE. */
int state_append(struct state *state, unsigned file, uint32_t offset, const void *bytes, size_t size);

/* The same with another use for a sector that is continued. */
int state_append_as(struct state *state, unsigned file, uint32_t offset, const void *bytes, size_t size,
                    enum state_use use);

/* Writes whatever was changed. */
int state_flush(struct state *state);

#endif
