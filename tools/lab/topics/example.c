#include "topics/example.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "cli.h"
#include "random.h"
#include "share.h"
#include "topics/vocabulary.h"

enum {
    PAGE_BYTES = 16 * 1024,
    WORDS_LEAST = 60, /* of a page */
    WORDS_MORE = 240,
    FUNCTION_PERCENT = 42,
    ENGLISH_PERCENT = 20, /* of the others: any word of English */
    OTHERS_FOR_EACH = 3,
};

/* ---- Words ---- */

static const struct {
    const char *name, *words;
} topics[] = {
#define TOPIC(name, words) {#name, words},
#define OTHER(words)
#define PLACES(words)
#define GENERAL(words)
#define FUNCTION(words)
#include "topics/examples.def"
#undef TOPIC
#undef OTHER
#undef PLACES
#undef GENERAL
#undef FUNCTION
};

static const struct {
    const char *words;
} others[] = {
#define TOPIC(name, words)
#define OTHER(words) {words},
#define PLACES(words)
#define GENERAL(words)
#define FUNCTION(words)
#include "topics/examples.def"
#undef TOPIC
#undef OTHER
#undef PLACES
#undef GENERAL
#undef FUNCTION
};

#define TOPIC(name, words)
#define OTHER(words)
#define PLACES(words)   static const char places[] = words;
#define GENERAL(words)  static const char general[] = words;
#define FUNCTION(words) static const char function_words[] = words;
#include "topics/examples.def"
#undef TOPIC
#undef OTHER
#undef PLACES
#undef GENERAL
#undef FUNCTION

enum { TOPICS = sizeof topics / sizeof topics[0], OTHERS = sizeof others / sizeof others[0] };

bool example_exists(const char *topic)
{
    for (size_t i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].name, topic) == 0)
            return true;
    return false;
}

const char *example_sub_words(const char *topic)
{
    return strcmp(topic, "diving") == 0
               ? "dive diver scuba snorkel snorkeling liveaboard padi divemaster reef underwater"
               : NULL;
}

static const char *list_of_topic(const char *topic)
{
    for (size_t i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].name, topic) == 0)
            return topics[i].words;
    return topics[0].words;
}

static size_t words_in(const char *list)
{
    size_t count = 1;
    for (; *list; list++)
        count += *list == ' ';
    return count;
}

static const char *word_of(const char *list, uint64_t number, size_t *length)
{
    for (uint64_t skip = number % words_in(list); skip > 0; skip--)
        list = strchr(list, ' ') + 1;
    *length = strcspn(list, " ");
    return list;
}

const char *example_word(enum example_words kind, const char *topic, uint64_t number, size_t *length)
{
    switch (kind) {
    case EXAMPLE_TOPIC: return word_of(list_of_topic(topic), number, length);
    case EXAMPLE_OTHER: return word_of(others[number / 1000 % OTHERS].words, number, length);
    case EXAMPLE_PLACE: return word_of(places, number, length);
    case EXAMPLE_GENERAL: return word_of(general, number, length);
    default: return word_of(function_words, number, length);
    }
}

/* ---- Pages ---- */

/* What share of a page's words are of which kind, in percent; ENGLISH_PERCENT are any words, the rest is
 * general. */
struct recipe {
    unsigned topic, other, names, places;
};

/* All words of English: each of them may turn up in any page. */
struct english_list {
    char *text;
    const char **word;
    size_t count;
};

struct writing {
    struct random random;
    const char *topic;
    const struct names *names;
    const struct english_list *english;
    uint64_t other; /* which of the other subjects */
    char text[PAGE_BYTES];
    size_t size;
};

static void put(struct writing *writing, const char *text, size_t length)
{
    if (writing->size + length + 2 >= sizeof writing->text)
        return;
    memcpy(writing->text + writing->size, text, length);
    writing->size += length;
    writing->text[writing->size++] = ' ';
}

/* Country and provinces, which the list begins with, come far more often than a village. */
static const char *name_of(const struct names *names, struct random *random)
{
    double place = random_real(random);
    return names->item[(size_t)((double)names->count * place * place * place)].text;
}

/* Which kind of word a throw of the dice stands for. */
static enum example_words kind_of(const struct recipe *recipe, unsigned dice)
{
    const unsigned ends[] = {recipe->topic, recipe->topic + recipe->other,
                             recipe->topic + recipe->other + recipe->places};
    if (dice < ends[0])
        return EXAMPLE_TOPIC;
    if (dice < ends[1])
        return EXAMPLE_OTHER;
    return dice < ends[2] ? EXAMPLE_PLACE : EXAMPLE_GENERAL;
}

static void put_word(struct writing *writing, const struct recipe *recipe)
{
    uint64_t number = random_next(&writing->random) >> 8;
    unsigned dice = random_below(&writing->random, 100), special = recipe->names + ENGLISH_PERCENT;
    size_t length;
    const char *word;
    if (dice < recipe->names) {
        word = name_of(writing->names, &writing->random);
        length = strlen(word);
    } else if (dice < special) {
        word = writing->english->word[number % writing->english->count];
        length = strcspn(word, "\n");
    } else {
        enum example_words kind = kind_of(recipe, dice - special);
        word = kind == EXAMPLE_OTHER ? word_of(others[writing->other % OTHERS].words, number, &length)
                                     : example_word(kind, writing->topic, number, &length);
    }
    put(writing, word, length);
}

static void write_page(struct writing *writing, const struct recipe *recipe)
{
    static const char title[] = "<html lang=en><title>", body[] = "</title><body><p>";
    unsigned words = WORDS_LEAST + random_below(&writing->random, WORDS_MORE);
    writing->size = 0;
    writing->other = random_next(&writing->random);
    put(writing, title, sizeof title - 1);
    for (int i = 0; i < 4; i++)
        put_word(writing, recipe);
    put(writing, body, sizeof body - 1);
    for (unsigned i = 0; i < words; i++) {
        size_t length;
        if (random_below(&writing->random, 100) < FUNCTION_PERCENT) {
            const char *word =
                example_word(EXAMPLE_FUNCTION, NULL, random_next(&writing->random) >> 8, &length);
            put(writing, word, length);
        } else {
            put_word(writing, recipe);
        }
    }
}

/* About the topic elsewhere, about other things in Thailand, about other things elsewhere. */
static const struct recipe relevant = {.topic = 40, .other = 6, .names = 12, .places = 1},
                           irrelevant[OTHERS_FOR_EACH] = {
                               {.topic = 32, .other = 12, .names = 0, .places = 12},
                               {.topic = 4, .other = 44, .names = 5, .places = 2},
                               {.topic = 4, .other = 48, .names = 0, .places = 4}};

static void add(struct corpus *corpus, struct writing *writing, const struct recipe *recipe, bool is_relevant)
{
    write_page(writing, recipe);
    const struct topic_page page = {.name = "example", .html = writing->text, .size = writing->size};
    corpus_add(corpus, &page, is_relevant);
}

static void free_english(struct english_list *english)
{
    free(english->text);
    free(english->word);
}

/* false after saying why: there are no words; nothing is to be freed then. */
static bool load_english(struct english_list *english)
{
    size_t size;
    *english = (struct english_list){.text = share_read(ENGLISH_WORDS, "wamerican", &size)};
    if (!english->text)
        return false;
    english->word = must_allocate((size + 1) * sizeof *english->word);
    for (const char *line = english->text; *line;) {
        if (*line >= 'a' && *line <= 'z' && !memchr(line, '\'', strcspn(line, "\n")))
            english->word[english->count++] = line;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (english->count > 0)
        return true;
    cli_error("Debian's list of English words is empty");
    free_english(english);
    return false;
}

int example_fill(struct corpus *corpus, const char *topic, const struct names *names, unsigned pages,
                 uint64_t seed)
{
    static struct writing writing;
    struct english_list english;
    if (!load_english(&english))
        return CLI_CANNOT;
    /* a sub-topic is its parent topic and its words */
    writing = (struct writing){.random = {seed},
                               .topic = example_sub_words(topic) ? "tourism" : topic,
                               .names = names,
                               .english = &english};
    for (unsigned i = 0; i < pages; i++) {
        cli_progress("making up pages", i, pages);
        add(corpus, &writing, &relevant, true);
        for (int j = 0; j < OTHERS_FOR_EACH; j++)
            add(corpus, &writing, &irrelevant[j], false);
    }
    cli_progress_end();
    free_english(&english);
    return CLI_YES;
}
