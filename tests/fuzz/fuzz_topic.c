/*
 * A topic pack from a card may hold anything: it is refused, or pages and links are judged with it without a
 * step outside of it, however their text is cut. What would have it refused at once (magic, version, sizes,
 * checksum) is put right.
 *
 * The input: a byte that says how text is cut, the text up to a zero byte, and the pack, which is filled up
 * to a whole one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "base/utf8.h"
#include "topic/layout.h"

enum { SECTORS = 2, PACK_BYTES = PACK_AT_KEYWORDS + SECTORS * TOPIC_SECTOR_BYTES };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        abort();
}

static int read_pack(void *context, uint32_t offset, void *to, size_t count)
{
    check(offset <= PACK_BYTES && count <= PACK_BYTES - offset);
    memcpy(to, (const uint8_t *)context + offset, count);
    return STATUS_OK;
}

static void put_right(uint8_t *pack)
{
    bytes_put32(pack + PACK_AT_MAGIC, PACK_MAGIC);
    bytes_put16(pack + PACK_AT_VERSION, TOPIC_VERSION);
    bytes_put16(pack + PACK_AT_SECTORS, SECTORS);
    bytes_put32(pack + PACK_AT_SIZE, PACK_BYTES);
    bytes_put32(pack + PACK_AT_CRC,
                crc32_update(CRC32_INIT, pack + PACK_AT_CHECKED, PACK_BYTES - PACK_AT_CHECKED));
}

static uint8_t judge(const struct topic *topic, const char *text, size_t size, size_t step)
{
    uint64_t *block = malloc(TOPIC_BLOCK_BYTES);
    struct topic_reader *reader;
    check(block != NULL && topic_page_begin(&reader, topic, block) == STATUS_OK);
    for (size_t at = 0; at < size;) {
        size_t count = utf8_valid_prefix(
            text + at, size - at < step + UTF8_MAX_BYTES ? size - at : step + UTF8_MAX_BYTES);
        topic_page_text(reader, text + at, count, TOPIC_BODY);
        at += count;
    }
    const struct html_anchor anchor = {.text = text, .text_size = size, .before = text, .after = text};
    struct topic_link link = {0}, sum = {.words = UINT16_MAX, .odds = INT16_MAX};
    topic_link_text(reader, &link, &anchor);
    topic_link_add(&sum, &link);
    check(link.keywords <= link.words && sum.keywords <= sum.words);
    const struct topic_facts facts = {.degree = (uint8_t)size, .source_tld = (uint8_t)(size >> 8)};
    topic_predict(topic, &facts, &sum);
    uint8_t relevance = topic_page_end(reader, true);
    free(block);
    return relevance;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    uint8_t *pack = calloc(1, PACK_BYTES), sector[TOPIC_SECTOR_BYTES];
    const uint8_t *end = memchr(data + 1, 0, size - 1);
    size_t text_size = end ? (size_t)(end - data - 1) : size - 1, rest = size - 1 - text_size;
    check(pack != NULL);
    memcpy(pack, data + 1 + text_size, rest < PACK_BYTES ? rest : PACK_BYTES);
    if (data[0] & 0x80)
        put_right(pack);
    struct topic topic;
    int status = topic_open(&topic, read_pack, pack, sector);
    check(topic_problem(status)[0] != '\0');
    if (status == STATUS_OK) {
        size_t valid = utf8_valid_prefix(data + 1, text_size);
        char *text = malloc(valid + 1);
        check(text != NULL);
        memcpy(text, data + 1, valid);
        check(judge(&topic, text, valid, valid) == judge(&topic, text, valid, data[0] % 16));
        free(text);
    }
    free(pack);
    return 0;
}
