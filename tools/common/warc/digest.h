/*
 * Checks a labelled digest of a WARC record, such as `sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ`.
 *
 *     struct warc_digest digest;
 *     warc_digest_begin(&digest, warc_record_field(record, "WARC-Block-Digest"));
 *     warc_digest_add(&digest, bytes, size);
 *     if (warc_digest_end(&digest) == WARC_DIGEST_DIFFERS)
 *         ...
 *
 * Knows sha1 and sha256, each in Base32 (with or without padding) or hexadecimal, in any case. A digest that
 * is not there, or of another algorithm, costs nothing and is never wrong.
 */
#ifndef CRAWLBOX_WARC_DIGEST_H
#define CRAWLBOX_WARC_DIGEST_H

#include <stdbool.h>

#include "crypto/sha1.h"
#include "sha256.h"

enum warc_digest_result {
    WARC_DIGEST_NONE,      /* no digest was given */
    WARC_DIGEST_EQUAL,     /* it is right */
    WARC_DIGEST_DIFFERS,   /* it is not */
    WARC_DIGEST_UNKNOWN,   /* an algorithm that this program does not know: not checked */
    WARC_DIGEST_MALFORMED, /* not a digest at all */
};

struct warc_digest {
    enum warc_digest_result result; /* known beforehand for everything that needs no computing */
    bool is_sha256;
    const char *expected; /* what the label says, behind its colon; the caller keeps it */
    union {
        struct sha1 sha1;
        struct sha256 sha256;
    } of;
};

void warc_digest_begin(struct warc_digest *digest, const char *label);
void warc_digest_add(struct warc_digest *digest, const void *bytes, size_t size);
enum warc_digest_result warc_digest_end(struct warc_digest *digest);

#endif
