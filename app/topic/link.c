#include "base/ascii.h"
#include "graph/predict/predict.h"
#include "read/lang/wordlist.h"
#include "topic/reader.h"

/* ---- Evidence ---- */

static int16_t limit_odds(int32_t odds)
{
    if (odds > INT16_MAX)
        return INT16_MAX;
    return (int16_t)(odds < INT16_MIN ? INT16_MIN : odds);
}

static void count_link_word(void *context, const struct word *word)
{
    struct topic_reader *reader = context;
    keyword_put(&reader->finder, word);
    if (!word->is_stop)
        reader->link->odds =
            limit_odds(reader->link->odds + reader->tables.link[word_term(word) % PACK_LINK_TERMS]);
}

static void begin_link(struct topic_reader *reader, struct topic_link *link)
{
    reader->link = link;
    reader->finder = (struct keyword_finder){.keywords = &reader->keywords};
    reader->link_words = (struct words){0};
}

/* Reads the words of a span. A name does not go on across its end. */
static void read_link_span(struct topic_reader *reader, const char *text, size_t size)
{
    words_text(&reader->link_words, text, size, count_link_word, reader);
    words_end(&reader->link_words, count_link_word, reader);
    keyword_flush(&reader->finder);
}

/* Counts are added so that their ratio stays when they would grow too large. */
static void add_counts(uint16_t *whole, uint16_t *part, uint32_t more, uint32_t part_of_more)
{
    uint32_t sum = *whole + more, part_sum = *part + part_of_more;
    while (sum > UINT16_MAX) {
        sum /= 2;
        part_sum /= 2;
    }
    *whole = (uint16_t)sum;
    *part = (uint16_t)part_sum;
}

void topic_link_text(struct topic_reader *reader, struct topic_link *link, const struct html_anchor *anchor)
{
    begin_link(reader, link);
    read_link_span(reader, anchor->before, anchor->before_size);
    read_link_span(reader, anchor->text, anchor->text_size);
    read_link_span(reader, anchor->after, anchor->after_size);
    add_counts(&link->words, &link->keywords, reader->finder.words, reader->finder.names);
}

/* Says whether a word of an address only says how a server works. */
static bool is_machinery(const char *text, size_t size)
{
    static const struct wordlist_row rows[] = {WORDLIST_ENTRY(3, "asp"
                                                                 "cgi"
                                                                 "htm"
                                                                 "jsp"
                                                                 "php") WORDLIST_ENTRY(4, "aspx"
                                                                                          "html")
                                                   WORDLIST_ENTRY(5, "index"
                                                                     "shtml")};
    return wordlist_has(rows, sizeof rows / sizeof rows[0], text, size);
}

static void count_url_word(void *context, const struct word *word)
{
    if (!is_machinery(word->text, word->size))
        count_link_word(context, word);
}

/* Reads the address piece by piece between percent-encoded characters, which are no letters of English. */
void topic_link_url(struct topic_reader *reader, struct topic_link *link, const struct url *url)
{
    begin_link(reader, link);
    for (size_t at = url->path; at < url->fragment;) {
        size_t end = at;
        while (end < url->fragment && url->text[end] != '%')
            end++;
        words_text(&reader->link_words, url->text + at, end - at, count_url_word, reader);
        words_end(&reader->link_words, count_url_word, reader);
        at = end + 3;
    }
    keyword_flush(&reader->finder);
    add_counts(&link->url_words, &link->url_keywords, reader->finder.words, reader->finder.names);
}

void topic_link_add(struct topic_link *sum, const struct topic_link *more)
{
    add_counts(&sum->words, &sum->keywords, more->words, more->keywords);
    add_counts(&sum->url_words, &sum->url_keywords, more->url_words, more->url_keywords);
    sum->odds = limit_odds((int32_t)sum->odds + more->odds);
}

/* ---- Predictions ---- */

unsigned topic_step(uint32_t part, uint32_t whole)
{
    if (part == 0 || whole == 0)
        return 0;
    uint32_t step = 1 + (part * (TOPIC_STEPS - 1) - 1) / whole;
    return step < TOPIC_STEPS ? step : TOPIC_STEPS - 1;
}

static int32_t odds_of(const int8_t *table, unsigned size, unsigned value)
{
    return table[value < size ? value : size - 1];
}

uint8_t topic_predict_links(const struct topic *topic, const struct topic_facts *facts,
                            const struct topic_link *link)
{
    const struct topic_link_table *table = &topic->links;
    int32_t odds = topic->link_prior + table->degree[topic_step(facts->degree, UINT8_MAX)] +
                   table->ratio[topic_step(link->keywords, link->words)] +
                   table->url_ratio[topic_step(link->url_keywords, link->url_words)] +
                   odds_of(table->source_country, FEATURE_COUNTRIES, facts->source_country) +
                   odds_of(table->target_country, FEATURE_COUNTRIES, facts->target_country) +
                   odds_of(table->source_tld, FEATURE_TLDS, facts->source_tld) +
                   odds_of(table->target_tld, FEATURE_TLDS, facts->target_tld);
    return predict_confidence(odds * PACK_ODDS_TO_1024THS);
}

uint8_t topic_predict_words(const struct topic *topic, const struct topic_link *link)
{
    return predict_confidence((topic->word_prior + link->odds) * topic->word_scale);
}

uint8_t topic_predict(const struct topic *topic, const struct topic_facts *facts,
                      const struct topic_link *link)
{
    return (uint8_t)((topic_predict_links(topic, facts, link) + topic_predict_words(topic, link) + 1) / 2);
}
