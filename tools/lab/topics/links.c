#include "topics/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/status.h"
#include "graph/predict/predict.h"
#include "topic/layout.h"
#include "topic/words.h"

enum { NO_FOLD = BAGS_FOLDS };

/* Where each feature's odds lie in the table, and how many there are. */
static const struct {
    size_t offset;
    unsigned values;
} features[LINK_FEATURES] = {
    {offsetof(struct topic_link_table, degree), TOPIC_STEPS},
    {offsetof(struct topic_link_table, ratio), TOPIC_STEPS},
    {offsetof(struct topic_link_table, url_ratio), TOPIC_STEPS},
    {offsetof(struct topic_link_table, source_country), FEATURE_COUNTRIES},
    {offsetof(struct topic_link_table, target_country), FEATURE_COUNTRIES},
    {offsetof(struct topic_link_table, source_tld), FEATURE_TLDS},
    {offsetof(struct topic_link_table, target_tld), FEATURE_TLDS},
};

static int8_t *odds_at(struct topic_link_table *table, unsigned feature, unsigned value)
{
    return (int8_t *)table + features[feature].offset + value;
}

/* ---- Examples ---- */

void link_examples_add(struct link_examples *examples, const struct topic_facts *facts,
                       const struct topic_link *link, bool relevant)
{
    size_t index = examples->words.count;
    if (index == examples->room) {
        examples->room = examples->room ? 2 * examples->room : 256;
        struct link_example *more = must_allocate(examples->room * sizeof *more);
        if (index > 0)
            memcpy(more, examples->example, index * sizeof *more);
        free(examples->example);
        examples->example = more;
    }
    bags_begin(&examples->words, relevant);
    const uint8_t values[LINK_FEATURES] = {
        (uint8_t)topic_step(facts->degree, UINT8_MAX),
        (uint8_t)topic_step(link->keywords, link->words),
        (uint8_t)topic_step(link->url_keywords, link->url_words),
        facts->source_country,
        facts->target_country,
        facts->source_tld,
        facts->target_tld,
    };
    for (unsigned i = 0; i < LINK_FEATURES; i++)
        examples->example[index].value[i] =
            values[i] < features[i].values ? values[i] : (uint8_t)(features[i].values - 1);
}

void link_examples_term(struct link_examples *examples, uint32_t term)
{
    bags_add(&examples->words, term);
}

static void take_word(void *context, const struct word *word)
{
    if (!word->is_stop)
        link_examples_term(context, word_term(word));
}

void link_examples_words(struct link_examples *examples, const char *text, size_t size)
{
    struct words words = {0};
    words_text(&words, text, size, take_word, examples);
    words_end(&words, take_word, examples);
}

void link_examples_free(struct link_examples *examples)
{
    bags_free(&examples->words);
    free(examples->example);
    *examples = (struct link_examples){0};
}

/* ---- Learning ---- */

static void learn_table(struct topic_link_table *table, const struct link_examples *examples,
                        const bool *chosen)
{
    for (unsigned f = 0; f < LINK_FEATURES; f++) {
        double count[2][TOPIC_STEPS] = {{0}}, total[2] = {0, 0};
        for (size_t i = 0; i < examples->words.count; i++) {
            if (!chosen[i])
                continue;
            bool relevant = examples->words.bag[i].relevant;
            count[relevant][examples->example[i].value[f]]++;
            total[relevant]++;
        }
        for (unsigned v = 0; v < features[f].values; v++)
            *odds_at(table, f, v) =
                odds_in_sixteenths(log((count[1][v] + 1) / (total[1] + features[f].values)) -
                                   log((count[0][v] + 1) / (total[0] + features[f].values)));
    }
}

static int32_t table_odds(struct topic_link_table *table, const struct link_example *example)
{
    int32_t sum = 0;
    for (unsigned f = 0; f < LINK_FEATURES; f++)
        sum += *odds_at(table, f, example->value[f]);
    return sum * PACK_ODDS_TO_1024THS;
}

/* Each example's answer when it was held out. */
static void hold_out(struct link_learned *learned, const struct link_examples *examples, uint64_t seed,
                     const int32_t *words)
{
    size_t count = examples->words.count;
    bool *chosen = must_allocate(count + 1);
    for (unsigned fold = 0; fold < BAGS_FOLDS; fold++) {
        undersample(&examples->words, fold, seed, chosen);
        learn_table(&learned->table, examples, chosen);
        for (size_t i = 0; i < count; i++) {
            const struct bag *bag = &examples->words.bag[i];
            if (bag->fold != fold)
                continue;
            uint8_t by_links = predict_confidence(table_odds(&learned->table, &examples->example[i]));
            uint8_t by_words = predict_confidence(words[i]);
            g_mean_count(&learned->by_links, bag->relevant, by_links >= TOPIC_RELEVANT);
            g_mean_count(&learned->by_words, bag->relevant, by_words >= TOPIC_RELEVANT);
            g_mean_count(&learned->by_both, bag->relevant, (by_links + by_words + 1) / 2 >= TOPIC_RELEVANT);
        }
    }
    undersample(&examples->words, NO_FOLD, seed, chosen);
    learn_table(&learned->table, examples, chosen);
    free(chosen);
}

int links_learn(struct link_learned *learned, struct link_examples *examples, uint64_t seed)
{
    *learned = (struct link_learned){0};
    if (bags_of(&examples->words, true) < BAGS_LEAST || bags_of(&examples->words, false) < BAGS_LEAST)
        return STATUS_NOT_FOUND;
    bags_fold(&examples->words, seed);
    int32_t *words = must_allocate(examples->words.count * sizeof *words);
    word_bayes_learn(&learned->words, &examples->words, PACK_LINK_TERMS, seed, words);
    hold_out(learned, examples, seed, words);
    free(words);
    return STATUS_OK;
}

/* ---- Published figures ---- */

static double odds_of(double percent)
{
    return log(percent / (100 - percent));
}

/*
 * The figures are chances after one feature, all with the same chance before; Naive Bayes adds their
 * distances from that. The middle of a pair of odds stands for the chance before.
 */
static void spread(int8_t *odds, unsigned first_high, double low, double high)
{
    double half = (odds_of(high) - odds_of(low)) / 2;
    for (unsigned i = 0; i < TOPIC_STEPS; i++)
        odds[i] = odds_in_sixteenths(i < first_high ? -half : half);
}

void links_from_figures(struct link_learned *learned, const struct link_figures *figures)
{
    *learned = (struct link_learned){.words = {.scale = 16}};
    unsigned relevant_from = topic_step(UINT8_MAX / 2 + 1, UINT8_MAX);
    spread(learned->table.degree, relevant_from + 1, figures->source_irrelevant, figures->source_relevant);
    spread(learned->table.ratio, 1, figures->no_name_in_text, figures->name_in_text);
    spread(learned->table.url_ratio, 1, figures->no_name_in_url, figures->name_in_url);
}
