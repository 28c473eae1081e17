/*
 * In which country a server stands: GEO.BIN of the card (graph/geo.h). Without one all are in OTHER
 * countries.
 *
 *     countries_load(&countries, store->scratch);                  each time a card was mounted
 *     uint8_t country = countries_find(&countries, address);       enum feature_country; two sectors are read
 *
 * RAM: struct countries, about 110 bytes on the box.
 */
#ifndef CRAWLBOX_BOX_COUNTRIES_H
#define CRAWLBOX_BOX_COUNTRIES_H

#include "graph/geo.h"
#include "port/card_file.h"

struct countries {
    struct card_file file; /* open as long as the card is mounted */
    struct geo geo;
    uint8_t *sector;
};

/* `sector`, 512 bytes, is used in each call; between two calls it is the caller's. Logs what came of it. */
void countries_load(struct countries *countries, uint8_t *sector);
void countries_forget(struct countries *countries); /* the card is gone */

uint8_t countries_find(const struct countries *countries, uint32_t address);

#endif
