#include "topicsim/predictor.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "topicweb/internal.h"

enum { CERTAIN = 255, DEGREE_RELEVANT = 128, FACT_ANCHOR = 0, FACT_URL = 1 };

_Static_assert(sizeof(struct topic_link) == sizeof(struct crawl_evidence), "one is kept as the other");

int predictor_open_links(struct predictor_of_links *predictor, const struct topicweb *web,
                         enum topicsim_predictor kind, const struct topic *topic)
{
    *predictor = (struct predictor_of_links){.web = web, .kind = kind, .topic = topic};
    if (kind != TOPICSIM_PACK)
        return STATUS_OK;
    predictor->block = malloc(TOPIC_BLOCK_BYTES);
    return predictor->block ? topic_page_begin(&predictor->reader, topic, predictor->block) : STATUS_FULL;
}

void predictor_close_links(struct predictor_of_links *predictor)
{
    free(predictor->block);
    predictor->block = NULL;
}

static struct crawl_evidence read_words(const struct predictor_of_links *predictor, struct topicweb_page page,
                                        struct topicweb_page target, const struct topicweb_link *between,
                                        const struct url *url)
{
    struct topicweb_words words;
    struct topic_link link = {0};
    struct crawl_evidence evidence;
    topicweb_link_words(predictor->web, page, target, between, &words);
    const struct html_anchor anchor = {.text = words.anchor,
                                       .before = words.before,
                                       .after = words.after,
                                       .text_size = strlen(words.anchor),
                                       .before_size = strlen(words.before),
                                       .after_size = strlen(words.after)};
    topic_link_url(predictor->reader, &link, url);
    topic_link_text(predictor->reader, &link, &anchor);
    memcpy(&evidence, &link, sizeof evidence);
    return evidence;
}

struct crawl_evidence predictor_read_link(const struct predictor_of_links *predictor,
                                          struct topicweb_page page, struct topicweb_page target,
                                          const struct topicweb_link *between, const struct url *url)
{
    struct crawl_evidence evidence = {{0}};
    if (predictor->kind == TOPICSIM_PACK)
        return read_words(predictor, page, target, between, url);
    evidence.words[FACT_ANCHOR] = between->has_name;
    evidence.words[FACT_URL] = predictor->web->segments[target.segment].has_name;
    return evidence;
}

/* How much more often something is found in links to relevant segments than in links to others. */
static double likelihood(double relevant, double with, double without, bool has_it)
{
    struct topicweb_rates rates = topicweb_rates(relevant, with / 100, without / 100);
    return has_it ? rates.in_relevant / rates.in_other : (1 - rates.in_relevant) / (1 - rates.in_other);
}

/* The published facts, taken as if they were independent of each other. */
static uint8_t ask_facts(const struct topicweb_preset *preset, const struct crawl_segment_link *link)
{
    const struct topicweb_facts *facts = &preset->facts;
    double p = preset->relevant, odds = p / (1 - p);
    odds *= likelihood(p, facts->source_relevant, facts->source_other, link->degree >= DEGREE_RELEVANT);
    odds *= likelihood(p, facts->anchor_name, facts->anchor_none, link->evidence.words[FACT_ANCHOR]);
    odds *= likelihood(p, facts->url_name, facts->url_none, link->evidence.words[FACT_URL]);
    return (uint8_t)(CERTAIN * odds / (1 + odds));
}

uint8_t predictor_ask_link(const struct predictor_of_links *predictor, const struct crawl_segment_link *link)
{
    switch (predictor->kind) {
    case TOPICSIM_FACTS: return ask_facts(predictor->web->preset, link);
    case TOPICSIM_PACK: return box_reader_chance(predictor->topic, link);
    default: return CERTAIN;
    }
}
