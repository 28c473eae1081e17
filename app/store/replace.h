/*
 * Replaces a small file of the card as a whole: at whatever moment power fails or the card is pulled, either
 * the old file is there or the new one.
 *
 *     struct replace replace;
 *     int status = replace_begin(&replace, port, "CRAWLBOX.INI", bytes, sector);       of so many bytes
 *     struct sink out = {.put = replace_put, .context = &replace};
 *     ... all of its bytes into the sink ...
 *     status = replace_end(&replace);
 *
 *     replace_recover(port, "CRAWLBOX.INI");       at mount: finishes what a power cut interrupted
 *
 * The new text is written into CRAWLBOX.NEW. When it is complete, one write to the folder gives that file its
 * length and the name CRAWLBOX.OK: from then on the new file counts. Then the old one is removed, and the new
 * one gets its name.
 *
 * RAM: struct replace, 24 bytes, and a sector that the caller lends.
 */
#ifndef CRAWLBOX_STORE_REPLACE_H
#define CRAWLBOX_STORE_REPLACE_H

#include "store/port.h"

struct replace {
    const struct store_port *port;
    const char *name; /* NAME.TYP in capitals, at the top of the card */
    uint8_t *sector;  /* STORE_SECTOR_BYTES, borrowed until replace_end() */
    uint32_t next;    /* the sector that is written next */
    uint32_t bytes;   /* how many bytes were announced */
    uint32_t put;     /* how many were put so far */
};

/* Returns STATUS_FULL if the card has no room for a second copy. After a failure replace_end() is not
 * called. */
int replace_begin(struct replace *replace, const struct store_port *port, const char *name, uint32_t bytes,
                  uint8_t *sector);

/* Takes bytes, as the function of a sink. Returns STATUS_TOO_LONG for more than was announced. */
int replace_put(void *replace, const void *bytes, size_t size);

/* Returns STATUS_INVALID if less was put than was announced; the old file stays then. */
int replace_end(struct replace *replace);

int replace_recover(const struct store_port *port, const char *name);

#endif
