/*
 * What is known about a host before anything of it was fetched: where its server stands, its top-level domain, and which
 * sites link to it (its sources), each of which was crawled, so that its language is known.
 *
 *     struct features features = {.country = COUNTRY_TH, .tld = URL_TLD_COM};
 *     features_add(&features, FEATURE_THAI, COUNTRY_US, URL_TLD_ORG, 180);    // a source: 90 % of its pages are Thai
 *     uint8_t confidence = predict(&model, &features);                        // predict.h
 *
 * These are the 33 features of the method in four groups: L, the target's country and its sources by language and
 * country (13); D, the same by top-level domain (13); G, the five highest shares of Thai pages among the sources (5);
 * N, how many sources are Thai and how many are not (2): features_sources().
 *
 * RAM: 56 bytes.
 */
#ifndef CRAWLBOX_PREDICT_FEATURES_H
#define CRAWLBOX_PREDICT_FEATURES_H

#include <stdint.h>

#include "url/site.h"

enum {
    FEATURE_COUNTRIES = 6,
    FEATURE_TLDS = 6, /* enum url_tld */
    FEATURE_DEGREES = 5,
    FEATURE_DEGREE_MAX = 200, /* half percents: every page of the source is Thai */
};

enum feature_country { COUNTRY_TH, COUNTRY_CN, COUNTRY_JP, COUNTRY_UK, COUNTRY_US, COUNTRY_OTHER };

enum feature_kind { FEATURE_THAI, FEATURE_FOREIGN, FEATURE_KINDS }; /* of a source */

struct features {
    uint8_t country;                                       /* of the target: enum feature_country */
    uint8_t tld;                                           /* of the target: enum url_tld */
    uint16_t by_country[FEATURE_KINDS][FEATURE_COUNTRIES]; /* sources */
    uint16_t by_tld[FEATURE_KINDS][FEATURE_TLDS];
    uint8_t degree[FEATURE_DEGREES]; /* highest first, in half percents; 0 where there are fewer sources */
};

/* Counts a source, given its language, country, top-level domain and share of Thai pages in half percents. */
void features_add(struct features *features, enum feature_kind kind, unsigned country, unsigned tld,
                  uint8_t degree);

/* How many sources of that kind there are: group N. */
uint32_t features_sources(const struct features *features, enum feature_kind kind);

/* "TH", "CN", "JP", "UK", "US" or "OTHER". */
const char *feature_country_name(unsigned country);

#endif
