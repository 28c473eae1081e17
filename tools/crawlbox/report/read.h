/*
 * Reads what a report is made of into facts: one folder with the logs and tables of a card, as `card collect`
 * lays them out (logs/NAME/ of a collection).
 *
 *     read_folder(&facts, "collection", "logs/crawlbox-20261116000000-00001-box1");
 *
 * All of it comes from strangers: what cannot be understood is counted (facts->unreadable) and left out.
 */
#ifndef CRAWLBOX_REPORT_READ_H
#define CRAWLBOX_REPORT_READ_H

#include "report/facts.h"

/* Reads a folder in `top` ("." is `top` itself). False after saying why on stderr: a file is there and cannot
 * be read. Missing files are no failure. */
bool read_folder(struct facts *facts, const char *top, const char *folder);

#endif
