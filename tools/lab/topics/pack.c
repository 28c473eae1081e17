#include "topics/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "topic/layout.h"

/* ---- Sub-topics ---- */

struct terms {
    uint32_t term[PACK_SUB_WORDS_MAX];
    unsigned count;
};

static void take_term(void *context, const struct word *word)
{
    struct terms *terms = context;
    if (terms->count < PACK_SUB_WORDS_MAX)
        terms->term[terms->count] = word_term(word);
    terms->count++;
}

static struct terms terms_of(const char *text)
{
    struct terms terms = {.count = 0};
    struct words words = {0};
    words_text(&words, text, strlen(text), take_term, &terms);
    words_end(&words, take_term, &terms);
    return terms;
}

unsigned pack_sub_words(const char *words)
{
    return terms_of(words).count;
}

/* ---- Bytes ---- */

static void put_record(uint8_t *bytes, const struct topic_pack *pack)
{
    bytes_put32(bytes + PACK_AT_DATE, pack->date);
    bytes_put32(bytes + PACK_AT_NAMES, (uint32_t)pack->dictionary->names);
    bytes_put32(bytes + PACK_AT_POSITIVE, pack->positive);
    bytes_put32(bytes + PACK_AT_NEGATIVE, pack->negative);
    bytes_put32(bytes + PACK_AT_LINKS, pack->link_count);
    bytes_put16(bytes + PACK_AT_PAGE_MEAN, (uint16_t)lround(100 * g_mean_percent(&pack->page_score)));
    bytes_put16(bytes + PACK_AT_LINK_MEAN, (uint16_t)lround(100 * g_mean_percent(&pack->link_score)));
    bytes_put32(bytes + PACK_AT_SEED, pack->seed);
    bytes_put16(bytes + PACK_AT_FLAGS, (uint16_t)pack->flags);
    size_t length = strlen(pack->name);
    memcpy(bytes + PACK_AT_NAME, pack->name, length < TOPIC_NAME_BYTES ? length : TOPIC_NAME_BYTES);
}

static void put_classifiers(uint8_t *bytes, const struct topic_pack *pack)
{
    bytes_put16(bytes + PACK_AT_PAGE_PRIOR, (uint16_t)pack->pages->prior);
    bytes_put16(bytes + PACK_AT_LINK_PRIOR, (uint16_t)pack->links->prior);
    bytes_put16(bytes + PACK_AT_WORD_PRIOR, (uint16_t)pack->links->words.prior);
    bytes[PACK_AT_PAGE_SCALE] = pack->pages->scale;
    bytes[PACK_AT_WORD_SCALE] = pack->links->words.scale;
    memcpy(bytes + PACK_AT_LINK_TABLE, &pack->links->table, sizeof pack->links->table);
    struct pack_tables *tables = (struct pack_tables *)(bytes + PACK_AT_TABLES);
    memcpy(tables->page, pack->pages->weight, sizeof tables->page);
    memcpy(tables->link, pack->links->words.weight, sizeof tables->link);
    memcpy(tables->filter, pack->dictionary->filter, sizeof tables->filter);
}

static void put_sub_topic(uint8_t *bytes, const struct topic_pack *pack)
{
    if (!pack->sub_words)
        return;
    struct terms terms = terms_of(pack->sub_words);
    bytes[PACK_AT_SUB_WORDS] = (uint8_t)terms.count;
    bytes[PACK_AT_SUB_LEAST] = (uint8_t)pack->sub_least;
    for (unsigned i = 0; i < terms.count && i < PACK_SUB_WORDS_MAX; i++)
        bytes_put32(bytes + PACK_AT_SUB_TABLE + (size_t)4 * i, terms.term[i]);
}

uint8_t *pack_bytes(const struct topic_pack *pack, size_t *size)
{
    size_t keyword_bytes = (size_t)pack->dictionary->sector_count * KEYWORDS_SECTOR_BYTES;
    *size = PACK_AT_KEYWORDS + keyword_bytes;
    uint8_t *bytes = must_allocate(*size);
    memset(bytes, 0, *size);
    bytes_put32(bytes + PACK_AT_MAGIC, PACK_MAGIC);
    bytes_put16(bytes + PACK_AT_VERSION, TOPIC_VERSION);
    bytes_put16(bytes + PACK_AT_SECTORS, pack->dictionary->sector_count);
    bytes_put32(bytes + PACK_AT_SIZE, (uint32_t)*size);
    put_record(bytes, pack);
    put_classifiers(bytes, pack);
    put_sub_topic(bytes, pack);
    memcpy(bytes + PACK_AT_KEYWORDS, pack->dictionary->sectors, keyword_bytes);
    bytes_put32(bytes + PACK_AT_CRC,
                crc32_update(CRC32_INIT, bytes + PACK_AT_CHECKED, *size - PACK_AT_CHECKED));
    return bytes;
}

int pack_read(void *context, uint32_t offset, void *to, size_t count)
{
    const struct pack_file *file = context;
    if (offset > file->size || count > file->size - offset)
        return STATUS_DAMAGED;
    memcpy(to, file->bytes + offset, count);
    return STATUS_OK;
}
