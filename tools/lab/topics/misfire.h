/*
 * How often names are found in pages, and how often by their sound alone: on pages that have nothing to do
 * with Thailand, all of those are mistakes.
 *
 *     struct misfire *misfire = misfire_new(&names, &english);
 *     misfire_page(misfire, html, size);                  for each page
 *     misfire_report(misfire, stdout, 20);                with the 20 most frequent ones found by sound alone
 *     misfire_free(misfire);
 */
#ifndef CRAWLBOX_TOPICS_MISFIRE_H
#define CRAWLBOX_TOPICS_MISFIRE_H

#include <stdio.h>

#include "topics/dictionary.h"

struct misfire;

struct misfire *misfire_new(const struct names *names, const struct english_words *english);
void misfire_page(struct misfire *misfire, const char *html, size_t size);
void misfire_report(const struct misfire *misfire, FILE *out, size_t examples);
void misfire_free(struct misfire *misfire);

#endif
