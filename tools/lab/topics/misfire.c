#include "topics/misfire.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "read/page.h"
#include "topics/classic.h"

enum { WAYS = 3, RUN_TEXT_BYTES = KEYWORDS_RUN * (WORD_BYTES + 1) };

/* The words that a finder has not decided about yet. */
struct waiting {
    char text[KEYWORDS_RUN][WORD_BYTES + 1];
    bool is_stop[KEYWORDS_RUN];
    unsigned count;
};

struct way {
    const char *name;
    struct dictionary dictionary;
    uint8_t sector[KEYWORDS_SECTOR_BYTES];
    struct keywords keywords;
    struct keyword_finder finder;
    struct waiting waiting;
    unsigned long long words, names;
};

struct tally {
    char text[RUN_TEXT_BYTES];
    unsigned long long count;
};

struct misfire {
    struct way way[WAYS];
    struct number_set codes; /* of classic Soundex */
    struct waiting classic_waiting;
    unsigned long long classic_names;
    struct words words;
    struct number_set texts; /* what is found by text, so that it is no mistake */
    struct tally *found;     /* by sound alone */
    size_t found_count, found_room;
};

/* ---- Making ---- */

static void add_code(void *context, const struct word *word)
{
    classic_add(context, word->text, word->size);
}

static void add_classic(struct misfire *misfire, const char *name)
{
    struct classic classic = {0};
    struct words words = {0};
    words_text(&words, name, strlen(name), add_code, &classic);
    words_end(&words, add_code, &classic);
    number_set_add(&misfire->codes, classic_code(&classic));
}

struct misfire *misfire_new(const struct names *names, const struct english_words *english)
{
    static const char *const titles[WAYS] = {"by text alone", "by text or our sound, all names",
                                             "by text or our sound, tamed"};
    struct misfire *misfire = must_allocate(sizeof *misfire);
    memset(misfire, 0, sizeof *misfire);
    for (int i = 0; i < WAYS; i++) {
        struct way *way = &misfire->way[i];
        way->name = titles[i];
        dictionary_make(&way->dictionary, names, english, (enum dictionary_sounds)i);
        way->keywords = dictionary_keywords(&way->dictionary, way->sector);
        way->finder.keywords = &way->keywords;
    }
    for (size_t i = 0; i < names->count; i++)
        add_classic(misfire, names->item[i].text);
    return misfire;
}

void misfire_free(struct misfire *misfire)
{
    for (int i = 0; i < WAYS; i++)
        dictionary_free(&misfire->way[i].dictionary);
    number_set_free(&misfire->codes);
    number_set_free(&misfire->texts);
    free(misfire->found);
    free(misfire);
}

/* ---- Reading ---- */

static void wait_for(struct waiting *waiting, const struct word *word)
{
    memcpy(waiting->text[waiting->count], word->text, word->size);
    waiting->text[waiting->count][word->size] = '\0';
    waiting->is_stop[waiting->count++] = word->is_stop;
}

static void drop(struct waiting *waiting, unsigned count)
{
    waiting->count -= count;
    memmove(waiting->text, waiting->text + count, waiting->count * sizeof waiting->text[0]);
    memmove(waiting->is_stop, waiting->is_stop + count, waiting->count * sizeof waiting->is_stop[0]);
}

static uint64_t number_of(const char *text)
{
    return (uint64_t)word_hash(WORD_HASH_START, text, strlen(text)) << 1 | 1;
}

static void join(const struct waiting *waiting, unsigned count, char text[RUN_TEXT_BYTES])
{
    size_t used = 0;
    for (unsigned i = 0; i < count; i++)
        used +=
            (size_t)snprintf(text + used, RUN_TEXT_BYTES - used, "%s%s", i > 0 ? " " : "", waiting->text[i]);
}

static void count_found(struct misfire *misfire, const char *text)
{
    for (size_t i = 0; i < misfire->found_count; i++)
        if (strcmp(misfire->found[i].text, text) == 0) {
            misfire->found[i].count++;
            return;
        }
    if (misfire->found_count == misfire->found_room) {
        misfire->found_room = misfire->found_room ? 2 * misfire->found_room : 256;
        struct tally *more = must_allocate(misfire->found_room * sizeof *more);
        if (misfire->found_count > 0)
            memcpy(more, misfire->found, misfire->found_count * sizeof *more);
        free(misfire->found);
        misfire->found = more;
    }
    struct tally *tally = &misfire->found[misfire->found_count++];
    memcpy(tally->text, text, strlen(text) + 1);
    tally->count = 1;
}

/* The finder has decided about some of the words that were waiting; one name at most is among them. */
static void note_decision(struct misfire *misfire, struct way *way, unsigned names)
{
    char text[RUN_TEXT_BYTES];
    unsigned gone = way->waiting.count - way->finder.waiting;
    if (way->finder.names > names && gone > 0) {
        join(&way->waiting, gone, text);
        if (way == &misfire->way[0])
            number_set_add(&misfire->texts, number_of(text));
        else if (way == &misfire->way[WAYS - 1] && !number_set_has(&misfire->texts, number_of(text)))
            count_found(misfire, text);
    }
    drop(&way->waiting, gone);
}

/* The longest run of the words that wait whose code is that of a name. */
static void decide_classic(struct misfire *misfire)
{
    struct waiting *waiting = &misfire->classic_waiting;
    struct classic classic = {0};
    unsigned length = 0;
    for (unsigned i = 0; i < waiting->count && !waiting->is_stop[0]; i++) {
        classic_add(&classic, waiting->text[i], strlen(waiting->text[i]));
        if (number_set_has(&misfire->codes, classic_code(&classic)))
            length = i + 1;
    }
    misfire->classic_names += length > 0;
    drop(waiting, length > 0 ? length : 1);
}

static void take_word(void *context, const struct word *word)
{
    struct misfire *misfire = context;
    for (int i = 0; i < WAYS; i++) {
        struct way *way = &misfire->way[i];
        unsigned names = way->finder.names;
        wait_for(&way->waiting, word);
        keyword_put(&way->finder, word);
        note_decision(misfire, way, names);
    }
    wait_for(&misfire->classic_waiting, word);
    if (misfire->classic_waiting.count == KEYWORDS_RUN)
        decide_classic(misfire);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    struct misfire *misfire = context;
    (void)flags;
    words_text(&misfire->words, text, size, take_word, misfire);
}

/* No name goes on across the border of a block. */
static void on_gap(void *context, enum html_gap gap)
{
    struct misfire *misfire = context;
    (void)gap;
    words_end(&misfire->words, take_word, misfire);
    for (int i = 0; i < WAYS; i++) {
        struct way *way = &misfire->way[i];
        while (way->finder.waiting > 0) {
            unsigned names = way->finder.names;
            keyword_decide(&way->finder);
            note_decision(misfire, way, names);
        }
        way->words += way->finder.words;
        way->names += way->finder.names;
        way->finder.words = way->finder.names = 0;
    }
    while (misfire->classic_waiting.count > 0)
        decide_classic(misfire);
}

void misfire_page(struct misfire *misfire, const char *html, size_t size)
{
    static const struct page_sink sink = {.text = on_text, .gap = on_gap};
    static struct page page;
    struct page_result result;
    const struct page_config config = {.sink = &sink, .context = misfire};
    page_begin(&page, &config);
    page_feed(&page, html, size);
    page_end(&page, &result);
    on_gap(misfire, HTML_GAP_LINE);
}

/* ---- Reporting ---- */

static int by_count(const void *a, const void *b)
{
    unsigned long long x = ((const struct tally *)a)->count, y = ((const struct tally *)b)->count;
    return x < y ? 1 : -(x > y);
}

static void report_row(FILE *out, const char *name, unsigned long long found, unsigned long long by_text,
                       unsigned long long words)
{
    unsigned long long alone = found > by_text ? found - by_text : 0;
    fprintf(out, "%s\t%llu\t%llu\t%.3f %%\n", name, found, alone,
            words ? 100.0 * (double)alone / (double)words : 0.0);
}

void misfire_report(const struct misfire *misfire, FILE *out, size_t examples)
{
    unsigned long long words = misfire->way[0].words, by_text = misfire->way[0].names;
    fprintf(out, "words\t%llu\nway\tnames found\tby sound alone\tof all words\n", words);
    report_row(out, misfire->way[0].name, by_text, by_text, words);
    report_row(out, "by text or Soundex, as published", misfire->classic_names, by_text, words);
    for (int i = 1; i < WAYS; i++)
        report_row(out, misfire->way[i].name, misfire->way[i].names, by_text, words);
    if (misfire->found_count > 0)
        qsort(misfire->found, misfire->found_count, sizeof misfire->found[0], by_count);
    for (size_t i = 0; i < misfire->found_count && i < examples; i++)
        fprintf(out, "%llu\t%s\n", misfire->found[i].count, misfire->found[i].text);
}
