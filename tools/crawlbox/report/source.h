/*
 * Where the facts of a report come from: a card (image, device or mounted folder), which is verified on the
 * way, or a collection that `crawlbox card collect` made.
 */
#ifndef CRAWLBOX_REPORT_SOURCE_H
#define CRAWLBOX_REPORT_SOURCE_H

#include "report/facts.h"

/* 0, or CLI_CANNOT after saying why. */
int source_read(struct facts *facts, const char *path);

#endif
