/*
 * The cards of a fleet: what one box noted for the others (EXCHANGE/ on its card) becomes seeds on theirs.
 *
 *     struct merge merge;
 *     merge_begin(&merge);
 *     for each card
 *         if (merge_add(&merge, path) < 0)
 *             return cli_error("%s", merge.problem);
 *     merge_write(&merge);                                    all SEEDS.TXT
 *     printf("%zu sites are new on %s", merge.card[0].added, merge.card[0].path);
 *     merge_free(&merge);
 *
 * Which box a site belongs to follows from its name and the number of boxes (`shard` in CRAWLBOX.INI), so
 * that notes hold even if the fleet has grown since. Notes stay where they are, and a site that is a seed
 * already is not added again: merging the same cards twice changes nothing.
 */
#ifndef CRAWLBOX_CARD_MERGE_H
#define CRAWLBOX_CARD_MERGE_H

#include "settings/settings.h"
#include "wacz/lines.h"

enum { MERGE_CARDS_MAX = 255 }; /* as many boxes as a fleet can have */

struct merge_card {
    const char *path;
    struct settings_shard shard;
    bool has_segments;   /* its box crawls segments of sites (mode = segment) */
    size_t noted;        /* sites that it has for others */
    size_t added, known; /* sites of others for it: new ones, and those that were seeds already */
    bool is_second;      /* another card before it has the same shard, and gets the seeds */
};

struct merge {
    struct merge_card card[MERGE_CARDS_MAX];
    size_t count;
    struct lines notes;              /* addresses of sites, from all cards */
    size_t orphans[MERGE_CARDS_MAX]; /* sites for a box whose card is not here, by its number less 1 */
    char problem[600];               /* what went wrong, with the card's name */
};

void merge_begin(struct merge *merge);

/* Reads the notes of a card. STATUS_INVALID: it is of no fleet, or of a fleet of another size; others as
 * card_fs. */
int merge_add(struct merge *merge, const char *path);

/* Puts every site where it belongs. 0, or the status of the card that failed. */
int merge_write(struct merge *merge);

void merge_free(struct merge *merge);

#endif
