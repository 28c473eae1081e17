/* Webs for crawls page by page: a page is a number made of its host (or segment) and its own. */
#ifndef CRAWLBOX_TOPICSIM_WEBS_H
#define CRAWLBOX_TOPICSIM_WEBS_H

#include "topicsim/pagewise.h"
#include "topicweb/topicweb.h"
#include "world/world.h"

struct pagewise_web webs_of_topic(const struct topicweb *web);
struct pagewise_web webs_of_world(const struct world *world);

/* How relevant a page classifier finds a page: 128 and more is. It errs as often as the published one. */
uint8_t webs_judge(const struct topicweb *web, struct topicweb_page page);

#endif
