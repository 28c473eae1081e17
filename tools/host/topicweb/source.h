/* A topic web as something that the lab can serve (lab/source.h). */
#ifndef CRAWLBOX_TOPICWEB_SOURCE_H
#define CRAWLBOX_TOPICWEB_SOURCE_H

#include "lab/source.h"
#include "topicweb/topicweb.h"

/* STATUS_NOT_FOUND: no topic web in that folder; others as topicweb_load(). */
int topicweb_source_open(struct site_source *source, const char *folder);

#endif
