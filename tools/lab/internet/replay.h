/*
 * WARC files as a web: what was harvested once is answered again, with the status, header and body that were
 * recorded, and with the delay that the record's metadata tells of (fetchTimeMs).
 *
 *     struct site_source source;
 *     if (replay_source("collection/archive", &source)) ...        (a file, or a folder of them)
 *
 * Files may be of any origin, plain or .gz (one member a record). Of several answers to a URL the last one
 * counts. Memory: some 100 bytes a page; the pages themselves are read when they are asked for.
 */
#ifndef CRAWLBOX_INTERNET_REPLAY_H
#define CRAWLBOX_INTERNET_REPLAY_H

#include "source/source.h"

/* True if the name of a file ends as those of WARC files do. */
bool replay_is_warc(const char *path);

/* False after saying why on stderr. */
bool replay_source(const char *path, struct site_source *source);

#endif
