#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "graph/predict/predict.h"
#include "topic/reader.h"

enum { ODDS_MOST = 1000 * 1000 }; /* more evidence changes nothing */

int topic_page_begin(struct topic_reader **result, const struct topic *topic, void *block)
{
    struct topic_reader *reader = block;
    memset(reader, 0, offsetof(struct topic_reader, tables));
    *result = reader;
    reader->topic = topic;
    int status = topic->read(topic->context, 0, reader->sector, TOPIC_SECTOR_BYTES);
    if (status == STATUS_OK)
        status = topic->read(topic->context, PACK_AT_TABLES, &reader->tables, sizeof reader->tables);
    if (status < 0)
        return status;
    uint8_t count = reader->sector[PACK_AT_SUB_WORDS];
    reader->sub_count = count < PACK_SUB_WORDS_MAX ? count : PACK_SUB_WORDS_MAX;
    reader->sub_least = reader->sector[PACK_AT_SUB_LEAST];
    for (unsigned i = 0; i < reader->sub_count; i++)
        reader->sub_terms[i] = bytes_get32(reader->sector + PACK_AT_SUB_TABLE + (size_t)4 * i);
    reader->keywords = (struct keywords){
        .read = topic->read,
        .context = topic->context,
        .offset = PACK_AT_KEYWORDS,
        .sectors = topic->keyword_sectors,
        .held = KEYWORDS_NO_SECTOR,
        .filter = reader->tables.filter,
        .sector = reader->sector,
    };
    return STATUS_OK;
}

static bool is_of_sub_topic(const struct topic_reader *reader, uint32_t term)
{
    for (unsigned i = 0; i < reader->sub_count; i++)
        if (reader->sub_terms[i] == term)
            return true;
    return false;
}

static void count_page_word(void *context, const struct word *word)
{
    struct topic_reader *reader = context;
    if (word->is_stop)
        return;
    uint32_t term = word_term(word);
    int32_t weight = reader->zone == TOPIC_TITLE ? PACK_TITLE_WEIGHT : 1;
    int32_t odds = reader->odds + weight * reader->tables.page[term % PACK_PAGE_TERMS];
    if (odds >= -ODDS_MOST && odds <= ODDS_MOST)
        reader->odds = odds;
    if (reader->sub_words < UINT16_MAX)
        reader->sub_words = (uint16_t)(reader->sub_words + is_of_sub_topic(reader, term));
}

void topic_page_text(struct topic_reader *reader, const char *utf8, size_t size, enum topic_zone zone)
{
    if (reader->zone != zone)
        topic_page_gap(reader);
    reader->zone = (uint8_t)zone;
    words_text(&reader->page_words, utf8, size, count_page_word, reader);
}

void topic_page_gap(struct topic_reader *reader)
{
    words_end(&reader->page_words, count_page_word, reader);
}

uint8_t topic_page_end(struct topic_reader *reader, bool is_english)
{
    topic_page_gap(reader);
    if (!is_english || reader->sub_words < reader->sub_least)
        return 0;
    return predict_confidence((reader->topic->page_prior + reader->odds) * reader->topic->page_scale);
}

int topic_page_status(const struct topic_reader *reader)
{
    return reader->keywords.status;
}
