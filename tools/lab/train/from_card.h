/*
 * Hosts off a card that a box brought home, with what that box has learned by itself
 * (graph/predict/learned.h).
 *
 *     table_from_card(&table, &model, 1, "card.img");
 *
 * A host that was visited has the label that its pages gave it. If what the box has learned counts, learning
 * starts there: as many hosts that wait to be visited are drawn, and get for a label what the box says of
 * them. For a box visits what it believes in: the hosts that it has visited do not show what the others are
 * like, and what it has learned from hosts that were drawn by chance does.
 */
#ifndef CRAWLBOX_TRAIN_FROM_CARD_H
#define CRAWLBOX_TRAIN_FROM_CARD_H

#include "graph/predict/model.h"
#include "model/table.h"

/* Adds the hosts of the card; `box` is the model that the box has, `seed` says which hosts are drawn. 0, or
 * CLI_CANNOT after saying why. */
int table_from_card(struct table *table, const struct model *box, uint64_t seed, const char *path);

#endif
