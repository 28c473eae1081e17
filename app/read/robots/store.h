/* Where the fields of a store lie in its bytes (FORMAT.md). Only the parser and the matcher include this
 * header. */
#ifndef CRAWLBOX_READ_ROBOTS_STORE_H
#define CRAWLBOX_READ_ROBOTS_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "read/robots/robots.h"

enum {
    STORE_MAGIC = 0x31544252, /* "RBT1" */
    STORE_CRC_AT = 4,         /* the CRC-32 of everything behind this field */
    STORE_FETCHED_AT = 8,
    STORE_DELAY_AT = 12,
    STORE_USED_AT = 16, /* 24 bits: bytes of the whole store, header included */
    STORE_ANSWER_AT = 19,
    STORE_HEADER = ROBOTS_STORE_MIN,

    STORE_USED_MAX = 0xffffff,
    STORE_RULE_HEADER = 2, /* bytes before a rule: its length, and its kind in the highest bit */
    STORE_RULE_ALLOW = 0x8000,
    STORE_RULE_MAX = 0x7fff,
};

/* Writes the header around `used` bytes, of which STORE_HEADER are its own, and returns `used`. */
int store_seal(uint8_t *store, size_t used, enum robots_answer answer, uint32_t delay_ms, uint32_t fetched_s);

/* Returns how many bytes of the store are in use. */
size_t store_used(const uint8_t *store);

#endif
