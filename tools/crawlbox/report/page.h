/*
 * The harvest report: one HTML page that needs nothing else, no network, no script, no font. Readable on a
 * phone, on a wide screen, in the dark and on paper; in Thai and English, or in one of them.
 */
#ifndef CRAWLBOX_REPORT_PAGE_H
#define CRAWLBOX_REPORT_PAGE_H

#include <stdio.h>

#include "report/facts.h"

void page_write(FILE *out, const struct facts *facts);

#endif
