/*
 * A growing collection of text lines, written out sorted or as they came: CDXJ indexes and page lists.
 */
#ifndef CRAWLBOX_WACZ_LINES_H
#define CRAWLBOX_WACZ_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lines {
    char **line;
    size_t count, room;
};

/* Takes over `line` (from malloc, without line end), also when it fails; false: no memory, or line was
 * NULL. */
bool lines_add(struct lines *lines, char *line);

/* Adds every line of a file; false after saying why in errno. */
bool lines_read(struct lines *lines, FILE *file);

/* Sorts by bytes, as LC_ALL=C sort does, and drops lines that are there twice. */
void lines_sort(struct lines *lines);

/* Writes all, each with a line feed. */
bool lines_write(const struct lines *lines, FILE *out);

void lines_free(struct lines *lines);

#endif
