/* What `crawlbox-lab world` prints about a world of either kind, besides the lists of its kind. All return an
 * exit status of cli.h. */
#ifndef CRAWLBOX_WORLD_REPORT_H
#define CRAWLBOX_WORLD_REPORT_H

#include "world/world.h"

int report_info(const struct world *world);

/* Prints what a URL answers. CLI_NO: there is no such page. */
int report_page(struct world *world, const char *url);

/* Writes all pages as files into two folders, one for those that are wanted and other/: what a topic pack is
 * learned from. */
int report_pages(struct world *world, const char *folder);

#endif
