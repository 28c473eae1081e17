/*
 * Pages to learn from or to try a pack on: all HTML files under a folder, one HTML file, or the pages of a
 * WARC file.
 *
 *     int take(void *context, const struct topic_page *page) { ...; return CLI_YES; }
 *     if (pages_each("harvest.warc.gz", take, &mine) != CLI_YES) ...        it has said why
 *
 * A page of a WARC file has its address; one of a folder has, if the folder's parts are hosts, as `wget -r`
 * leaves them.
 */
#ifndef CRAWLBOX_TOPICS_PAGES_H
#define CRAWLBOX_TOPICS_PAGES_H

#include <stddef.h>
#include <stdint.h>

struct topic_page {
    const char *name;    /* for messages */
    const char *url;     /* NULL: not known */
    const char *charset; /* that the server named, or NULL */
    const char *html;
    size_t size;
};

/* CLI_YES, or what ends the reading. */
typedef int pages_sink(void *context, const struct topic_page *page);

/* CLI_YES, or CLI_CANNOT after saying why: also if there is no page at all. */
int pages_each(const char *path, pages_sink *sink, void *context);

#endif
