/* Where the fields of a topic pack lie in its bytes; TOPIC.md explains them. Only code that reads or
 * writes packs includes this header. */
#ifndef CRAWLBOX_TOPIC_LAYOUT_H
#define CRAWLBOX_TOPIC_LAYOUT_H

#include <stdint.h>

#include "topic/keywords.h"
#include "topic/topic.h"

enum {
    PACK_MAGIC = 0x50544243, /* "CBTP" */

    PACK_AT_MAGIC = 0,
    PACK_AT_VERSION = 4,
    PACK_AT_SECTORS = 6, /* how many sectors the dictionary has */
    PACK_AT_SIZE = 8,
    PACK_AT_CRC = 12,
    PACK_AT_CHECKED = 16, /* the checksum covers everything from here on */
    PACK_AT_PAGE_PRIOR = 16,
    PACK_AT_LINK_PRIOR = 18,
    PACK_AT_WORD_PRIOR = 20,
    PACK_AT_PAGE_SCALE = 22,
    PACK_AT_WORD_SCALE = 23,
    PACK_AT_SUB_WORDS = 24, /* how many words of a sub-topic follow */
    PACK_AT_SUB_LEAST = 25, /* how many words of a page must be among these */
    PACK_AT_FLAGS = 26,
    PACK_AT_DATE = 28,
    PACK_AT_NAMES = 32,
    PACK_AT_POSITIVE = 36,
    PACK_AT_NEGATIVE = 40,
    PACK_AT_LINKS = 44,
    PACK_AT_PAGE_MEAN = 48,
    PACK_AT_LINK_MEAN = 50,
    PACK_AT_SEED = 52,
    PACK_AT_NAME = 56,
    PACK_AT_LINK_TABLE = 80,
    PACK_AT_SUB_TABLE = 136,
    PACK_SUB_WORDS_MAX = 24,
    PACK_HEADER_END = PACK_AT_SUB_TABLE + 4 * PACK_SUB_WORDS_MAX,

    PACK_AT_TABLES = TOPIC_SECTOR_BYTES,
    PACK_PAGE_TERMS = 2048,
    PACK_LINK_TERMS = 1024,
    PACK_TABLE_BYTES = PACK_PAGE_TERMS + PACK_LINK_TERMS + KEYWORDS_FILTER_BYTES,
    PACK_AT_KEYWORDS = PACK_AT_TABLES + PACK_TABLE_BYTES,
    PACK_SECTORS_MAX = 256, /* sectors of the largest dictionary, which has 32,512 names */

    PACK_FLAG_EXAMPLE = 1,         /* the pack was learned from made-up pages */
    PACK_FLAG_PUBLISHED_LINKS = 2, /* the link classifier was not learned but made from published figures */

    PACK_TITLE_WEIGHT = 3,     /* how often a word of the title counts */
    PACK_ODDS_TO_1024THS = 64, /* factor from odds in sixteenths to odds in 1024ths */
};

_Static_assert((int)PACK_HEADER_END <= (int)TOPIC_SECTOR_BYTES, "the header is one sector");
_Static_assert(PACK_TABLE_BYTES % TOPIC_SECTOR_BYTES == 0, "the dictionary begins with a sector");
_Static_assert(PACK_AT_NAME + TOPIC_NAME_BYTES <= PACK_AT_LINK_TABLE, "the name fits");
_Static_assert(PACK_AT_LINK_TABLE + sizeof(struct topic_link_table) <= PACK_AT_SUB_TABLE, "the table fits");

/* The tables, as they lie in the file behind the header. */
struct pack_tables {
    int8_t page[PACK_PAGE_TERMS]; /* what a word of a page counts for the topic, in sixteenths of a logarithm
                                     of odds */
    int8_t link[PACK_LINK_TERMS]; /* the same for a word of a link */
    uint8_t filter[KEYWORDS_FILTER_BYTES];
};

_Static_assert(sizeof(struct pack_tables) == PACK_TABLE_BYTES, "no gaps");

#endif
