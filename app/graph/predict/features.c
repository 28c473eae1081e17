#include "graph/predict/features.h"

#include <string.h>

static void count_up(uint16_t *counter)
{
    if (*counter < UINT16_MAX)
        (*counter)++;
}

/* Keeps the highest degrees in order; the lowest falls out. */
static void insert_degree(uint8_t *degrees, uint8_t degree)
{
    int at = FEATURE_DEGREES;
    while (at > 0 && degrees[at - 1] < degree)
        at--;
    if (at == FEATURE_DEGREES)
        return;
    memmove(degrees + at + 1, degrees + at, (size_t)(FEATURE_DEGREES - 1 - at));
    degrees[at] = degree;
}

void features_add(struct features *features, enum feature_kind kind, unsigned country, unsigned tld,
                  uint8_t degree)
{
    count_up(&features->by_country[kind][country < FEATURE_COUNTRIES ? country : COUNTRY_OTHER]);
    count_up(&features->by_tld[kind][tld < FEATURE_TLDS ? tld : URL_TLD_OTHER]);
    insert_degree(features->degree, degree <= FEATURE_DEGREE_MAX ? degree : FEATURE_DEGREE_MAX);
}

uint32_t features_sources(const struct features *features, enum feature_kind kind)
{
    uint32_t sum = 0;
    for (int i = 0; i < FEATURE_COUNTRIES; i++)
        sum += features->by_country[kind][i];
    return sum;
}

const char *feature_country_name(unsigned country)
{
    static const char names[FEATURE_COUNTRIES][6] = {"TH", "CN", "JP", "UK", "US", "OTHER"};
    return names[country < FEATURE_COUNTRIES ? country : COUNTRY_OTHER];
}
