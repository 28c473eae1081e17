/*
 * A described web in memory, and how it answers: what description.c reads and a source hands out.
 */
#ifndef CRAWLBOX_INTERNET_PLACES_H
#define CRAWLBOX_INTERNET_PLACES_H

#include "source/source.h"

/* A line of a host's: what it answers to a path. */
struct page {
    char *path;
    bool prefix;    /* the line ended in *: any path that begins so */
    uint32_t times; /* how many requests it is for; 0: all */
    uint32_t status, retry_after_s, delay_ms, bytes_per_s, fill;
    char *type, *charset, *location, *headers, *file, *text;
    enum site_transfer transfer;
    enum site_fault fault;
    uint32_t used; /* requests that it answered */
};

struct place {
    char *name;
    struct site_host site;
    unsigned dead;   /* 1: site.dead */
    uint32_t rebind; /* address from the second question on; 0: always the same */
    char *files;     /* folder for paths that no line is for */
    struct page *pages;
    size_t page_count;
};

struct description {
    char *folder; /* of the file itself: what its paths are relative to */
    struct place *places;
    size_t place_count;
    struct site_source rest; /* what the `pages` line names; .find NULL: nothing */
};

/* A source of it, which frees it (from malloc) when it is closed. */
struct site_source places_source(struct description *description);

#endif
