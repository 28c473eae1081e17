#include "graph/predict/fingerprint.h"

#include <string.h>

#include "base/crc32.h"

/* Draws a number below `limit` by a linear congruential generator, whose upper half is random enough. */
static uint32_t draw_number(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 16) % limit;
}

void fingerprint_host(struct features *features, uint32_t *state)
{
    memset(features, 0, sizeof *features);
    features->country = (uint8_t)draw_number(state, FEATURE_COUNTRIES);
    features->tld = (uint8_t)draw_number(state, FEATURE_TLDS);
    for (uint32_t sources = 1 + draw_number(state, 1u << draw_number(state, 7)); sources > 0; sources--) {
        enum feature_kind kind = (enum feature_kind)draw_number(state, FEATURE_KINDS);
        unsigned country = draw_number(state, 2) ? COUNTRY_HOME : draw_number(state, FEATURE_COUNTRIES);
        unsigned tld = draw_number(state, 2) ? URL_TLD_HOME : draw_number(state, FEATURE_TLDS);
        uint32_t degree = kind == FEATURE_THAI ? 50 + draw_number(state, 151) : draw_number(state, 50);
        features_add(features, kind, country, tld, (uint8_t)degree);
    }
}

uint32_t model_fingerprint(const struct model *model, unsigned hosts)
{
    uint32_t crc = CRC32_INIT, state = 1;
    for (; hosts > 0; hosts--) {
        struct features features;
        fingerprint_host(&features, &state);
        uint8_t confidence = predict(model, &features);
        crc = crc32_update(crc, &confidence, 1);
    }
    return crc;
}
