/*
 * Makes WARC 1.1 (ISO 28500) records, as text that goes into a sink piece by piece. This module knows nothing
 * of files or buffers; app/store/pages.c calls it.
 *
 * A page is a group of three records that share one date: response (or revisit), request, metadata.
 *
 *     warc_emit_response(&out, &fetch, &late);         the header; `late` is still empty
 *     sink_bytes(&out, http, size); ...
 *     warc_emit_end(&out);
 *     warc_emit_request(&out, &fetch, &id, request, request_size);
 *     warc_emit_metadata(&out, &fetch, &id, &metadata, group_bytes_so_far);
 *
 * Length, truncation and digests of a response are known only when its block has passed. They lie in one
 * piece at a fixed place, WARC_LATE_AT from the start of the record, WARC_LATE_BYTES long, whatever they say:
 * to complete the record, emit that piece again with warc_emit_late and put it over the first.
 *
 * Each group ends at a multiple of WARC_ALIGN_BYTES (see app/store/FORMAT.md): the last record of a group has
 * as many blanks before its Content-Length number as that takes.
 *
 * Costs no RAM, and less than 200 bytes of stack.
 */
#ifndef CRAWLBOX_STORE_WARC_H
#define CRAWLBOX_STORE_WARC_H

#include <stddef.h>
#include <stdint.h>

#include "base/sink.h"
#include "crypto/sha1.h"

enum {
    WARC_ALIGN_BYTES = 512,
    WARC_LATE_AT = 31, /* in a response; a revisit has a type name that is one character shorter */
    WARC_LATE_AT_REVISIT = 30,
    WARC_LATE_BYTES = 175,
    WARC_UUID_BYTES = 16,
    WARC_DATE_CHARACTERS = 20, /* 2026-11-16T01:32:16Z */
    /* Where the values of WARC-Date and WARC-Target-URI start in a response record. */
    WARC_DATE_AT = WARC_LATE_AT + WARC_LATE_BYTES + 65 + 11,
    WARC_URI_AT = WARC_DATE_AT + WARC_DATE_CHARACTERS + 2 + 17,
};

enum warc_truncation {
    WARC_WHOLE,
    WARC_TRUNCATED_LENGTH,     /* the answer is longer than the box takes */
    WARC_TRUNCATED_TIME,       /* the answer took longer than the box waits */
    WARC_TRUNCATED_DISCONNECT, /* the connection broke */
    WARC_TRUNCATED_UNSPECIFIED,
};

/* Returns the word for WARC-Truncated: "length", "time" and so on, or NULL for WARC_WHOLE. */
const char *warc_truncation_name(enum warc_truncation truncated);

struct warc_uuid {
    uint8_t bytes[WARC_UUID_BYTES];
};

/* What the records of one fetch have in common. */
struct warc_fetch {
    const char *uri;                  /* as it was fetched; control characters and blanks are escaped */
    uint32_t seconds;                 /* when the fetch began, in seconds since 1970 */
    const char *ip;                   /* address of the server as text, or NULL if it is not known */
    const struct warc_uuid *warcinfo; /* record id of the warcinfo of the file that the records go into */
    const struct warc_uuid *response; /* record id of the response or revisit */
};

/* What is known of a response only when its block has passed. */
struct warc_late {
    uint32_t length; /* of the block */
    enum warc_truncation truncated;
    uint8_t block[SHA1_BYTES];
    uint8_t payload[SHA1_BYTES]; /* digest of the body without transfer coding */
};

/* What the box found out about a page. A text may be NULL; its line is then left out. */
struct warc_metadata {
    const char *via; /* URI of the page that linked here */
    uint32_t hops_from_seed;
    uint32_t fetch_ms;
    const char *charset;  /* the charset that was detected */
    const char *language; /* of the language pack: th, fa, ms */
    uint16_t language_permille;
    const char *verdict;  /* what the pack said: yes, no */
    const char *model;    /* id of the predictor that chose the site */
    const char *tls_flaw; /* what is wrong with the server's certificate, which was accepted nevertheless */
};

/* What a file says about itself. Texts may be NULL except file and software. */
struct warc_info {
    const struct warc_uuid *id;
    uint32_t seconds;
    const char *file;     /* its final name, without .open */
    const char *software; /* such as crawlbox/0.1.0 */
    const char *operator_name;
    const char *contact; /* URL or e-mail address, as in the User-Agent */
    const char *user_agent;
    const char *robots; /* policy: "obey" */
    const char *description;
};

/* Makes a random (version 4) UUID out of 16 random bytes. */
struct warc_uuid warc_uuid_from(const uint8_t random[WARC_UUID_BYTES]);

/* Emits the warcinfo record at the start of a file, whole and aligned. */
void warc_emit_warcinfo(struct sink *sink, const struct warc_info *info);

/* Emits the header of a response, with the empty line at its end. */
void warc_emit_response(struct sink *sink, const struct warc_fetch *fetch, const struct warc_late *late);

/* How the box knows that a page has not changed. */
enum warc_revisit {
    WARC_SAME_PAYLOAD, /* its bytes have the digest of a stored page, maybe under another address */
    WARC_NOT_MODIFIED, /* the server says so (304) about this very address */
};

/* Emit the header of a revisit in two halves. Between them the caller emits the URI of the first capture,
 * unless it is that of the fetch (WARC_NOT_MODIFIED). `original_date` is the date of the first capture as
 * it stands in its record. The block of a revisit is the HTTP header. */
void warc_emit_revisit(struct sink *sink, const struct warc_fetch *fetch, const struct warc_late *late,
                       enum warc_revisit revisit, const char original_date[WARC_DATE_CHARACTERS]);
void warc_emit_revisit_rest(struct sink *sink);

/* Emits the piece of fixed length of a response or revisit that is completed last. */
void warc_emit_late(struct sink *sink, const struct warc_late *late);

/* Emits what stands behind every block. */
void warc_emit_end(struct sink *sink);

/* Emit whole records. */
void warc_emit_request(struct sink *sink, const struct warc_fetch *fetch, const struct warc_uuid *id,
                       const void *request, size_t size);
void warc_emit_metadata(struct sink *sink, const struct warc_fetch *fetch, const struct warc_uuid *id,
                        const struct warc_metadata *metadata, uint32_t group_bytes);

#endif
