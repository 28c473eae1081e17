/*
 * Packs a collection into one WACZ 1.1.1 file, which ReplayWeb.page opens: a ZIP with
 *
 *     archive/NAME.warc.gz ...   indexes/index.cdxj   pages/pages.jsonl
 *     datapackage.json   datapackage-digest.json
 *
 * where datapackage.json lists every file with its size and SHA-256, and the last file holds the SHA-256 of
 * that list.
 */
#ifndef CRAWLBOX_WACZ_WACZ_H
#define CRAWLBOX_WACZ_WACZ_H

#include <stdint.h>

#include "wacz/lines.h"

struct wacz {
    const char *folder;          /* has archive/, indexes/ and pages/ as above */
    const struct lines *archive; /* names of the files in archive/ */
    const char *title, *software;
    void (*progress)(void *context, uint64_t done_bytes);
    void *context;
};

/* Writes the package: 0, STATUS_IO (errno says why) or STATUS_FULL (no memory). */
int wacz_write(const struct wacz *wacz, FILE *out);

#endif
