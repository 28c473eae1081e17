/*
 * Where in which WARC file the answer to a URL lies.
 *
 *     struct replay_index *index = replay_index_read("collection/archive");
 *     const struct replay_entry *entry = replay_index_find(index, "http://www.example.th/");
 *     replay_index_free(index);
 */
#ifndef CRAWLBOX_INTERNET_REPLAY_INDEX_H
#define CRAWLBOX_INTERNET_REPLAY_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct replay_entry {
    char *url;        /* scheme://host/path?query, the host in lower case */
    const char *file; /* the index's */
    uint64_t offset;
    uint32_t took_ms; /* how long the fetch took when it was recorded; 0: not known */
};

struct replay_index;

/* All response records of a file, or of the WARC files in a folder. NULL after saying why on stderr. */
struct replay_index *replay_index_read(const char *path);
void replay_index_free(struct replay_index *index);

/* NULL if there is none. */
const struct replay_entry *replay_index_find(const struct replay_index *index, const char *url);
bool replay_index_has_host(const struct replay_index *index, const char *host);

#endif
