/*
 * Writes a .warc.gz with one gzip member for each record, so that readers can go to a record directly.
 *
 *     struct gzip_file *gzip = gzip_file_new(stream);
 *     warc_scan_copy_to(scan, gzip_file_add, gzip);
 *     while ((status = warc_scan_next(scan)) > 0)
 *         gzip_file_end_member(gzip);      (or gzip_file_drop_member() if the record is not wanted after all)
 *     gzip_file_free(gzip);
 */
#ifndef CRAWLBOX_WACZ_GZIP_FILE_H
#define CRAWLBOX_WACZ_GZIP_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct gzip_file;

/* `stream` is an empty file that can be cut; the caller closes it. NULL: no memory. */
struct gzip_file *gzip_file_new(FILE *stream);
void gzip_file_free(struct gzip_file *gzip);

/* Adds bytes to the member in progress; the context is the gzip_file. Errors are kept until the member
 * ends. */
void gzip_file_add(void *context, const uint8_t *bytes, size_t size);

/* Ends the member: 0, or STATUS_IO with errno. */
int gzip_file_end_member(struct gzip_file *gzip);

/* Takes the member in progress out of the file again, without a trace: 0, or STATUS_IO with errno. */
int gzip_file_drop_member(struct gzip_file *gzip);

#endif
