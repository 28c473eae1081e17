#include "topics/train.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/status.h"
#include "cli.h"
#include "topic/reader.h"

static const struct {
    const char *topic;
    struct link_figures figures;
} published[] = {
    {"tourism", {82.4, 0.5, 83.7, 37.6, 92.0, 36.8}},
    {"estate", {59.4, 22.0, 63.4, 48.1, 80.4, 45.8}},
    {"diving", {62.5, 6.7, 69.1, 39.3, 81.5, 40.7}},
    {NULL, {68.1, 9.7, 72.1, 41.7, 84.6, 41.1}}, /* their mean */
};

const struct link_figures *published_figures(const char *topic)
{
    size_t i = 0;
    while (published[i].topic && strcmp(published[i].topic, topic) != 0)
        i++;
    return &published[i].figures;
}

static bool is_enough(const struct corpus *corpus)
{
    return bags_of(&corpus->bags, true) >= BAGS_LEAST && bags_of(&corpus->bags, false) >= BAGS_LEAST;
}

/* Names are counted as the box will: by the reader of a pack that has nothing but the dictionary. */
static void find_links(const struct corpus *corpus, const struct dictionary *dictionary,
                       struct link_examples *examples)
{
    static uint64_t block[TOPIC_BLOCK_BYTES / sizeof(uint64_t)];
    static const struct word_bayes no_words = {.scale = 1};
    static const struct link_learned no_links = {.words = {.scale = 1}};
    const struct topic_pack pack = {
        .name = "", .pages = &no_words, .links = &no_links, .dictionary = dictionary};
    struct pack_file file;
    uint8_t sector[TOPIC_SECTOR_BYTES];
    struct topic topic;
    struct topic_reader *reader;
    file.bytes = pack_bytes(&pack, &file.size);
    if (topic_open(&topic, pack_read, &file, sector) == STATUS_OK &&
        topic_page_begin(&reader, &topic, block) == STATUS_OK)
        corpus_links(corpus, reader, examples);
    free(file.bytes);
}

/* Without links, words of links count as words of pages do. */
static void make_up_links(struct link_learned *links, const struct corpus *corpus,
                          const struct link_figures *figures, uint64_t seed)
{
    links_from_figures(links, figures);
    word_bayes_learn(&links->words, &corpus->bags, PACK_LINK_TERMS, seed, NULL);
    links->words.prior = 0;
}

static void learn_links(struct topic_trained *trained, struct link_learned *links,
                        const struct corpus *corpus, const struct dictionary *dictionary,
                        const struct topic_wishes *wishes)
{
    struct link_examples examples = {0};
    find_links(corpus, dictionary, &examples);
    trained->links[0] = bags_of(&examples.words, false);
    trained->links[1] = bags_of(&examples.words, true);
    trained->links_learned = links_learn(links, &examples, wishes->seed) == STATUS_OK;
    if (!trained->links_learned)
        make_up_links(links, corpus, wishes->figures, wishes->seed);
    trained->by_links = links->by_links;
    trained->by_words = links->by_words;
    trained->by_both = links->by_both;
    link_examples_free(&examples);
}

static void make_pack(struct topic_trained *trained, struct corpus *corpus,
                      const struct dictionary *dictionary, const struct topic_wishes *wishes)
{
    static struct word_bayes pages;
    static struct link_learned links;
    bags_fold(&corpus->bags, wishes->seed);
    trained->pages = word_bayes_learn(&pages, &corpus->bags, PACK_PAGE_TERMS, wishes->seed, NULL);
    learn_links(trained, &links, corpus, dictionary, wishes);
    const struct topic_pack pack = {
        .name = wishes->name,
        .sub_words = wishes->sub_words,
        .sub_least = wishes->sub_least,
        .flags = wishes->flags | (trained->links_learned ? 0 : PACK_FLAG_PUBLISHED_LINKS),
        .date = wishes->date,
        .seed = wishes->seed,
        .positive = (uint32_t)bags_of(&corpus->bags, true),
        .negative = (uint32_t)bags_of(&corpus->bags, false),
        .link_count = (uint32_t)(trained->links_learned ? trained->links[0] + trained->links[1] : 0),
        .pages = &pages,
        .links = &links,
        .dictionary = dictionary,
        .page_score = trained->pages,
        .link_score = trained->by_both,
    };
    trained->file.bytes = pack_bytes(&pack, &trained->file.size);
}

int topic_train(struct topic_trained *trained, struct corpus *corpus, const struct names *names,
                const struct topic_wishes *wishes)
{
    struct english_words english;
    struct dictionary dictionary;
    *trained = (struct topic_trained){0};
    if (!is_enough(corpus))
        return cli_error("needs at least %d pages in English about the topic and as many about other things: "
                         "there are %zu and %zu",
                         BAGS_LEAST, bags_of(&corpus->bags, true), bags_of(&corpus->bags, false));
    if (english_load(&english) != CLI_YES)
        return CLI_CANNOT;
    dictionary_make(&dictionary, names, &english, DICTIONARY_TAMED);
    trained->names = dictionary.names;
    trained->by_sound = dictionary.by_sound;
    int result = dictionary.sector_count <= PACK_SECTORS_MAX
                     ? CLI_YES
                     : cli_error("the list of keywords is too long: %zu names", names->count);
    if (result == CLI_YES)
        make_pack(trained, corpus, &dictionary, wishes);
    dictionary_free(&dictionary);
    english_free(&english);
    return result;
}

void topic_trained_free(struct topic_trained *trained)
{
    free(trained->file.bytes);
    *trained = (struct topic_trained){0};
}
