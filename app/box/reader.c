#include "box/reader.h"

#include <string.h>

#include "box/box.h"

_Static_assert(sizeof(struct topic_link) == sizeof(struct visit_evidence),
               "what the words of a link say does not fit where the crawl keeps it");

static bool begin_topic_page(void *context, const struct visit_request *request,
                             struct html_anchors **anchors)
{
    struct box *box = context;
    const struct machine *machine = &box->parts->machine;
    struct box_reader *reader = machine->lend(machine->context, sizeof *reader);
    if (reader == NULL)
        return false;
    reader->request = request;
    reader->links = 0;
    if (topic_page_begin(&reader->topic, box->parts->topic(machine->context), reader->block) < 0) {
        machine->give_back(machine->context, reader);
        return false;
    }
    memset(reader->pending, 0, sizeof reader->pending);
    *anchors = &reader->anchors;
    box->reader = reader;
    return true;
}

static void read_topic_text(void *context, const char *utf8, size_t size, unsigned flags)
{
    const struct box *box = context;
    topic_page_text(box->reader->topic, utf8, size, flags & HTML_TEXT_TITLE ? TOPIC_TITLE : TOPIC_BODY);
}

static void note_gap(void *context)
{
    const struct box *box = context;
    topic_page_gap(box->reader->topic);
}

static void tell_evidence(const struct visit_request *request, const struct box_link *link)
{
    struct visit_evidence evidence;
    memcpy(&evidence, &link->words, sizeof evidence);
    request->observer->evidence(request->context, link->place, &evidence);
}

static void read_topic_link(void *context, const struct visit_link *found, uint32_t place)
{
    struct box_reader *reader = ((const struct box *)context)->reader;
    struct box_link *link = &reader->pending[reader->links++ % BOX_LINKS_PENDING];
    *link = (struct box_link){.number = found->number, .place = place};
    topic_link_url(reader->topic, &link->words, found->url);
    tell_evidence(reader->request, link);
}

static void read_topic_anchor(void *context, const struct html_anchor *anchor)
{
    struct box_reader *reader = ((const struct box *)context)->reader;
    for (struct box_link *link = reader->pending; link < reader->pending + BOX_LINKS_PENDING; link++) {
        if (link->place == 0 || link->number != anchor->number)
            continue;
        topic_link_text(reader->topic, &link->words, anchor);
        tell_evidence(reader->request, link);
    }
}

static uint8_t end_topic_page(void *context, bool in_language)
{
    struct box *box = context;
    uint8_t relevance = topic_page_end(box->reader->topic, in_language);
    box->parts->machine.give_back(box->parts->machine.context, box->reader);
    box->reader = NULL;
    return relevance;
}

const struct harvest_reader box_reader = {.bytes = sizeof(struct box_reader),
                                          .begin = begin_topic_page,
                                          .link = read_topic_link,
                                          .text = read_topic_text,
                                          .gap = note_gap,
                                          .anchor = read_topic_anchor,
                                          .end = end_topic_page};

void box_reader_add(struct visit_evidence *sum, const struct visit_evidence *more)
{
    struct topic_link whole, part;
    memcpy(&whole, sum, sizeof whole);
    memcpy(&part, more, sizeof part);
    topic_link_add(&whole, &part);
    memcpy(sum, &whole, sizeof whole);
}

uint8_t box_reader_chance(const struct topic *topic, const struct crawl_segment_link *link)
{
    const struct topic_facts facts = {
        .degree = link->degree,
        .source_country = link->source_country,
        .target_country = link->target_country,
        .source_tld = link->source_tld,
        .target_tld = link->target_tld,
    };
    struct topic_link words;
    memcpy(&words, &link->evidence, sizeof words);
    return topic_predict(topic, &facts, &words);
}
