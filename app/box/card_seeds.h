/*
 * SEEDS.TXT on the card (box/seeds.h reads its lines). The crawl gets the seeds, the operator changes them,
 * and a fresh card gets those of the last one.
 *
 *     card_seeds_mounted(&seeds, store);
 *     int status = card_seeds_read(take_seed, &mine);                   take_seed(&mine, &url) for each
 *     struct seeds_change change = {.text = "www.example.ac.th"};
 *     int status = card_seeds_change(&seeds, store, &change);
 *
 * When cards are swapped, a fresh one gets as many seeds of the last one as fit CARD_SEEDS_BYTES; the log
 * says if those are not all.
 *
 * Functions that read lines borrow SEEDS_URL_BYTES of the page arena meanwhile, which must be free, and about
 * 400 bytes of stack.
 */
#ifndef CRAWLBOX_BOX_CARD_SEEDS_H
#define CRAWLBOX_BOX_CARD_SEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "box/seeds.h"
#include "store/store.h"

enum { CARD_SEEDS_BYTES = 256 };

/* The beginning of SEEDS.TXT, up to the end of a line, which a card without seeds gets when cards are
 * swapped. */
struct card_seeds {
    uint16_t count;
    bool is_cut; /* the file has more */
    char text[CARD_SEEDS_BYTES];
};

/* A card was mounted: remembers its seeds, or gives it those of the last card if it has none. */
void card_seeds_mounted(struct card_seeds *seeds, struct store *store);

/* Gets a seed, and returns 0 or the status that says why it is not used. STATUS_REFUSED: it is another box's,
 * of which nothing is said. */
typedef int card_seeds_take(void *context, const struct url *url);

/* Hands each seed of the card to `take`, and logs lines that are no seeds or are not used: the first of them,
 * and how many more there are. STATUS_FULL: there is no memory. */
int card_seeds_read(card_seeds_take *take, void *context);

/* Adds a seed to the file, or removes it. STATUS_INVALID: the text is no site or URL; STATUS_NOT_FOUND: there
 * is no such seed. */
struct seeds_change {
    const char *text;
    bool remove;
};
int card_seeds_change(struct card_seeds *seeds, struct store *store, const struct seeds_change *change);

/* Reads the next piece of the text as it stands on the card; 0 bytes: that was all. STATUS_CLOSED: there is
 * no card. */
struct seeds_part {
    uint32_t offset;
    uint8_t count;
    char text[64];
};
int card_seeds_read_part(const struct store *store, struct seeds_part *part);

#endif
