/*
 * The two languages of a report. Every label is one word of words.def; sentences of the engine come with
 * their Thai.
 *
 *     word_put(out, WORD_BY_DAY);             both, each in a span of its language
 *     sentence_put(out, sentence_of_reject(REJECT_TRAP));
 */
#ifndef CRAWLBOX_REPORT_WORDS_H
#define CRAWLBOX_REPORT_WORDS_H

#include <stdio.h>

enum word {
#define WORD(id, english, thai) WORD_##id,
#include "report/words.def"
#undef WORD
    WORDS
};

struct sentence {
    const char *english, *thai;
};

struct sentence sentence_of_word(enum word word);
struct sentence sentence_of_reject(unsigned reject);  /* enum crawl_reject */
struct sentence sentence_of_site_stop(unsigned stop); /* enum crawl_site_stop */
struct sentence sentence_of_status(int status);       /* of a fetch: HTTP's or enum fetch_status */

void sentence_put(FILE *out, struct sentence sentence);
void word_put(FILE *out, enum word word);

/* "English / Thai" without tags, for titles and labels that are not seen. */
void word_put_plain(FILE *out, enum word word);

#endif
