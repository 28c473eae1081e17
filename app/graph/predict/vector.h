/*
 * The 33 features as small numbers, which is what a model sees of a host:
 *
 *     0 .. 12    group L   country; Thai sources by country; other sources by country
 *     13 .. 25   group D   top-level domain; Thai sources by domain; other sources by domain
 *     26 .. 30   group G   the five highest degrees
 *     31 .. 32   group N   Thai sources; other sources
 *
 * Country and domain stay as they are, degrees are half percents, and counts go to buckets: each number below 16 has one of
 * its own, above that eight of them share the way to twice as much. So 100 and 107 sources are the same, 1 and 2 are not.
 *
 *     uint8_t vector[FEATURE_COUNT];
 *     vector_make(vector, &features);
 */
#ifndef CRAWLBOX_PREDICT_VECTOR_H
#define CRAWLBOX_PREDICT_VECTOR_H

#include <stdbool.h>

#include "predict/features.h"

enum {
    FEATURE_VERSION = 1, /* of all that is said above: a model is of use only with the one it was made for */

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

/* The exact value of a feature: a class, a count, or half percents. */
uint32_t feature_value(const struct features *features, unsigned feature);

/* The bucket of a count, and the lowest count in a bucket. */
uint8_t feature_bucket(uint32_t count);
uint32_t feature_bucket_low(uint8_t bucket);

/* Whether the values of a feature have no order: country and domain. */
static inline bool feature_is_class(unsigned feature)
{
    return feature == FEATURE_COUNTRY || feature == FEATURE_TLD;
}

static inline bool feature_is_degree(unsigned feature)
{
    return feature >= FEATURE_FIRST_G && feature < FEATURE_FIRST_N;
}

/* How many different numbers a feature may have in a vector. */
unsigned feature_values(unsigned feature);

/* Which of the groups a feature belongs to: one bit. */
unsigned feature_group(unsigned feature);

void vector_make(uint8_t vector[FEATURE_COUNT], const struct features *features);

#endif
