/*
 * The names of a dictionary of keywords: a list that a person can read and edit, with a name and its kind in
 * each line, separated by a tab; a line that begins with # is a comment.
 *
 *     struct names names = {0};
 *     if (names_collect(&names) == CLI_YES)              from our own list and Debian's packages
 *         names_write(&names, stdout);
 *     names_free(&names);
 */
#ifndef CRAWLBOX_TOPICS_NAMES_H
#define CRAWLBOX_TOPICS_NAMES_H

#include <stddef.h>
#include <stdio.h>

#define NAMES_PROVINCES "iso-codes/json/iso_3166-2.json"    /* Debian's iso-codes */
#define NAMES_CITIES    "libtimezonemap/ui/cities15000.txt" /* Debian's libtimezonemap-data */

struct name {
    char *text;
    const char *kind; /* what it is a name of; "own" if it came from a file */
};

struct names {
    struct name *item;
    size_t count, room;
};

/* Adds all that we have: CLI_YES, or CLI_CANNOT after saying which package is missing. */
int names_collect(struct names *names);

/* Adds the names of a file: CLI_YES, or CLI_CANNOT after saying what is wrong with which line. */
int names_read(struct names *names, const char *path);

/* Adds a name unless it is there already, whatever its case. `kind` must outlive the list. */
void names_add(struct names *names, const char *text, size_t size, const char *kind);

/* Adds what such files hold, as text that a zero byte ends: a list as names_write() writes it (`path` is for
 * messages), iso-codes' parts of countries, GeoNames' cities. */
int names_take_list(struct names *names, const char *text, const char *path);
void names_take_provinces(struct names *names, const char *json);
void names_take_cities(struct names *names, const char *lines);

void names_write(const struct names *names, FILE *out);
void names_free(struct names *names);

#endif
