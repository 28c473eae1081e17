/*
 * In which country a server stands: GEO.BIN of the card (app/geo). Without one all are in OTHER countries.
 *
 *     countries_load(sector);                            in the crawler's task, each time a card was mounted
 *     uint8_t country = countries_find(NULL, address);   enum feature_country; two sectors are read
 *
 * Costs about 110 bytes.
 */
#ifndef CRAWLBOX_COUNTRIES_H
#define CRAWLBOX_COUNTRIES_H

#include <stdint.h>

/* `sector`, 512 bytes, is used in each call; between two calls it is the caller's. */
void countries_load(uint8_t *sector);
void countries_forget(void); /* the card is gone */

uint8_t countries_find(void *unused, uint32_t address);

#endif
