/* What `crawlbox world` prints about a topic web. All return an exit status of cli.h. */
#ifndef CRAWLBOX_TOPICWEB_REPORT_H
#define CRAWLBOX_TOPICWEB_REPORT_H

#include "topicweb/topicweb.h"

int topicweb_report_info(const struct topicweb *web);
int topicweb_report_verify(const struct topicweb *web); /* CLI_NO: a figure is outside of its tolerance */

/* A row with tabs for each segment: its name, whether it is relevant, ... */
int topicweb_report_segments(const struct topicweb *web);

/* Links between segments of different sites, a row with tabs for each: what `crawlbox topic train` learns the predictor from. */
int topicweb_report_links(const struct topicweb *web);

/* All pages as files, in the folders relevant/ and other/: what a topic pack is learned from. */
int topicweb_report_pages(const struct topicweb *web, const char *folder);

/* What `crawlbox world ACTION` does where there is such a web: make, info, verify, hosts, links, pages, page. */
int topicweb_command_make(const char *preset, uint64_t seed, uint32_t sites, const char *folder);
bool topicweb_is_in(const char *folder);
int topicweb_command(const char *action, const char *folder, const char *url, const char *output);

#endif
