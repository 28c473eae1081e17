/* Addresses of hosts and the countries they are in. */
#include "graph/predict/features.h"
#include "random.h"
#include "world/world.h"

/* Blocks of the benchmarking range 198.18.0.0/15, which no real server uses. */
static const struct block {
    uint32_t first, count;
} blocks[FEATURE_COUNTRIES] = {
    [COUNTRY_HOME] = {0xc6120000, 0x8000}, [COUNTRY_US] = {0xc6128000, 0x8000},
    [COUNTRY_CN] = {0xc6130000, 0x4000},   [COUNTRY_JP] = {0xc6134000, 0x4000},
    [COUNTRY_UK] = {0xc6138000, 0x4000},   [COUNTRY_OTHER] = {0xc613c000, 0x4000},
};

unsigned world_country_of(uint32_t address)
{
    for (unsigned country = 0; country < FEATURE_COUNTRIES; country++)
        if (address - blocks[country].first < blocks[country].count)
            return country;
    return COUNTRY_OTHER;
}

uint32_t world_draw_address(unsigned country, struct random *random)
{
    enum { GATEWAYS = 16 }; /* the first few addresses are the lab's own */
    const struct block *block = &blocks[country];
    return block->first + GATEWAYS + random_below(random, block->count - GATEWAYS - 1);
}

/* A CDN has few addresses, which look American. */
uint32_t world_cdn_address(uint64_t number)
{
    enum { CDN_ADDRESSES = 1024 };
    const struct block *block = &blocks[COUNTRY_US];
    return block->first + block->count - CDN_ADDRESSES + (uint32_t)(number % (CDN_ADDRESSES - 1));
}

/* Lines as `crawlbox geo build` reads them; what is in no line is in another country. */
void world_write_countries(FILE *out, const char *home)
{
    for (unsigned country = 0; country < FEATURE_COUNTRIES; country++) {
        const struct block *block = &blocks[country];
        unsigned bits = 32;
        while (1u << (32 - bits) < block->count)
            bits--;
        if (country != COUNTRY_OTHER)
            fprintf(out, "%u.%u.%u.%u/%u %s\n", block->first >> 24, block->first >> 16 & 255,
                    block->first >> 8 & 255, block->first & 255, bits,
                    country == COUNTRY_HOME ? home : feature_country_name(country));
    }
}
