/* The bytes of a store (FORMAT.md), for the parser and the matcher. */
#ifndef CRAWLBOX_ROBOTS_STORE_H
#define CRAWLBOX_ROBOTS_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "robots/robots.h"

enum {
    STORE_MAGIC = 0x31544252, /* "RBT1" */
    STORE_CRC_AT = 4,         /* of everything behind it */
    STORE_FETCHED_AT = 8,
    STORE_DELAY_AT = 12,
    STORE_USED_AT = 16, /* 24 bits: bytes of the whole store, header included */
    STORE_ANSWER_AT = 19,
    STORE_HEADER = ROBOTS_STORE_MIN,

    STORE_USED_MAX = 0xffffff,
    STORE_RULE_HEADER = 2, /* its length, and the kind in the highest bit */
    STORE_RULE_ALLOW = 0x8000,
    STORE_RULE_MAX = 0x7fff,
};

/* Writes the header around `used` bytes, of which STORE_HEADER are its own, and returns `used`. */
int store_seal(uint8_t *store, size_t used, enum robots_answer answer, uint32_t delay_ms, uint32_t fetched_s);

/* How many bytes are in use. */
size_t store_used(const uint8_t *store);

#endif
