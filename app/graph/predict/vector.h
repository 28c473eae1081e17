/*
 * Makes the 33 features small numbers, one byte each, which is what a model sees of a host:
 *
 *     0 .. 12    group L   country; Thai sources by country; other sources by country
 *     13 .. 25   group D   top-level domain; Thai sources by domain; other sources by domain
 *     26 .. 30   group G   the five highest degrees
 *     31 .. 32   group N   Thai sources; other sources
 *
 * Country and domain stay as they are, degrees are half percents, and counts go to buckets: each count below
 * 16 has a bucket of its own; from there on eight buckets cover the counts up to twice as much. So a model
 * cannot tell 100 sources from 103, but it can tell 1 from 2.
 *
 *     uint8_t vector[FEATURE_COUNT];
 *     vector_make(vector, &features);
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_VECTOR_H
#define CRAWLBOX_GRAPH_PREDICT_VECTOR_H

#include <stdbool.h>

#include "graph/predict/features.h"

enum {
    FEATURE_VERSION = 1, /* of the vector described above; a model works only with the one it was made for */

    FEATURE_FIRST_L = 0,
    FEATURE_FIRST_D = 13,
    FEATURE_FIRST_G = 26,
    FEATURE_FIRST_N = 31,
    FEATURE_COUNT = 33,

    FEATURE_COUNTRY = FEATURE_FIRST_L,
    FEATURE_TLD = FEATURE_FIRST_D,
};

/* Groups of features, as bits. */
enum {
    FEATURE_GROUP_L = 1,
    FEATURE_GROUP_D = 2,
    FEATURE_GROUP_G = 4,
    FEATURE_GROUP_N = 8,
    FEATURE_GROUPS = 4
};

/* Returns the exact value of a feature: a class (country or domain), a count, or half percents. */
uint32_t feature_value(const struct features *features, unsigned feature);

/* Return the bucket of a count, and the lowest count in a bucket. */
uint8_t feature_bucket(uint32_t count);
uint32_t feature_bucket_low(uint8_t bucket);

/* Says whether the values of a feature have no order, as is so for country and domain. */
static inline bool feature_is_class(unsigned feature)
{
    return feature == FEATURE_COUNTRY || feature == FEATURE_TLD;
}

static inline bool feature_is_degree(unsigned feature)
{
    return feature >= FEATURE_FIRST_G && feature < FEATURE_FIRST_N;
}

/* Returns how many different values a feature may have in a vector. */
unsigned feature_values(unsigned feature);

/* Returns the group that a feature belongs to, as one of the bits above. */
unsigned feature_group(unsigned feature);

void vector_make(uint8_t vector[FEATURE_COUNT], const struct features *features);

#endif
