/*
 * The box's settings: it begins with defaults, reads CRAWLBOX.INI when a card is mounted, and takes what the
 * operator sets from then on.
 *
 *     box_settings_init(&settings);
 *     box_settings_mounted(&settings, store);  reads the card's settings, or gives it the box's
 *     box_settings_set(&settings, SETTING_tau, "40");
 *     box_settings_save(&settings, store);
 *
 * A fresh card gets the settings of the box, so that a crawl goes on with the same settings when cards are
 * swapped. Settings that were not saved are gone when the next card that has settings comes. The store and
 * the network have settings in a form of their own: box/session.h renews it after each of these calls.
 *
 * RAM: struct box_settings, most of it the texts of struct settings, and about 800 bytes of stack while the
 * file is read or written.
 */
#ifndef CRAWLBOX_BOX_BOX_SETTINGS_H
#define CRAWLBOX_BOX_BOX_SETTINGS_H

#include <stdbool.h>

#include "settings/settings.h"
#include "store/store.h"

struct box_settings {
    struct settings values;
    char user_agent[SETTINGS_AGENT_SIZE];
    bool are_known;   /* somebody chose them, so a card without settings gets them */
    bool are_unsaved; /* they have changed since they were read or saved */
};

void box_settings_init(struct box_settings *settings);

/* A card was mounted: reads its file, and logs lines that it does not understand. */
void box_settings_mounted(struct box_settings *settings, struct store *store);

/* Sets one setting. STATUS_INVALID: settings_range() says which values are possible. */
int box_settings_set(struct box_settings *settings, int which, const char *value);

/* Writes the settings to the card's file, whose remarks and order of lines stay. STATUS_CLOSED: there is no
 * card. */
int box_settings_save(struct box_settings *settings, struct store *store);

/* Logs each setting that is missing and without which the box does not crawl. */
void box_settings_log_missing(const struct box_settings *settings);

#endif
