/*
 * The topic pack of the card (TOPIC.PAK), for crawls by segment: opened and checked when a card is mounted.
 *
 *     topics_load(sector);
 *     if (topics_pack() != NULL) ...                    there is one
 *     topics_forget();                                  the card is gone
 *
 * Costs about 170 bytes.
 */
#ifndef CRAWLBOX_TOPICS_H
#define CRAWLBOX_TOPICS_H

#include "topic/topic.h"

/* `sector`, 512 bytes, is the caller's again when it returns. */
void topics_load(uint8_t *sector);
void topics_forget(void);

const struct topic *topics_pack(void); /* NULL: the card has none that can be used */

#endif
