/* Addresses of hosts and the countries they are in. */
#include <stdio.h>

#include "base/status.h"
#include "world/internal.h"

/* Blocks of the benchmarking range 198.18.0.0/15, which no real server uses. */
static const struct block {
    uint32_t first, count;
} blocks[WORLD_COUNTRIES] = {
    [COUNTRY_TH] = {0xc6120000, 0x8000}, [COUNTRY_US] = {0xc6128000, 0x8000},
    [COUNTRY_CN] = {0xc6130000, 0x4000}, [COUNTRY_JP] = {0xc6134000, 0x4000},
    [COUNTRY_UK] = {0xc6138000, 0x4000}, [COUNTRY_OTHER] = {0xc613c000, 0x4000},
};

unsigned world_country_of(uint32_t address)
{
    for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
        if (address - blocks[country].first < blocks[country].count)
            return country;
    return COUNTRY_OTHER;
}

void world_assign_address(struct world_host *host, struct random *random)
{
    enum { GATEWAYS = 16 }; /* the first few addresses are the lab's own */
    host->address = blocks[host->country].first + GATEWAYS +
                    random_below(random, blocks[host->country].count - GATEWAYS - 1);
}

/* Lines as `crawlbox geo build` reads them; what is in no line is in another country. */
void world_write_countries(FILE *out)
{
    for (unsigned country = 0; country < WORLD_COUNTRIES; country++) {
        const struct block *block = &blocks[country];
        unsigned bits = 32;
        while (1u << (32 - bits) < block->count)
            bits--;
        if (country != COUNTRY_OTHER)
            fprintf(out, "%u.%u.%u.%u/%u %s\n", block->first >> 24, block->first >> 16 & 255,
                    block->first >> 8 & 255, block->first & 255, bits, feature_country_name(country));
    }
}
