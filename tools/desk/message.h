/*
 * What the desk's code tells its page while it works: one JSON object after the other.
 *
 *     struct message message = message_begin("finding");
 *     message_text(&message, "file", name);
 *     message_number(&message, "offset", offset);
 *     message_end(&message);
 *
 * The page shows texts as texts. They may hold whatever a hostile card has in its names and titles.
 */
#ifndef CRAWLBOX_DESK_MESSAGE_H
#define CRAWLBOX_DESK_MESSAGE_H

#include <stdint.h>
#include <stdio.h>

struct message {
    FILE *out;
    char *text;
    size_t size;
};

struct message message_begin(const char *kind);
void message_text(struct message *message, const char *key, const char *text); /* NULL: "" */
void message_number(struct message *message, const char *key, uint64_t number);
void message_end(struct message *message);

/* How far a long job is; `total` 0: nobody knows. Tells no more often than a person can see. */
void message_progress(const char *what, uint64_t done, uint64_t total);

#endif
