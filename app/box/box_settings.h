/*
 * The box's settings: defaults at start-up, CRAWLBOX.INI when a card is mounted, what the operator sets from
 * there on.
 *
 *     box_settings_init(&settings);
 *     box_settings_mounted(&settings, store);  reads the card's settings, or gives it ours if it has none
 *     box_settings_set(&settings, SETTING_tau, "40");
 *     box_settings_save(&settings, store);
 *
 * A fresh card gets what the box has, so that a crawl goes on with the same settings when cards are swapped.
 * What was set and not saved is gone when the next card that has settings comes. Whoever takes over settings
 * in a form of their own (the store, the network) does so after each of these calls: box/session.h sees to
 * it.
 *
 * RAM: struct box_settings, most of it the texts of struct settings. While the file is read or written about
 * 800 bytes of stack.
 */
#ifndef CRAWLBOX_BOX_BOX_SETTINGS_H
#define CRAWLBOX_BOX_BOX_SETTINGS_H

#include <stdbool.h>

#include "settings/settings.h"
#include "store/store.h"

struct box_settings {
    struct settings values;
    char user_agent[SETTINGS_AGENT_SIZE];
    bool are_known;   /* somebody chose them: worth carrying to a card without settings */
    bool are_unsaved; /* changed since they were read or saved */
};

void box_settings_init(struct box_settings *settings);

/* A card was mounted. Logs what of its file is not understood. */
void box_settings_mounted(struct box_settings *settings, struct store *store);

/* STATUS_INVALID: settings_range() says why. */
int box_settings_set(struct box_settings *settings, int which, const char *value);

/* STATUS_CLOSED: there is no card. Remarks and the order of the file's lines stay. */
int box_settings_save(struct box_settings *settings, struct store *store);

/* Logs each setting that is missing and without which there is no crawl. */
void box_settings_log_missing(const struct box_settings *settings);

#endif
