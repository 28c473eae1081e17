/*
 * The card's self-test: stores generated pages, to try a card (and the box).
 *
 *     struct card_selftest test = {.pages = 10, .page_bytes = 20000};
 *     int status = card_selftest(store, &test);         where the session lives
 */
#ifndef CRAWLBOX_BOX_CARD_SELFTEST_H
#define CRAWLBOX_BOX_CARD_SELFTEST_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

struct card_selftest {
    uint32_t pages, page_bytes;
    bool without_digests; /* writes pages and rolls them back, to measure the way to the card alone */
    uint32_t done, payload_bytes, ms; /* what was done, and how long it took */
    uint32_t sectors_written;
};

int card_selftest(struct store *store, struct card_selftest *test);

#endif
