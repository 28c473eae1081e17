/* The host graph's features when everything was crawled: what a predictor learns from. */
#include <string.h>

#include "base/status.h"
#include "world/internal.h"

/* Thousandths to the half percents of the host table. */
static uint8_t half_percents(uint16_t degree)
{
    return (uint8_t)((degree * FEATURE_DEGREE_MAX + WORLD_SHARE_ONE / 2) / WORLD_SHARE_ONE);
}

int world_features(const struct world *world, struct features *features)
{
    memset(features, 0, world->host_count * sizeof *features);
    for (uint32_t i = 0; i < world->host_count; i++) {
        features[i].country = world->hosts[i].country;
        features[i].tld = world->hosts[i].tld;
    }
    for (uint32_t i = 0; i < world->host_count; i++) {
        const struct world_host *host = &world->hosts[i];
        enum feature_kind kind = world_is_thai_site(host) ? FEATURE_THAI : FEATURE_FOREIGN;
        for (uint32_t edge = host->first_edge; edge < host[1].first_edge; edge++)
            features_add(&features[world->edges[edge]], kind, host->country, host->tld,
                         half_percents(host->degree));
    }
    return STATUS_OK;
}
