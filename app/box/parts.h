/*
 * Gives settings to fetching and storing in the form that these have. (The engine reads struct settings
 * itself.)
 *
 *     settings_for_fetch(&settings, user_agent, &options);
 *     settings_for_store(&settings, user_agent, &store_settings);
 *
 * The results point into `settings` and `user_agent` (made by settings_user_agent()), which must outlive
 * them. Fields that no setting decides are left as they are.
 */
#ifndef CRAWLBOX_BOX_PARTS_H
#define CRAWLBOX_BOX_PARTS_H

#include "box/harvest/harvest.h"
#include "fetch/fetch.h"
#include "settings/settings.h"
#include "store/store.h"

void settings_for_fetch(const struct settings *settings, const char *user_agent,
                        struct fetch_options *options);
void settings_for_embeds(const struct settings *settings, struct harvest_options *options);
void settings_for_store(const struct settings *settings, const char *user_agent,
                        struct store_settings *store);

#endif
