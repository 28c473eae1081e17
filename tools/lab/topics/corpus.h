/*
 * Labelled pages, read for learning: their terms, and the links between them.
 *
 *     struct corpus corpus = {0};
 *     corpus_read(&corpus, "positive/", true);
 *     corpus_read(&corpus, "others.warc.gz", false);
 *     corpus_links(&corpus, &keywords, &examples);
 *     corpus_free(&corpus);
 *
 * Only pages in English count.
 */
#ifndef CRAWLBOX_TOPICS_CORPUS_H
#define CRAWLBOX_TOPICS_CORPUS_H

#include "topics/links.h"
#include "topics/pages.h"

struct topic_reader;

struct corpus {
    struct bags bags; /* one for each page; words of the title count as in a pack */
    struct corpus_page {
        char *url;  /* NULL: not known */
        char *html; /* kept for its links, if its address is known */
        size_t size;
        char charset[32];
    } * page;
    size_t room;
    size_t not_english;
};

/* CLI_YES, or CLI_CANNOT after saying why. */
int corpus_read(struct corpus *corpus, const char *path, bool relevant);

/* Adds one page. */
void corpus_add(struct corpus *corpus, const struct topic_page *page, bool relevant);

/*
 * Adds an example for each pair of segments of different sites that links join and whose pages are known.
 * Names are counted by a reader of a pack that has them.
 */
void corpus_links(const struct corpus *corpus, struct topic_reader *reader, struct link_examples *examples);

void corpus_free(struct corpus *corpus);

#endif
