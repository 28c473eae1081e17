/*
 * Says whether a page is about the topic, and whether the segment behind a link will be. A topic pack
 * (TOPIC.PAK on the card, which `crawlbox-lab topic train` makes; TOPIC.md describes its bytes) knows the
 * words of the topic's pages, the words and circumstances of links to them, and names that have to do with
 * Thailand. app/box/reader.c calls it.
 *
 *     struct topic topic;
 *     int status = topic_open(&topic, read, file, sector);           reads and checks the whole pack, once
 *     if (status < 0)
 *         say(topic_problem(status));
 *
 * While a page is read, one block of memory is borrowed; what is needed often is copied there from the card:
 *
 *     struct topic_reader *reader;
 *     status = topic_page_begin(&reader, &topic, block);        TOPIC_BLOCK_BYTES
 *     topic_page_text(reader, text, size, TOPIC_BODY);          as text comes, whole characters, cut anywhere
 *     topic_page_gap(reader);                                   <p>, <td>: no word goes on across it
 *     topic_link_url(reader, &evidence, &url);                  for a link, as it comes
 *     topic_link_text(reader, &evidence, anchor);               for its words, when they come
 *     uint8_t relevance = topic_page_end(reader, is_english);   the page counts from TOPIC_RELEVANT on
 *
 * A link's evidence is a small struct that adds up over all links to the same segment and can lie on the card
 * meanwhile. When the segment with the links has been crawled, it becomes a prediction for each segment that
 * they lead to:
 *
 *     topic_link_add(&sum, &evidence);
 *     struct topic_facts facts = {.degree = 204, .source_tld = URL_TLD_COM, ...};
 *     uint8_t chance = topic_predict(&topic, &facts, &sum);         P_E, the mean of link and word classifier
 *
 * A chance c, from 0 to 255, stands for (c + 0.5) / 256. All of it is in integers: host and box give the same
 * answers.
 *
 * RAM: struct topic, about 100 bytes; TOPIC_BLOCK_BYTES while a page is read; a sector while a pack is
 * opened. A pack that was opened can do no harm whatever its bytes; when the card fails later, no more names
 * are found and topic_page_status() says why.
 */
#ifndef CRAWLBOX_TOPIC_TOPIC_H
#define CRAWLBOX_TOPIC_TOPIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/predict/features.h"
#include "read/html/anchor.h"
#include "read/url/url.h"

enum {
    TOPIC_VERSION = 1,
    TOPIC_SECTOR_BYTES = 512,
    TOPIC_BLOCK_BYTES = 6 * 1024, /* a page borrows so many */
    TOPIC_NAME_BYTES = 24,
    TOPIC_RELEVANT = 128, /* a chance from here on is more than one half */
    TOPIC_STEPS = 10,     /* degree and ratios are told apart in tenths */
};

/* Reads exactly `count` bytes of the file at `offset`, and returns STATUS_OK or an error. */
typedef int (*topic_read)(void *context, uint32_t offset, void *to, size_t count);

/* What the link classifier adds up, in sixteenths of a logarithm of odds. */
struct topic_link_table {
    int8_t degree[TOPIC_STEPS];
    int8_t ratio[TOPIC_STEPS];
    int8_t url_ratio[TOPIC_STEPS];
    int8_t source_country[FEATURE_COUNTRIES], target_country[FEATURE_COUNTRIES];
    int8_t source_tld[FEATURE_TLDS], target_tld[FEATURE_TLDS];
};

struct topic {
    topic_read read;
    void *context;
    uint32_t id;              /* the pack's checksum, which is the same for equal packs only */
    uint16_t keyword_sectors; /* sectors of the dictionary, or 0 if no pack is open */
    int16_t page_prior, link_prior, word_prior; /* in sixteenths of a logarithm of odds */
    uint8_t page_scale,
        word_scale; /* factors for the odds of words, in 64ths: Naive Bayes is too sure of itself */
    char name[TOPIC_NAME_BYTES + 1];
    struct topic_link_table links;
};

/*
 * Returns STATUS_OK, STATUS_INVALID if the file is no topic pack, STATUS_VERSION if it is one of another
 * version, STATUS_DAMAGED, or the error of `read`. After an error no pack is open. `sector` has
 * TOPIC_SECTOR_BYTES.
 */
int topic_open(struct topic *topic, topic_read read, void *context, uint8_t *sector);

/* Returns a sentence that says why topic_open() refused and what to do. */
const char *topic_problem(int status);

/* ---- A page ---- */

enum topic_zone { TOPIC_BODY, TOPIC_TITLE }; /* the text of links belongs to the body */

struct topic_reader; /* lies in the block that is lent */

/* Starts a page. `block` has TOPIC_BLOCK_BYTES, aligned as for uint64_t, and is lent until
 * topic_page_end(). Returns STATUS_OK or the card's error. */
int topic_page_begin(struct topic_reader **reader, const struct topic *topic, void *block);

void topic_page_text(struct topic_reader *reader, const char *utf8, size_t size, enum topic_zone zone);
void topic_page_gap(struct topic_reader *reader);

/* Returns the chance that the page is about the topic, or 0 if it is not in English or lacks the words of the
 * sub-topic. */
uint8_t topic_page_end(struct topic_reader *reader, bool is_english);

/* Returns the first failure of the card since topic_page_begin(), after which no names were found, or
 * STATUS_OK. */
int topic_page_status(const struct topic_reader *reader);

/* ---- Links ---- */

/* What links to a segment say about it. A struct of zeros says nothing yet. */
struct topic_link {
    uint16_t words,
        keywords; /* words of anchors and of 100 characters around them, without function words, and
                                 the Thai names among them */
    uint16_t url_words, url_keywords; /* the same for addresses, without their hosts */
    int16_t odds; /* of all of these words, in sixteenths, as the word classifier adds them up */
};

/* Adds the words of the link's address. */
void topic_link_url(struct topic_reader *reader, struct topic_link *link, const struct url *url);

/* Adds the words of the link and those around it. */
void topic_link_text(struct topic_reader *reader, struct topic_link *link, const struct html_anchor *anchor);

/* Adds what another link says; counts stop growing at their largest value in a way that keeps their ratio. */
void topic_link_add(struct topic_link *sum, const struct topic_link *more);

/* What is known about the two ends of a link. */
struct topic_facts {
    uint8_t degree; /* of the source: its share of relevant pages; 255 stands for all */
    uint8_t source_country, target_country; /* enum feature_country */
    uint8_t source_tld, target_tld;         /* enum url_tld */
};

/*
 * Returns which of the TOPIC_STEPS values a share counts as: 0 stands for a share of nothing, the others for
 * ninths, so that a single name among many words makes a difference.
 */
unsigned topic_step(uint32_t part, uint32_t whole);

/* Returns the chance that the segment to which the links lead is relevant: (P_L + P_W) / 2. */
uint8_t topic_predict(const struct topic *topic, const struct topic_facts *facts,
                      const struct topic_link *link);

/* Return P_L and P_W alone, for reports. */
uint8_t topic_predict_links(const struct topic *topic, const struct topic_facts *facts,
                            const struct topic_link *link);
uint8_t topic_predict_words(const struct topic *topic, const struct topic_link *link);

#endif
