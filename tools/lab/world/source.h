/*
 * A world as something that the lab can serve (source/source.h).
 *
 *     struct site_source source;
 *     if (world_source_open(&source, "some/folder") == 0)
 *         ... source.close(source.context);
 */
#ifndef CRAWLBOX_WORLD_SOURCE_H
#define CRAWLBOX_WORLD_SOURCE_H

#include "source/source.h"
#include "world/world.h"

/* Closing it frees the world. */
struct site_source world_source(struct world *world);

/* The world in a folder; a status of world_load(). */
int world_source_open(struct site_source *source, const char *folder);

#endif
