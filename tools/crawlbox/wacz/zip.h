/*
 * Writes a ZIP file whose entries are stored, not compressed: what a WACZ package is. Files and archives
 * beyond 4 GB get the ZIP64 fields.
 *
 *     struct zip zip = {.out = stream};
 *     zip_add_file(&zip, "archive/x.warc.gz", file, sha256);
 *     zip_add_text(&zip, "datapackage.json", json);
 *     if (zip_end(&zip) < 0)
 *         perror(...);
 *
 * Written by hand because the last entry of a WACZ holds the digests of the others, equal harvests are to
 * give equal bytes, and a harvest of many gigabytes is to be read once. libzip reads all files only in
 * zip_close(), when the last entry must be known, and its bytes are those of its version. minizip 1.1 puts a
 * ZIP64 field into the local header that says 0 bytes where the header says how many there are.
 */
#ifndef CRAWLBOX_WACZ_ZIP_H
#define CRAWLBOX_WACZ_ZIP_H

#include <stdint.h>
#include <stdio.h>

#include "sha256.h"

struct zip_entry {
    char *name;
    uint64_t size, offset;
    uint32_t crc;
};

struct zip {
    FILE *out; /* the caller's: an empty file, which the caller closes */
    struct zip_entry *entry;
    size_t entries, room;
};

/* Each adds one entry: 0, STATUS_IO (errno says why) or STATUS_FULL (no memory). `sha256` and `size` may be
 * NULL. */
int zip_add_file(struct zip *zip, const char *name, FILE *file, char sha256[SHA256_HEX_SIZE], uint64_t *size);
int zip_add_text(struct zip *zip, const char *name, const char *text);

/* Writes the directory and frees all memory, also after an error: 0 or STATUS_IO. */
int zip_end(struct zip *zip);

#endif
