/*
 * SEEDS.TXT as the console changes it: the sites that a crawl starts from (app/seeds).
 *
 *     struct seeds_change change = {.text = "www.example.ac.th"};
 *     int status = crawler_do(box_seeds_job_change, &change);
 *
 * When cards are swapped, a fresh one gets the seeds of the last: as many as fit BOX_SEEDS_BYTES, and the log says if that is not
 * all of them.
 *
 * Jobs for the crawler's task. While they run they borrow a piece of the page arena, and about 400 bytes of stack.
 */
#ifndef CRAWLBOX_BOX_SEEDS_H
#define CRAWLBOX_BOX_SEEDS_H

#include <stdbool.h>
#include <stdint.h>

enum { BOX_SEEDS_BYTES = 256 };

/* The beginning of SEEDS.TXT, up to the end of a line: what a card without seeds gets when cards are swapped. */
struct box_seeds {
    uint16_t count;
    bool is_cut; /* there was more */
    char text[BOX_SEEDS_BYTES];
};

/* A card was mounted: keeps its seeds in mind, or gives it those of the last one if it has none. */
void box_seeds_mounted(bool writable);

/* Adds a seed, or takes it out. STATUS_INVALID: it is no site or URL; STATUS_NOT_FOUND: there is no such seed. */
struct seeds_change {
    const char *text;
    bool remove;
};
int box_seeds_job_change(void *change);

/* The next piece of the text as it stands on the card; 0 bytes: that was all. */
struct seeds_part {
    uint32_t offset;
    uint8_t count;
    char text[64];
};
int box_seeds_job_read(void *part);

#endif
