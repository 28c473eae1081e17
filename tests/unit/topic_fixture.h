/* A topic pack in memory, made by hand: a few words with weights, a few names. */
#ifndef CRAWLBOX_UNIT_TOPIC_FIXTURE_H
#define CRAWLBOX_UNIT_TOPIC_FIXTURE_H

#include "suite.h"

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "topic/layout.h"

enum { FIXTURE_SECTORS = 2, FIXTURE_BYTES = PACK_AT_KEYWORDS + FIXTURE_SECTORS * TOPIC_SECTOR_BYTES };

static uint8_t fixture_bytes[FIXTURE_BYTES];
static int fixture_reads;      /* so far */
static int fixture_failing_at; /* this read fails; 0: none */

static int fixture_read(void *context, uint32_t offset, void *to, size_t count)
{
    const uint8_t *bytes = context;
    TEST_ASSERT_LESS_OR_EQUAL_UINT32(FIXTURE_BYTES, offset + count);
    if (++fixture_reads == fixture_failing_at)
        return STATUS_IO;
    memcpy(to, bytes + offset, count);
    return STATUS_OK;
}

static inline struct word fixture_word(const char *text)
{
    return (struct word){.text = text, .size = (uint8_t)strlen(text)};
}

static inline void fixture_set_bits(uint32_t number)
{
    uint8_t *filter = fixture_bytes + PACK_AT_TABLES + PACK_PAGE_TERMS + PACK_LINK_TERMS;
    unsigned first = keyword_first_bit(number), second = keyword_second_bit(number);
    filter[first / 8] |= (uint8_t)(1 << first % 8);
    filter[second / 8] |= (uint8_t)(1 << second % 8);
}

/* A name of up to two words; NULL: no second. */
static inline void fixture_name(const char *first, const char *second, enum keyword_kind kind)
{
    struct word word = fixture_word(first);
    struct keyword_token token = keyword_token(&word);
    uint32_t run = keyword_run(0, &token, kind);
    if (second) {
        fixture_set_bits(run);
        word = fixture_word(second);
        token = keyword_token(&word);
        run = keyword_run(run, &token, kind);
    }
    uint32_t number = keyword_whole(run);
    fixture_set_bits(number);
    uint8_t *sector =
        fixture_bytes + PACK_AT_KEYWORDS + (size_t)(number % FIXTURE_SECTORS) * TOPIC_SECTOR_BYTES;
    uint16_t count = (uint16_t)(bytes_get16(sector) + 1);
    bytes_put16(sector, count);
    bytes_put32(sector + (size_t)4 * count, number);
}

static inline void fixture_page_weight(const char *text, int8_t weight)
{
    struct word word = fixture_word(text);
    fixture_bytes[PACK_AT_TABLES + word_term(&word) % PACK_PAGE_TERMS] = (uint8_t)weight;
}

static inline void fixture_link_weight(const char *text, int8_t weight)
{
    struct word word = fixture_word(text);
    fixture_bytes[PACK_AT_TABLES + PACK_PAGE_TERMS + word_term(&word) % PACK_LINK_TERMS] = (uint8_t)weight;
}

static inline void fixture_seal(void)
{
    bytes_put32(fixture_bytes + PACK_AT_CRC,
                crc32_update(CRC32_INIT, fixture_bytes + PACK_AT_CHECKED, FIXTURE_BYTES - PACK_AT_CHECKED));
}

/* Diving around Thailand: words, names, and a link classifier that likes relevant sources and names. */
static inline void fixture_make(void)
{
    memset(fixture_bytes, 0, sizeof fixture_bytes);
    fixture_reads = fixture_failing_at = 0;
    bytes_put32(fixture_bytes + PACK_AT_MAGIC, PACK_MAGIC);
    bytes_put16(fixture_bytes + PACK_AT_VERSION, TOPIC_VERSION);
    bytes_put16(fixture_bytes + PACK_AT_SECTORS, FIXTURE_SECTORS);
    bytes_put32(fixture_bytes + PACK_AT_SIZE, FIXTURE_BYTES);
    bytes_put16(fixture_bytes + PACK_AT_PAGE_PRIOR, (uint16_t)-16);
    bytes_put16(fixture_bytes + PACK_AT_LINK_PRIOR, (uint16_t)-8);
    fixture_bytes[PACK_AT_PAGE_SCALE] = 64;
    fixture_bytes[PACK_AT_WORD_SCALE] = 64;
    memcpy(fixture_bytes + PACK_AT_NAME, "diving", 6);
    struct topic_link_table table = {.degree = {-32, 0, 0, 0, 0, 0, 0, 0, 16, 32}, .ratio = {-16, 16}};
    memcpy(fixture_bytes + PACK_AT_LINK_TABLE, &table, sizeof table);
    fixture_page_weight("diving", 20);
    fixture_page_weight("island", 10);
    fixture_page_weight("mortgage", -40);
    fixture_link_weight("dive", 24);
    fixture_link_weight("loan", -24);
    fixture_name("phuket", NULL, KEYWORD_TEXT);
    fixture_name("ko", "tao", KEYWORD_TEXT);
    fixture_name("nakhon", "pathom", KEYWORD_SOUND);
    fixture_seal();
}

#endif
