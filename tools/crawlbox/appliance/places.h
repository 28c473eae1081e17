/*
 * Where a person finds the console of a box that is a program. Lines come from a place one after another:
 *
 *     struct place place;
 *     if (place_open(&place, "/run/crawlbox/console") == CLI_YES)          it says why not
 *         while ((line = place_next_line(&place)) >= 0) ...                a descriptor to read and write
 */
#ifndef CRAWLBOX_APPLIANCE_PLACES_H
#define CRAWLBOX_APPLIANCE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum place_kind {
    PLACE_STANDARD, /* standard input and output: one line, once */
    PLACE_SOCKET,   /* a UNIX socket: a line for each client */
    PLACE_SERIAL,   /* a serial line, which may be pulled and come again */
};

struct place {
    const char *path;
    enum place_kind kind;
    int listener;      /* of a socket, else -1 */
    uint32_t tried_ms; /* when a serial line was last opened */
    bool is_used;      /* its one line is */
};

/* CLI_YES, or CLI_CANNOT after saying why. */
int place_open(struct place *place, const char *where);

/* A line that was not there before, or -1. */
int place_next_line(struct place *place);

/* The serial line is gone; it is looked for again after a moment. */
void place_lost(struct place *place);

/* Leaves the terminal as it was, and no socket behind. */
void place_close(struct place *place);

#endif
