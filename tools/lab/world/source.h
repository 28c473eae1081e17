/*
 * A world as something that the lab can serve (lab/source.h).
 *
 *     struct site_source source;
 *     if (world_source_open(&source, "some/folder") == 0)
 *         ... source.close(source.context);
 */
#ifndef CRAWLBOX_WORLD_SOURCE_H
#define CRAWLBOX_WORLD_SOURCE_H

#include "lab/source.h"

/* STATUS_NOT_FOUND: no world in that folder; others as world_load(). */
int world_source_open(struct site_source *source, const char *folder);

#endif
