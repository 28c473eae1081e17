#include "graph/predict/predict.h"

/* What each piece of evidence is worth; together they are at most 255. */
enum {
    WORTH_TLD = 80,
    WORTH_COUNTRY = 45,
    WORTH_SOURCES = 80, /* all of them Thai */
    WORTH_DEGREE = 50,  /* one source with nothing but Thai pages */
};

uint8_t predict_rule(const struct features *features)
{
    uint32_t thai = features_sources(features, FEATURE_THAI);
    uint32_t all = thai + features_sources(features, FEATURE_FOREIGN);
    uint32_t worth = WORTH_DEGREE * features->degree[0] / FEATURE_DEGREE_MAX;

    if (features->tld == URL_TLD_HOME)
        worth += WORTH_TLD;
    if (features->country == COUNTRY_HOME)
        worth += WORTH_COUNTRY;
    if (all > 0)
        worth += WORTH_SOURCES * thai / all;
    return worth <= UINT8_MAX ? (uint8_t)worth : UINT8_MAX;
}
