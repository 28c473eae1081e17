/*
 * In which country a server stands, says GEO.BIN of the card (graph/geo.h). Without that file all servers
 * are in OTHER countries.
 *
 *     countries_load(&countries, store->scratch);                  each time a card was mounted
 *     uint8_t country = countries_find(&countries, address);       enum geo_country; two sectors are read
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

/* Opens the card's file, and logs whether it can be used. Each call uses `sector`, 512 bytes, which between
 * two calls is the caller's. */
void countries_load(struct countries *countries, uint8_t *sector);
void countries_forget(struct countries *countries); /* the card is gone */

uint8_t countries_find(const struct countries *countries, uint32_t address);

#endif
