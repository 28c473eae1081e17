/*
 * Reads every record of a WARC file completely and says what is in it and whether its digests are right.
 * Checking, listing and indexing are all built on this walk.
 *
 *     struct warc_scan *scan = warc_scan_new(port, 0);
 *     while ((status = warc_scan_next(scan)) > 0)
 *         look_at(warc_scan_result(scan));
 *     if (status < 0)
 *         puts(warc_reader_problem(warc_scan_reader(scan)));      (warc_scan_next() may go on after a resync)
 *     warc_scan_free(scan);
 */
#ifndef CRAWLBOX_WARC_SCAN_H
#define CRAWLBOX_WARC_SCAN_H

#include "warc/digest.h"
#include "warc/payload.h"
#include "warc/reader.h"

enum { WARC_SCAN_START_MAX = 65536 };

struct warc_scan_result {
    const struct warc_record *record;
    const struct warc_payload *http; /* NULL if the block is not an HTTP message */
    uint64_t size;                   /* of the record in the file, as warc_reader_record_size() */
    bool seekable;                   /* it can be found by its offset alone */
    enum warc_digest_result block_digest, payload_digest;
    bool payload_digest_of_chunks; /* it is right for the body with its chunk marks: a common mistake of
                                      writers */
    const uint8_t *start; /* the first bytes of the payload (of the block if it is not HTTP), for titles */
    size_t start_size;
};

struct warc_scan;

struct warc_scan *warc_scan_new(struct warc_port port, uint64_t start);
void warc_scan_free(struct warc_scan *scan);

/* From now on `sink` gets every byte of every record as it is read: head, block and end, as they stand in the
 * file. */
void warc_scan_copy_to(struct warc_scan *scan, warc_payload_sink *sink, void *context);

/* Reads the next record to its end: 1, 0 or a status code, as warc_reader_next(). */
int warc_scan_next(struct warc_scan *scan);

/* True unless one of the record's digests is wrong. */
bool warc_scan_is_sound(const struct warc_scan_result *result);

const struct warc_scan_result *warc_scan_result(const struct warc_scan *scan);
struct warc_reader *warc_scan_reader(struct warc_scan *scan);

#endif
