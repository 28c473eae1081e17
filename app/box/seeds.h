/*
 * SEEDS.TXT: the sites that a crawl starts from, one site or URL a line. The reader takes the file in
 * pieces, as they come from the card.
 *
 *     # libraries
 *     www.example.ac.th
 *     http://www.example.go.th/news/        a URL may have a path
 *
 *     char url[SEEDS_URL_BYTES];
 *     struct seeds seeds;
 *     seeds_begin(&seeds, url, sizeof url, seed, wrong, &mine);    seed(&mine, &url, line), wrong(&mine, ...)
 *     text_lines_feed(&seeds.lines, bytes, count);                 (any number of times)
 *     text_lines_end(&seeds.lines);
 *
 * Remarks begin with #, at the beginning of a line or behind a blank. A line without http:// or https:// is
 * taken for a site that answers to http. A line that is no URL is reported, and the rest is read.
 *
 * To remove a seed, copy the file without it: call seeds_copy_begin(), then the same functions.
 *
 * RAM: struct seeds, about 200 bytes, and the URL's buffer, while a file is read.
 */
#ifndef CRAWLBOX_BOX_SEEDS_H
#define CRAWLBOX_BOX_SEEDS_H

#include "base/sink.h"
#include "base/text_lines.h"
#include "read/url/url.h"

enum { SEEDS_URL_BYTES = 3 * TEXT_LINE_MAX }; /* an international name needs room for both of its forms */

/* Gets a seed, with the number of its line, from 1. The URL is gone when the function returns. */
typedef void (*seeds_seed)(void *context, const struct url *url, unsigned line);
/* Gets a line that is no seed. `why` is a phrase such as "not an http or https address"; `text` is the
 * beginning of the line. */
typedef void (*seeds_wrong)(void *context, const char *why, struct text_span text, unsigned line);

struct seeds {
    struct text_lines lines;
    char *buffer;
    size_t buffer_size;
    seeds_seed seed;
    seeds_wrong wrong;
    void *context;
    /* copying */
    struct sink *out;
    uint64_t without; /* hash of the key of the seed that is left out */
    uint32_t removed; /* lines left out */
};

/* Begins to read; `seed` or `wrong` may be NULL. */
void seeds_begin(struct seeds *seeds, char *buffer, size_t buffer_size, seeds_seed seed, seeds_wrong wrong,
                 void *context);

/* Begins to copy all lines to `out` but those of this seed. */
void seeds_copy_begin(struct seeds *seeds, char *buffer, size_t buffer_size, const struct url *without,
                      struct sink *out);

/* Reads one seed as it stands in a line. STATUS_OK, or STATUS_INVALID: url_reason() says why. */
int seeds_parse(struct url *url, char *buffer, size_t buffer_size, const char *text, size_t size);

#endif
