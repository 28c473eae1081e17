/*
 * Reads a WARC file record by record: plain or gzip, WARC 1.0 and 1.1, any size, whatever wrote it.
 *
 *     struct warc_reader *reader = warc_reader_new(port, 0);
 *     while ((status = warc_reader_next(reader)) > 0) {
 *         const struct warc_record *record = warc_reader_record(reader);
 *         while ((got = warc_reader_read(reader, buffer, sizeof buffer)) > 0)
 *             ...                                          (the block; leaving it out is fine)
 *     }
 *     if (status < 0)
 *         printf("offset %llu: %s", warc_reader_problem_offset(reader), warc_reader_problem(reader));
 *     warc_reader_free(reader);
 *
 * After a failure warc_reader_resync() looks for the next record, so that one bad record hides no others.
 * Memory: about 330 KB, all of it in the reader.
 */
#ifndef CRAWLBOX_WARC_READER_H
#define CRAWLBOX_WARC_READER_H

#include "warc/input.h"
#include "warc/record.h"

struct warc_reader;

/* `start` is where in the file the port's first byte lies. NULL: no memory. */
struct warc_reader *warc_reader_new(struct warc_port port, uint64_t start);
void warc_reader_free(struct warc_reader *reader);

/*
 * Goes to the next record, over what was not read of the one before, whose end it checks: 1 there is one, 0
 * the file ends here as it should, STATUS_INVALID or STATUS_DAMAGED if what is there is not a whole record,
 * STATUS_IO.
 */
int warc_reader_next(struct warc_reader *reader);

/* The record in hand. */
const struct warc_record *warc_reader_record(const struct warc_reader *reader);

/* Its head as it stands in the file, with the empty line: for copying. */
const char *warc_reader_head(const struct warc_reader *reader, size_t *size);

/* Bytes of the block: how many came, 0 at its end, or a status code. */
long warc_reader_read(struct warc_reader *reader, void *buffer, size_t size);

/* Reads the rest of the block and checks the two line ends behind it: 0 or a status code. Does it only
 * once. */
int warc_reader_finish(struct warc_reader *reader);

/* Bytes that the record takes in the file, with its ends (gzip: the whole member); after
 * warc_reader_finish(). */
uint64_t warc_reader_record_size(struct warc_reader *reader);

/*
 * After a failure: true if something that looks like a record was found further on. A record that claims to
 * be longer than it is hides those that it reaches into.
 */
bool warc_reader_resync(struct warc_reader *reader);

/* What went wrong, as a sentence without a full stop, and where the record lies that it is about. */
const char *warc_reader_problem(const struct warc_reader *reader);
uint64_t warc_reader_problem_offset(const struct warc_reader *reader);

/* True if the problem is that the file ends too early: what a power cut or a broken copy leaves. */
bool warc_reader_truncated(const struct warc_reader *reader);

bool warc_reader_is_gzip(const struct warc_reader *reader);

/* True if the record in hand begins a gzip member of its own (and in plain files): only then can it be found
 * alone. */
bool warc_reader_is_seekable(const struct warc_reader *reader);

/* Where the next byte to be read lies in the file: how far the reader got. */
uint64_t warc_reader_offset(struct warc_reader *reader);

#endif
