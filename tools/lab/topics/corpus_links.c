/* The links between labelled pages, by segment. */
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "cli.h"
#include "graph/home.h"
#include "read/page.h"
#include "read/url/domain.h"
#include "topic/reader.h"
#include "topics/corpus.h"

/* A segment, or a page that is looked up: its text from the host on. */
struct segment_of_corpus {
    const char *name;
    size_t length;
    size_t pages, relevant;
};

/* Links from one segment to another. */
struct pair {
    size_t source, target; /* segments */
    struct topic_link link;
};

enum { NUMBERS = 4 * HTML_ANCHORS_PENDING }; /* more links than can wait for their words */

struct gathering {
    const struct corpus *corpus;
    struct topic_reader *reader;
    struct segment_of_corpus *segment;
    size_t segments;
    struct pair *pair;
    size_t pairs, pair_room;
    struct pair_term {
        size_t pair;
        uint32_t term;
    } * term;
    size_t terms, term_room;
    size_t page, source;      /* that is being read, and its segment */
    uint32_t number[NUMBERS]; /* of links whose words are still to come */
    size_t pair_of_number[NUMBERS];
};

/* ---- Segments ---- */

static const char *from_host(const char *url)
{
    const char *host = strstr(url, "://");
    return host ? host + 3 : url;
}

/* All up to the last slash of the path. */
static size_t segment_bytes(const char *text)
{
    size_t end = strcspn(text, "?#");
    while (end > 0 && text[end - 1] != '/')
        end--;
    return end > 0 ? end : strcspn(text, "?#");
}

static int compare_segments(const void *a, const void *b)
{
    const struct segment_of_corpus *x = a, *y = b;
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->name, y->name, shorter);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static const struct segment_of_corpus *find_segment(const struct gathering *all, const char *text,
                                                    size_t length)
{
    const struct segment_of_corpus wanted = {.name = text, .length = length};
    return bsearch(&wanted, all->segment, all->segments, sizeof wanted, compare_segments);
}

static void make_segments(struct gathering *all)
{
    const struct corpus *corpus = all->corpus;
    size_t count = corpus->bags.count, kept = 0;
    all->segment = must_allocate((count + 1) * sizeof *all->segment);
    for (size_t i = 0; i < count; i++) {
        if (!corpus->page[i].url)
            continue;
        const char *text = from_host(corpus->page[i].url);
        bool relevant = corpus->bags.bag[i].relevant;
        all->segment[kept++] = (struct segment_of_corpus){
            .name = text, .length = segment_bytes(text), .pages = 1, .relevant = relevant};
    }
    if (kept > 0)
        qsort(all->segment, kept, sizeof *all->segment, compare_segments);
    for (size_t i = 0; i < kept; i++) {
        struct segment_of_corpus *last = &all->segment[all->segments > 0 ? all->segments - 1 : 0];
        if (all->segments > 0 && compare_segments(last, &all->segment[i]) == 0) {
            last->pages++;
            last->relevant += all->segment[i].relevant;
        } else {
            all->segment[all->segments++] = all->segment[i];
        }
    }
}

/* ---- Links ---- */

static size_t pair_of(struct gathering *all, size_t source, size_t target)
{
    for (size_t i = all->pairs; i-- > 0 && all->pair[i].source == source;)
        if (all->pair[i].target == target)
            return i;
    if (all->pairs == all->pair_room) {
        all->pair_room = all->pair_room ? 2 * all->pair_room : 256;
        struct pair *more = must_allocate(all->pair_room * sizeof *more);
        if (all->pairs > 0)
            memcpy(more, all->pair, all->pairs * sizeof *more);
        free(all->pair);
        all->pair = more;
    }
    all->pair[all->pairs] = (struct pair){.source = source, .target = target};
    return all->pairs++;
}

struct taking {
    struct gathering *all;
    size_t pair;
};

static void take_word(void *context, const struct word *word)
{
    const struct taking *taking = context;
    struct gathering *all = taking->all;
    if (word->is_stop)
        return;
    if (all->terms == all->term_room) {
        all->term_room = all->term_room ? 2 * all->term_room : 1024;
        struct pair_term *more = must_allocate(all->term_room * sizeof *more);
        if (all->terms > 0)
            memcpy(more, all->term, all->terms * sizeof *more);
        free(all->term);
        all->term = more;
    }
    all->term[all->terms++] = (struct pair_term){taking->pair, word_term(word)};
}

static void take_text(struct gathering *all, size_t pair, const char *text, size_t size)
{
    struct taking taking = {all, pair};
    struct words words = {0};
    words_text(&words, text, size, take_word, &taking);
    words_end(&words, take_word, &taking);
}

static void on_link(void *context, const struct page_link *link)
{
    struct gathering *all = context;
    const struct corpus_page *page = &all->corpus->page[all->page];
    all->number[link->number % NUMBERS] = 0;
    const char *text = link->url->text + link->url->host;
    const struct segment_of_corpus *target = find_segment(all, text, segment_bytes(text));
    struct url source;
    char buffer[URL_BUFFER_SIZE];
    if (!target || url_parse(&source, buffer, sizeof buffer, page->url, strlen(page->url), NULL) < 0 ||
        url_same_domain(&source, link->url))
        return;
    size_t pair = pair_of(all, all->source, (size_t)(target - all->segment));
    topic_link_url(all->reader, &all->pair[pair].link, link->url);
    take_text(all, pair, link->url->text + link->url->path, (size_t)(link->url->fragment - link->url->path));
    all->number[link->number % NUMBERS] = link->number;
    all->pair_of_number[link->number % NUMBERS] = pair;
}

static void on_anchor(void *context, const struct html_anchor *anchor)
{
    struct gathering *all = context;
    if (all->number[anchor->number % NUMBERS] != anchor->number)
        return;
    size_t pair = all->pair_of_number[anchor->number % NUMBERS];
    topic_link_text(all->reader, &all->pair[pair].link, anchor);
    take_text(all, pair, anchor->before, anchor->before_size);
    take_text(all, pair, anchor->text, anchor->text_size);
    take_text(all, pair, anchor->after, anchor->after_size);
}

static void read_links(struct gathering *all)
{
    static const struct page_sink sink = {.link = on_link, .anchor = on_anchor};
    static struct page page;
    static struct html_anchors anchors;
    const struct corpus_page *found = &all->corpus->page[all->page];
    struct page_result result;
    struct url address;
    char buffer[URL_BUFFER_SIZE];
    if (url_parse(&address, buffer, sizeof buffer, found->url, strlen(found->url), NULL) < 0)
        return;
    const struct page_config config = {.address = &address,
                                       .http_charset = found->charset[0] ? found->charset : NULL,
                                       .sink = &sink,
                                       .context = all,
                                       .anchors = &anchors};
    memset(all->number, 0, sizeof all->number);
    page_begin(&page, &config);
    page_feed(&page, found->html, found->size);
    page_end(&page, &result);
}

/* ---- Examples ---- */

static uint8_t tld_of(const struct segment_of_corpus *segment)
{
    size_t host = 0;
    while (host < segment->length && segment->name[host] != '/' && segment->name[host] != ':')
        host++;
    return (uint8_t)url_tld(segment->name, host, home_of(0)->domains);
}

static int compare_terms(const void *a, const void *b)
{
    const struct pair_term *x = a, *y = b;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

static void add_examples(struct gathering *all, struct link_examples *examples)
{
    size_t at = 0;
    if (all->terms > 0)
        qsort(all->term, all->terms, sizeof *all->term, compare_terms);
    for (size_t i = 0; i < all->pairs; i++) {
        const struct segment_of_corpus *source = &all->segment[all->pair[i].source],
                                       *target = &all->segment[all->pair[i].target];
        struct topic_facts facts = {
            .degree = (uint8_t)(UINT8_MAX * source->relevant / source->pages),
            .source_country = COUNTRY_OTHER,
            .target_country = COUNTRY_OTHER,
            .source_tld = tld_of(source),
            .target_tld = tld_of(target),
        };
        link_examples_add(examples, &facts, &all->pair[i].link, 2 * target->relevant > target->pages);
        for (; at < all->terms && all->term[at].pair == i; at++)
            link_examples_term(examples, all->term[at].term);
    }
}

struct place {
    size_t segment, page;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->segment != y->segment ? (x->segment > y->segment ? 1 : -1)
                                    : (x->page > y->page) - (x->page < y->page);
}

/* The pages of a segment one after the other, so that its pairs lie together. */
static void read_all(struct gathering *all)
{
    const struct corpus *corpus = all->corpus;
    struct place *order = must_allocate((corpus->bags.count + 1) * sizeof *order);
    size_t count = 0;
    for (size_t i = 0; i < corpus->bags.count; i++) {
        if (!corpus->page[i].url)
            continue;
        const char *text = from_host(corpus->page[i].url);
        order[count++] =
            (struct place){(size_t)(find_segment(all, text, segment_bytes(text)) - all->segment), i};
    }
    if (count > 0)
        qsort(order, count, sizeof *order, compare_places);
    for (size_t i = 0; i < count; i++) {
        cli_progress("reading links", i, count);
        all->page = order[i].page;
        all->source = order[i].segment;
        read_links(all);
    }
    cli_progress_end();
    free(order);
}

void corpus_links(const struct corpus *corpus, struct topic_reader *reader, struct link_examples *examples)
{
    struct gathering all = {.corpus = corpus, .reader = reader};
    make_segments(&all);
    read_all(&all);
    add_examples(&all, examples);
    free(all.segment);
    free(all.pair);
    free(all.term);
}
