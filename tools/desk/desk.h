/*
 * What the page's worker can have done, each by one call into a fresh copy of the program. The worker has
 * the folders ready before: /card is the card, /out the folder for what comes from it, /tmp is memory.
 * Files and folders are reached as everywhere, by the C library, whose system calls the worker answers.
 * Results are told as messages (message.h); what the shared code prints to standard error are sentences for
 * the user. Functions return 0, or a status code after a message "problem".
 */
#ifndef CRAWLBOX_DESK_DESK_H
#define CRAWLBOX_DESK_DESK_H

#include <stddef.h>

#define DESK_EXPORT(name) __attribute__((export_name(name)))

/* Room for a text that the page hands over; it lives as long as the program. */
char *desk_room(size_t bytes);

/* Checks the card: messages "setup", "finding", "page" and "checked". */
int desk_look(void);

/* The text of a stored page, whose record begins at `offset` of a file of WARC/: a message "text". */
int desk_page(const char *file, double offset);

/* Writes the report about `path`, the card or a collection, into /tmp/report.html, or into a collection. */
int desk_report(const char *path, const char *to);

/* Empties the card into /out: messages "told" and "emptied". */
int desk_empty(const char *title, int erase);

/* Tells what can be set, with the values of the card's CRAWLBOX.INI, and its SEEDS.TXT: messages "group",
 * "setting", "seeds", "there". */
int desk_settings(void);

/* Whether a setting may have this value: 0 or STATUS_INVALID. */
int desk_check(const char *key, const char *value);

/* Which settings a box would still ask for if these lines KEY=VALUE were all that is set: messages
 * "missing". */
int desk_missing(char *assignments);

/* Reads a SEEDS.TXT as the box would: messages "seed" and "wrong", one for each line. */
int desk_seeds(const char *text);

/* Lays out the card: lines KEY=VALUE, and what is in /tmp of SEEDS.TXT, CA.BIN, GEO.BIN and DESK.HTM. Other
 * files than SEEDS.TXT that are there are kept unless `force`. A message "ready". */
int desk_prepare(char *assignments, int force);

/* The console of a box. desk_talk() waits until it is there; then the others, one at a time: a command, whose
 * answer is printed; a file of /tmp as "model", "settings" or "seeds"; and what the box says by itself. */
int desk_talk(void);
int desk_ask(const char *command);
int desk_send(const char *kind, const char *path);
int desk_hear(void);

#endif
