#include "topics/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "cli.h"
#include "read/page.h"
#include "topic/layout.h"
#include "topic/words.h"

/* ---- Terms ---- */

struct terms {
    struct words words;
    bool in_title;
    uint32_t *term;
    size_t count, room;
};

static void take_word(void *context, const struct word *word)
{
    struct terms *terms = context;
    unsigned times = terms->in_title ? PACK_TITLE_WEIGHT : 1;
    if (word->is_stop)
        return;
    if (terms->count + times > terms->room) {
        terms->room = terms->room ? 2 * terms->room : 1024;
        uint32_t *more = must_allocate(terms->room * sizeof *more);
        if (terms->count > 0)
            memcpy(more, terms->term, terms->count * sizeof *more);
        free(terms->term);
        terms->term = more;
    }
    for (uint32_t term = word_term(word); times > 0; times--)
        terms->term[terms->count++] = term;
}

static void on_gap(void *context, enum html_gap gap)
{
    struct terms *terms = context;
    (void)gap;
    words_end(&terms->words, take_word, terms);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    struct terms *terms = context;
    bool in_title = (flags & HTML_TEXT_TITLE) != 0;
    if (in_title != terms->in_title)
        on_gap(terms, HTML_GAP_LINE);
    terms->in_title = in_title;
    words_text(&terms->words, text, size, take_word, terms);
}

static char *copy_of(const char *bytes, size_t size)
{
    char *copy = must_allocate(size + 1);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

static void keep_page(struct corpus *corpus, const struct topic_page *page)
{
    size_t index = corpus->bags.count - 1;
    if (index == corpus->room) {
        corpus->room = corpus->room ? 2 * corpus->room : 256;
        struct corpus_page *more = must_allocate(corpus->room * sizeof *more);
        if (index > 0)
            memcpy(more, corpus->page, index * sizeof *more);
        free(corpus->page);
        corpus->page = more;
    }
    corpus->page[index] = (struct corpus_page){0};
    if (!page->url)
        return;
    corpus->page[index].url = copy_of(page->url, strlen(page->url));
    corpus->page[index].html = copy_of(page->html, page->size);
    corpus->page[index].size = page->size;
    strncpy(corpus->page[index].charset, page->charset ? page->charset : "",
            sizeof corpus->page[index].charset - 1);
}

void corpus_add(struct corpus *corpus, const struct topic_page *found, bool relevant)
{
    static const struct page_sink sink = {.text = on_text, .gap = on_gap};
    static struct page page;
    struct page_result result;
    struct terms terms = {0};
    const struct page_config config = {
        .http_charset = found->charset, .pack = lang_pack_find("en"), .sink = &sink, .context = &terms};
    page_begin(&page, &config);
    page_feed(&page, found->html, found->size);
    page_end(&page, &result);
    on_gap(&terms, HTML_GAP_LINE);
    if (result.language.matches) {
        bags_begin(&corpus->bags, relevant);
        for (size_t i = 0; i < terms.count; i++)
            bags_add(&corpus->bags, terms.term[i]);
        keep_page(corpus, found);
    } else {
        corpus->not_english++;
    }
    free(terms.term);
}

struct addition {
    struct corpus *corpus;
    bool relevant;
};

static int add_page(void *context, const struct topic_page *page)
{
    struct addition *addition = context;
    corpus_add(addition->corpus, page, addition->relevant);
    return CLI_YES;
}

int corpus_read(struct corpus *corpus, const char *path, bool relevant)
{
    struct addition addition = {corpus, relevant};
    return pages_each(path, add_page, &addition);
}

void corpus_free(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->bags.count; i++) {
        free(corpus->page[i].url);
        free(corpus->page[i].html);
    }
    free(corpus->page);
    bags_free(&corpus->bags);
    *corpus = (struct corpus){0};
}
