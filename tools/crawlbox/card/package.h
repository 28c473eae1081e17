/* The collection as a whole: its index, its page list and its WACZ, made anew from the pieces of all
 * files. */
#ifndef CRAWLBOX_CARD_PACKAGE_H
#define CRAWLBOX_CARD_PACKAGE_H

#include "card/collect.h"

/* 0, or a status code with collect->problem. An empty collection gets none of them. */
int package_write(struct collect *collect);

#endif
