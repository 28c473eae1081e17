/*
 * Checks a WARC file against the standard (ISO 28500, versions 1.0 and 1.1): every record's version line,
 * required fields, length, digests and end, and whether the records that it names are there.
 *
 *     struct warc_check check = {.report = print_finding, .context = name};
 *     int status = warc_check_run(&check, port);
 *     printf("%llu records, %llu damaged\n", check.records, check.damage);
 *     warc_check_free(&check);
 *
 * A finding is damage (something is lost or wrong) or a note (legal, or harmless, but worth knowing).
 * Memory: 16 bytes for each record and each reference.
 */
#ifndef CRAWLBOX_WARC_CHECK_H
#define CRAWLBOX_WARC_CHECK_H

#include "warc/scan.h"

enum warc_severity { WARC_NOTE, WARC_DAMAGE };

struct warc_finding {
    enum warc_severity severity;
    uint64_t offset;  /* of the record in the file */
    const char *text; /* a sentence without a full stop, lasting until the report returns; may hold bytes of
                         the file */
};

struct warc_check_ids {
    uint64_t *hash, *offset;
    size_t count, room;
};

struct warc_check {
    /* The caller's: what to do with a finding, with a record that was read well, and after each record. Or
     * NULL. */
    void (*report)(void *context, const struct warc_finding *finding);
    void (*visit)(void *context, const struct warc_scan_result *result);
    void (*progress)(void *context, uint64_t offset);
    void *context;
    /* The result. */
    uint64_t records, bytes;
    uint64_t of_type[WARC_TYPES];
    uint64_t block_digests, payload_digests; /* right ones */
    uint64_t damage, notes;
    bool truncated;     /* the last record is cut off */
    uint64_t sound_end; /* where the last record ends that came before any damage */
    struct warc_check_ids ids, references;
};

/* Reads everything from the port, which is at the start of the file: 0 sound, STATUS_DAMAGED, STATUS_IO. */
int warc_check_run(struct warc_check *check, struct warc_port port);

/* For checks that know more about a file than the standard says: counts and reports one more finding. */
void warc_check_found(struct warc_check *check, enum warc_severity severity, uint64_t offset,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

void warc_check_free(struct warc_check *check);

#endif
