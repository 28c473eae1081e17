/* Labelled hosts off a card that a box brought home. */
#ifndef CRAWLBOX_TRAIN_FROM_CARD_H
#define CRAWLBOX_TRAIN_FROM_CARD_H

#include "model/table.h"

/* Adds the hosts that the crawl on the card has finished; a host's label is what its pages turned out to be.
 * 0, or CLI_CANNOT after saying why. */
int table_from_card(struct table *table, const char *path);

#endif
