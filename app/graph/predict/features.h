/*
 * What the box knows about a host before it fetches anything from it: where its server stands, its top-level
 * domain, and which sites link to it (its sources). Each source was crawled, so that its language is known.
 * app/graph/hosts fills struct features from a host's record; the predictor reads it.
 *
 *     struct features features = {.country = COUNTRY_HOME, .tld = URL_TLD_COM};
 *     features_add(&features, FEATURE_THAI, COUNTRY_US, URL_TLD_ORG, 180);    // 90 % of its pages are Thai
 *     uint8_t confidence = predict(&model, &features);                        // predict.h
 *
 * These are the 33 features of the method, in four groups:
 *
 *     L   13   the country of the host, and its sources by language and country
 *     D   13   the same by top-level domain
 *     G    5   the five highest degrees of its sources (a degree is the share of Thai pages of a site)
 *     N    2   how many of its sources are Thai, and how many are not: features_sources()
 *
 * RAM: struct features, 56 bytes.
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_FEATURES_H
#define CRAWLBOX_GRAPH_PREDICT_FEATURES_H

#include <stdint.h>

#include "read/url/domain.h"

enum {
    FEATURE_COUNTRIES = 6,
    FEATURE_TLDS = 6, /* enum url_tld */
    FEATURE_DEGREES = 5,
    FEATURE_DEGREE_MAX = 200, /* in half percents: every page of the source is Thai */
};

enum feature_country { COUNTRY_HOME, COUNTRY_CN, COUNTRY_JP, COUNTRY_UK, COUNTRY_US, COUNTRY_OTHER };

/* What language a source is in. */
enum feature_kind { FEATURE_THAI, FEATURE_FOREIGN, FEATURE_KINDS };

struct features {
    uint8_t country;                                       /* of the host itself: enum feature_country */
    uint8_t tld;                                           /* of the host itself: enum url_tld */
    uint16_t by_country[FEATURE_KINDS][FEATURE_COUNTRIES]; /* its sources, by language and country */
    uint16_t by_tld[FEATURE_KINDS][FEATURE_TLDS];          /* its sources, by language and domain */
    uint8_t degree[FEATURE_DEGREES]; /* highest first, in half percents; 0 where there are fewer sources */
};

/* Counts a source, given its language, country, top-level domain and degree in half percents. */
void features_add(struct features *features, enum feature_kind kind, unsigned country, unsigned tld,
                  uint8_t degree);

/* Returns how many sources of that kind there are, which is group N. */
uint32_t features_sources(const struct features *features, enum feature_kind kind);

/* Returns "TH", "CN", "JP", "UK", "US" or "OTHER". */
const char *feature_country_name(unsigned country);

#endif
