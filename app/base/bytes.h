/*
 * Reads and writes numbers in files and on the wire, at any alignment: little-endian, as our own formats have
 * them, or big-endian, as the Internet has them.
 */
#ifndef CRAWLBOX_BASE_BYTES_H
#define CRAWLBOX_BASE_BYTES_H

#include <stdint.h>

static inline void bytes_put16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline void bytes_put32(uint8_t *at, uint32_t value)
{
    bytes_put16(at, (uint16_t)value);
    bytes_put16(at + 2, (uint16_t)(value >> 16));
}

static inline uint16_t bytes_get16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t bytes_get32(const uint8_t *at)
{
    return bytes_get16(at) | (uint32_t)bytes_get16(at + 2) << 16;
}

static inline void bytes_put32_big(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

#endif
