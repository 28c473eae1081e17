/*
 * The smaller and the larger of two numbers.
 *
 *     size_t part = smaller_of(left, sizeof chunk);
 */
#ifndef CRAWLBOX_BASE_NUMBERS_H
#define CRAWLBOX_BASE_NUMBERS_H

#include <stdint.h>

static inline uint32_t smaller_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t larger_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

#endif
