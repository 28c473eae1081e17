/*
 * Settings in the form in which each part of the crawler takes its own.
 *
 *     settings_for_fetch(&settings, user_agent, &options);
 *     settings_for_store(&settings, user_agent, &store_settings);
 *     settings_for_crawl(&settings, &crawl_settings);
 *
 * The results point into `settings` and `user_agent` (made by settings_user_agent()): both must stay. What no setting says
 * is left as it is in the results: the caller fills it in.
 */
#ifndef CRAWLBOX_SETTINGS_PARTS_H
#define CRAWLBOX_SETTINGS_PARTS_H

#include "crawl/crawl.h"
#include "fetch/fetch.h"
#include "settings/settings.h"
#include "store/store.h"

void settings_for_fetch(const struct settings *settings, const char *user_agent,
                        struct fetch_options *options);
void settings_for_store(const struct settings *settings, const char *user_agent,
                        struct store_settings *store);
void settings_for_crawl(const struct settings *settings, struct crawl_settings *crawl);

#endif
