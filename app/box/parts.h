/*
 * Settings in the form in which fetching and storing take theirs. (The engine reads struct settings.)
 *
 *     settings_for_fetch(&settings, user_agent, &options);
 *     settings_for_store(&settings, user_agent, &store_settings);
 *
 * The results point into `settings` and `user_agent` (made by settings_user_agent()): both must stay. What no
 * setting says is left as it is in the results: the caller fills it in.
 */
#ifndef CRAWLBOX_BOX_PARTS_H
#define CRAWLBOX_BOX_PARTS_H

#include "fetch/fetch.h"
#include "settings/settings.h"
#include "store/store.h"

void settings_for_fetch(const struct settings *settings, const char *user_agent,
                        struct fetch_options *options);
void settings_for_store(const struct settings *settings, const char *user_agent,
                        struct store_settings *store);

#endif
