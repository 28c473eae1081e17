/*
 * A small file of the card, replaced as a whole: whatever moment power fails or the card is pulled, the old one is there or
 * the new one.
 *
 *     struct replace replace;
 *     int status = replace_begin(&replace, port, "CRAWLBOX.INI", bytes, sector);       how long it will be
 *     struct sink out = {.put = replace_put, .context = &replace};
 *     ... all of its bytes into the sink ...
 *     status = replace_end(&replace);
 *
 *     replace_recover(port, "CRAWLBOX.INI");       at mount: brings to its end what was cut short
 *
 * The new text is written into CRAWLBOX.NEW. When it is complete, one write to the folder gives that its length and the name
 * CRAWLBOX.OK: from there on the new one counts. Then the old one is removed, and the new one gets its name.
 *
 * RAM: 24 bytes and a sector of the caller's.
 */
#ifndef CRAWLBOX_SETTINGS_REPLACE_H
#define CRAWLBOX_SETTINGS_REPLACE_H

#include "store/port.h"

struct replace {
    const struct store_port *port;
    const char *name; /* NAME.TYP in capitals, at the top of the card */
    uint8_t *sector;  /* STORE_SECTOR_BYTES, borrowed until replace_end() */
    uint32_t next;    /* sector to be written */
    uint32_t bytes;   /* announced */
    uint32_t put;     /* so far */
};

/* STATUS_FULL: the card has no room for a second copy. On failure there is nothing to end. */
int replace_begin(struct replace *replace, const struct store_port *port, const char *name, uint32_t bytes,
                  uint8_t *sector);

/* For a sink. STATUS_TOO_LONG: more than was announced. */
int replace_put(void *replace, const void *bytes, size_t size);

/* STATUS_INVALID: less was put than was announced; the old file stays. */
int replace_end(struct replace *replace);

int replace_recover(const struct store_port *port, const char *name);

#endif
