#include "sim/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/topicweb.h"

enum { CERTAIN = 255, DEGREE_RELEVANT = 128, FACT_ANCHOR = 0, FACT_URL = 1 };

_Static_assert(sizeof(struct topic_link) == sizeof(struct visit_evidence), "one is kept as the other");

int link_predictor_open(struct link_predictor *predictor, const struct world *world,
                        const struct sim_options *options)
{
    *predictor = (struct link_predictor){.world = world, .kind = options->predictor, .topic = options->topic};
    if (predictor->kind != SIM_PACK)
        return STATUS_OK;
    predictor->block = malloc(TOPIC_BLOCK_BYTES);
    return predictor->block ? topic_page_begin(&predictor->reader, predictor->topic, predictor->block)
                            : STATUS_FULL;
}

void link_predictor_close(struct link_predictor *predictor)
{
    free(predictor->block);
    predictor->block = NULL;
}

static struct visit_evidence read_words(const struct link_predictor *predictor, struct world_page page,
                                        struct world_page target, const struct topicweb_link *between,
                                        const struct url *url)
{
    struct topicweb_words words;
    struct topic_link link = {0};
    struct visit_evidence evidence;
    topicweb_link_words(topicweb_of(predictor->world), page, target, between, &words);
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

struct visit_evidence link_predictor_read(const struct link_predictor *predictor, struct world_page page,
                                          struct world_page target, const struct topicweb_link *between,
                                          const struct url *url)
{
    struct visit_evidence evidence = {{0}};
    if (predictor->kind == SIM_PACK)
        return read_words(predictor, page, target, between, url);
    evidence.words[FACT_ANCHOR] = between->has_name;
    evidence.words[FACT_URL] = topicweb_of(predictor->world)->segments[target.part].has_name;
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

uint8_t link_predictor_ask(const struct link_predictor *predictor, const struct crawl_segment_link *link)
{
    switch (predictor->kind) {
    case SIM_FACTS: return ask_facts(topicweb_of(predictor->world)->preset, link);
    case SIM_PACK: return box_reader_chance(predictor->topic, link);
    default: return CERTAIN;
    }
}
