/* Pages: what they are about, their links, the words of these, and their HTML. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/topic_internal.h"

enum {
    FAN = 6, /* links of a page to pages below it */
    CARRIERS_EVERY =
        4, /* a link between segments stands on every fourth page of its source, and at least on one ... */
    LEADS_TO = 6,       /* ... and leads to one of the first so many of its target */
    AROUND_BYTES = 104, /* of words on either side of a link: those of its neighbours are out of reach */
    ANCHOR_WORDS = 3,
    TOPIC_WORDS_PERCENT = 40, /* of words of a link to a relevant page; the rest are of any kind */
    STRAY_WORDS_PERCENT = 6,  /* of the topic's words in links to others */
    BODY_WORDS = 160,
    BYTES_LEAST = 6000,
    BYTES_RANGE = 20000,
};

bool topicweb_page_is_relevant(const struct topicweb *web, struct world_page page)
{
    uint8_t degree = web->segments[page.part].degree;
    return random_hash(web->base.seed, TOPIC_ASK_RELEVANT, page.part, page.page) % TOPICWEB_DEGREE_ONE <
           degree;
}

uint32_t topicweb_page_bytes(const struct topicweb *web, struct world_page page)
{
    return BYTES_LEAST + random_hash(web->base.seed, TOPIC_ASK_BYTES, page.part, page.page) % BYTES_RANGE;
}

/* ---- Links ---- */

static void links_inside(const struct topicweb *web, struct world_page page, world_link_sink *sink,
                         void *context)
{
    uint32_t pages = web->segments[page.part].pages;
    uint32_t child = page.page * FAN + 1;
    if (page.page > 0)
        sink(context, (struct world_page){page.part, 0}, NULL);
    for (uint32_t i = 0; i < FAN && child + i < pages; i++)
        sink(context, (struct world_page){page.part, child + i}, NULL);
    if (page.page + 1 < pages)
        sink(context, (struct world_page){page.part, page.page + 1}, NULL);
}

void topicweb_links(const struct topicweb *web, struct world_page page, world_link_sink *sink, void *context)
{
    const struct topicweb_segment *about = &web->segments[page.part];
    uint32_t carriers = (about->pages + CARRIERS_EVERY - 1u) / CARRIERS_EVERY;
    links_inside(web, page, sink, context);
    for (uint32_t i = about->first_link; i < about[1].first_link; i++) {
        uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_PLACE, i, 0);
        uint32_t turn = (page.page + about->pages - (uint32_t)(hash % about->pages)) % about->pages;
        if (turn >= carriers)
            continue;
        const struct topicweb_link *link = &web->links[i];
        uint32_t pages = web->segments[link->target].pages;
        uint64_t target = random_hash(web->base.seed, TOPIC_ASK_TARGET, i, page.page);
        sink(context,
             (struct world_page){link->target, (uint32_t)(target % (pages < LEADS_TO ? pages : LEADS_TO))},
             link);
    }
}

/* ---- Words ---- */

static size_t put_word(char *text, size_t used, size_t most, const char *word)
{
    size_t length = strlen(word);
    if (used + length + 2 > most)
        return used;
    memcpy(text + used, word, length);
    text[used + length] = ' ';
    text[used + length + 1] = '\0';
    return used + length + 1;
}

struct talk {
    const struct topicweb *web;
    struct random random;
    uint32_t topic_percent;
};

static const char *next_word(struct talk *talk)
{
    bool is_topic = random_below(&talk->random, 100) < talk->topic_percent;
    uint64_t number = random_next(&talk->random);
    return is_topic ? topicweb_topic_word(talk->web, number) : topicweb_other_word(number);
}

static void put_words(struct talk *talk, char text[TOPICWEB_TEXT_BYTES], size_t least, unsigned words)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < words || used < least; i++)
        used = put_word(text, used, TOPICWEB_TEXT_BYTES, next_word(talk));
}

static bool is_misleading(const struct topicweb *web, const struct topicweb_link *link)
{
    uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_MISLEADS, (uint32_t)(link - web->links), 0);
    return random_fraction(hash) < web->preset->misleads;
}

void topicweb_link_words(const struct topicweb *web, struct world_page page, struct world_page target,
                         const struct topicweb_link *between, struct topicweb_words *words)
{
    bool relevant = topicweb_segment_is_relevant(&web->segments[target.part]);
    if (between && is_misleading(web, between))
        relevant = !relevant;
    struct talk talk = {.web = web, .topic_percent = relevant ? TOPIC_WORDS_PERCENT : STRAY_WORDS_PERCENT};
    talk.random.state = random_hash(web->base.seed, TOPIC_ASK_WORDS, page.part * 4099 + page.page,
                                    target.part * 4099 + target.page);
    put_words(&talk, words->before, AROUND_BYTES, 0);
    put_words(&talk, words->anchor, 0, ANCHOR_WORDS);
    put_words(&talk, words->after, AROUND_BYTES, 0);
    if (between && between->has_name)
        put_word(words->anchor, strlen(words->anchor), TOPICWEB_TEXT_BYTES,
                 topicweb_thai_name(random_next(&talk.random)));
}

/* ---- HTML ---- */

struct writing {
    struct page_text *text;
    const struct topicweb *web;
    struct world_page page;
};

static void put_link(void *context, struct world_page target, const struct topicweb_link *between)
{
    struct writing *writing = context;
    char url[WORLD_URL_BYTES];
    struct topicweb_words words;
    topicweb_url(writing->web, target, url);
    topicweb_link_words(writing->web, writing->page, target, between, &words);
    text_put(writing->text, "<p>");
    text_put(writing->text, words.before);
    text_put(writing->text, "<a href=\"");
    text_put(writing->text, url);
    text_put(writing->text, "\">");
    text_put(writing->text, words.anchor);
    text_put(writing->text, "</a> ");
    text_put(writing->text, words.after);
    text_put(writing->text, "</p>\n");
}

/* What the page is about. Pages about the topic name Thai places; a few of the others do, too. */
static void put_body(struct writing *writing)
{
    enum { NAME_EVERY = 9, LINE_WORDS = 16 };
    const struct topicweb *web = writing->web;
    bool relevant = topicweb_page_is_relevant(web, writing->page);
    struct talk talk = {.web = web, .topic_percent = relevant ? TOPIC_WORDS_PERCENT : STRAY_WORDS_PERCENT};
    talk.random.state = random_hash(web->base.seed, TOPIC_ASK_BODY, writing->page.part, writing->page.page);
    for (unsigned i = 0; i < BODY_WORDS; i++) {
        bool is_name = relevant && random_below(&talk.random, NAME_EVERY) == 0;
        text_put(writing->text, i % LINE_WORDS == 0 ? "<p>" : " ");
        text_put(writing->text, is_name ? topicweb_thai_name(random_next(&talk.random)) : next_word(&talk));
        text_put(writing->text, i % LINE_WORDS == LINE_WORDS - 1 ? ".</p>\n" : "");
    }
}

int topicweb_write(const struct topicweb *web, struct world_page page, struct page_text *text)
{
    struct writing writing = {text, web, page};
    bool relevant = topicweb_page_is_relevant(web, page);
    uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_BODY, page.part, page.page);
    text->size = 0;
    text_put(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    text_put(text, relevant ? topicweb_topic_word(web, hash) : topicweb_other_word(hash));
    text_put(text, relevant ? " in " : " and ");
    text_put(text, relevant ? topicweb_thai_name(hash >> 8) : topicweb_other_word(hash >> 8));
    text_put(text, "</title>\n</head>\n<body>\n");
    put_body(&writing);
    topicweb_links(web, page, put_link, &writing);
    text_put(text, "</body>\n</html>\n");
    return text->full ? STATUS_FULL : STATUS_OK;
}
