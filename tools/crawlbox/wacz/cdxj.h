/*
 * Index lines for records: CDXJ, which replay tools use to find a page, and pages.jsonl, which they show as a
 * list.
 *
 *     com,example)/ 20240229120000 {"url":"http://example.com/","mime":"text/html","status":"200",
 *                                   "digest":"3I42...","length":"1043","offset":"333","filename":"x.warc.gz"}
 *     {"id":"3I42...","url":"http://example.com/","ts":"2024-02-29T12:00:00Z","title":"Example"}
 *
 * The first has the fields and order of npm's warcio and of pywb. Both are one line; the caller frees it.
 */
#ifndef CRAWLBOX_WACZ_CDXJ_H
#define CRAWLBOX_WACZ_CDXJ_H

#include "warc/scan.h"

/* True if the record is something that can be replayed: a response, a revisit or a resource with a URI and a
 * date. */
bool cdxj_wants(const struct warc_scan_result *result);

/* True if it is a page for the list: an HTML response with status 200. */
bool cdxj_is_page(const struct warc_scan_result *result);

/* `filename` is the WARC file's name without folders. NULL: no memory. */
char *cdxj_line(const struct warc_scan_result *result, const char *filename);
char *cdxj_page_line(const struct warc_scan_result *result);

#endif
