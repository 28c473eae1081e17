/*
 * Randomness that repeats: a world is a function of its seed.
 *
 * Two forms. A stream, for what is drawn once in a fixed order while a world is made; and a hash, for what is
 * never stored at all but worked out again whenever it is asked for, such as the language of page 17 of host
 * 4711.
 */
#ifndef CRAWLBOX_RANDOM_H
#define CRAWLBOX_RANDOM_H

#include <stdint.h>

/* Mixes 64 bits so that each bit of the result depends on every bit of the input (the finaliser of
 * SplitMix64). */
static inline uint64_t random_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A number for (what, a, b) of the world with that seed; `what` is a different constant for each question
 * asked. */
static inline uint64_t random_hash(uint64_t seed, uint32_t what, uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;
    return random_mix(random_mix(seed + 0x9e3779b97f4a7c15u * what) ^ random_mix(pair + 0x632be59bd9b4e019u));
}

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    return random_mix(random->state);
}

/* 0 .. limit - 1; limit is not 0. */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
    return (uint32_t)(((random_next(random) >> 32) * limit) >> 32);
}

/* A hash's or a stream's number as a fraction, 0 <= x < 1. */
static inline double random_fraction(uint64_t number)
{
    return (double)(number >> 11) / 9007199254740992.0;
}

static inline double random_real(struct random *random)
{
    return random_fraction(random_next(random));
}

#endif
