/* One WARC file of a card becomes one verified .warc.gz: the part of collecting that must never be wrong. */
#ifndef CRAWLBOX_CARD_COLLECT_FILE_H
#define CRAWLBOX_CARD_COLLECT_FILE_H

#include "cardfs/fs.h"
#include "sha256.h"
#include "wacz/lines.h"

struct collected {
    uint64_t records, dropped;    /* dropped: not whole or with a wrong digest, so not in the .gz */
    char sha256[SHA256_HEX_SIZE]; /* of all records that are, one after the other, uncompressed */
    uint64_t gzip_bytes;
    struct lines index, pages; /* filled by collect_file_verify() */
    char problem[4500];        /* has paths */
    void (*progress)(void *context, uint64_t bytes);
    void *context;
};

/* Copies records from the port to a new file of the collection `out`. STATUS_IO with `problem`: the card or
 * the disk failed. */
int collect_file_copy(struct collected *collected, struct warc_port port, const char *out, const char *path);

/*
 * Reads the new file back: every record's digests are right, and all of them together are what was copied.
 * Makes the index lines on the way. STATUS_DAMAGED with `problem`: they are not; nothing may be erased.
 */
int collect_file_verify(struct collected *collected, const char *out, const char *path, const char *name);

void collected_free(struct collected *collected);

#endif
