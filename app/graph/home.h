/*
 * Where the language that is looked for is at home. The predictor asks whether a host's domain or server is
 * at home, and does not care where that is. So one model serves every language.
 *
 *     const struct home *home = home_of(settings->language);
 *     host->tld = url_tld(name, length, home->domains);                  URL_TLD_HOME under .ir
 *     host->country = home_country(home, geo_find(&geo, address, sector));
 *
 * home.def has the list. RAM: none.
 */
#ifndef CRAWLBOX_GRAPH_HOME_H
#define CRAWLBOX_GRAPH_HOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/geo.h"
#include "read/url/url.h"

struct home {
    char language[3];    /* "th": code of its language pack */
    char people[8];      /* "Thai": what its pages are called */
    char place[3];       /* "TH": what tables call its domain and its country */
    uint16_t countries;  /* bits 1 << enum geo_country */
    const char *domains; /* each between blanks */
};

/* Returns the home of a language, by its number in the setting; NULL behind the last. */
const struct home *home_of(unsigned language);

/* Says whether an address looks as if it were at home: its domain is, or it has a folder that is called as
 * one of these domains or as the language: for ms .my, /my/, /ms/. */
bool home_has_address(const struct home *home, const struct url *url);

/* Returns what the predictor calls a country of GEO.BIN: enum feature_country. */
uint8_t home_country(const struct home *home, int geo_country);

#endif
