#include "graph/predict/vector.h"

enum {
    EXACT = 16, /* each count below this has a bucket of its own */
    EXACT_BITS = 4,
    STEP_BITS = 3, /* from there on there are 2^3 buckets for each doubling */
    STEPS = 1 << STEP_BITS,
    BUCKETS = EXACT + (32 - EXACT_BITS) * STEPS, /* 240 */
};

uint8_t feature_bucket(uint32_t count)
{
    if (count < EXACT)
        return (uint8_t)count;
    unsigned bits = 31u - (unsigned)__builtin_clz(count); /* the highest bit that is set: 4 or more */
    return (uint8_t)(EXACT + (bits - EXACT_BITS) * STEPS + (count >> (bits - STEP_BITS)) % STEPS);
}

uint32_t feature_bucket_low(uint8_t bucket)
{
    if (bucket < EXACT)
        return bucket;
    if (bucket >= BUCKETS)
        return UINT32_MAX;
    unsigned bits = EXACT_BITS + (bucket - EXACT) / STEPS;
    return (uint32_t)(STEPS + (bucket - EXACT) % STEPS) << (bits - STEP_BITS);
}

uint32_t feature_value(const struct features *features, unsigned feature)
{
    if (feature == FEATURE_COUNTRY)
        return features->country < FEATURE_COUNTRIES ? features->country : COUNTRY_OTHER;
    if (feature == FEATURE_TLD)
        return features->tld < FEATURE_TLDS ? features->tld : URL_TLD_OTHER;
    if (feature < FEATURE_FIRST_D) {
        unsigned index = feature - FEATURE_FIRST_L - 1;
        return features->by_country[index / FEATURE_COUNTRIES][index % FEATURE_COUNTRIES];
    }
    if (feature < FEATURE_FIRST_G) {
        unsigned index = feature - FEATURE_FIRST_D - 1;
        return features->by_tld[index / FEATURE_TLDS][index % FEATURE_TLDS];
    }
    if (feature < FEATURE_FIRST_N)
        return features->degree[feature - FEATURE_FIRST_G];
    return features_sources(features, (enum feature_kind)(feature - FEATURE_FIRST_N));
}

unsigned feature_values(unsigned feature)
{
    if (feature == FEATURE_COUNTRY)
        return FEATURE_COUNTRIES;
    if (feature == FEATURE_TLD)
        return FEATURE_TLDS;
    return feature_is_degree(feature) ? FEATURE_DEGREE_MAX + 1 : BUCKETS;
}

unsigned feature_group(unsigned feature)
{
    if (feature < FEATURE_FIRST_D)
        return FEATURE_GROUP_L;
    if (feature < FEATURE_FIRST_G)
        return FEATURE_GROUP_D;
    return feature < FEATURE_FIRST_N ? FEATURE_GROUP_G : FEATURE_GROUP_N;
}

static uint8_t *put_buckets(uint8_t *to, const uint16_t *counts, unsigned number)
{
    for (unsigned i = 0; i < number; i++)
        *to++ = feature_bucket(counts[i]);
    return to;
}

/* Writes what feature_value() returns for each feature. It goes by groups, which is faster: this is done for
 * every host of a round. */
void vector_make(uint8_t vector[FEATURE_COUNT], const struct features *features)
{
    uint8_t *at = vector;
    *at++ = (uint8_t)feature_value(features, FEATURE_COUNTRY);
    at = put_buckets(at, features->by_country[0], FEATURE_KINDS * FEATURE_COUNTRIES);
    *at++ = (uint8_t)feature_value(features, FEATURE_TLD);
    at = put_buckets(at, features->by_tld[0], FEATURE_KINDS * FEATURE_TLDS);
    for (unsigned i = 0; i < FEATURE_DEGREES; i++)
        *at++ = features->degree[i] < FEATURE_DEGREE_MAX ? features->degree[i] : FEATURE_DEGREE_MAX;
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++)
        *at++ = feature_bucket(features_sources(features, (enum feature_kind)kind));
}
