/*
 * The head of a WARC record: its version line and named fields.
 *
 * Names compare without case, values have their folded lines joined, and WARC-Target-URI loses the angle
 * brackets that WARC 1.0 writers such as wget put around it. Nothing here trusts the file: the head has a
 * fixed largest size, and a field that is not text with a colon makes the record invalid.
 */
#ifndef CRAWLBOX_WARC_RECORD_H
#define CRAWLBOX_WARC_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARC_HEAD_MAX = 65536, /* bytes of version line and fields */
    WARC_FIELDS_MAX = 64,
};

enum warc_type {
    WARC_INFO,
    WARC_RESPONSE,
    WARC_RESOURCE,
    WARC_REQUEST,
    WARC_METADATA,
    WARC_REVISIT,
    WARC_CONVERSION,
    WARC_CONTINUATION,
    WARC_OTHER, /* the standard allows further types: readers must skip them */
    WARC_TYPES,
};

struct warc_field {
    const char *name, *value;
};

struct warc_record {
    uint64_t offset; /* in the file: of the version line, or of the gzip member that holds it */
    int minor;       /* version: WARC/1.minor */
    enum warc_type type;
    uint64_t length; /* of the block */
    size_t fields;
    struct warc_field field[WARC_FIELDS_MAX];
    char head[WARC_HEAD_MAX + 1]; /* what the fields point into */
};

/*
 * Parses head[0..size), which ends before the empty line. Returns 0, or STATUS_INVALID with `problem` saying
 * what is wrong as a sentence without a full stop.
 */
int warc_record_parse(struct warc_record *record, size_t size, char *problem, size_t problem_size);

/* The value of a field, NULL if there is none. */
const char *warc_record_field(const struct warc_record *record, const char *name);

/* Steps through fields that may be there several times: call with *at = 0 first; NULL when there are no
 * more. */
const char *warc_record_next_field(const struct warc_record *record, const char *name, size_t *at);

/* "response" and so on; WARC_OTHER is "other". */
const char *warc_type_name(enum warc_type type);

/* True for Content-Type application/http, whatever its parameters: the block is an HTTP message. */
bool warc_record_is_http(const struct warc_record *record);

/* A date as WARC writes it, 2024-02-29T12:00:00Z with an optional fraction (1.1 only). */
bool warc_date_is_valid(const char *text, int minor);

#endif
