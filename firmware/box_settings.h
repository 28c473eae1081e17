/*
 * The box's settings: defaults at start-up, CRAWLBOX.INI when a card is mounted, what the console sets from there on.
 *
 *     box_settings_init();                          before anything that asks for them
 *     box_settings_mounted(true);                   a card is there: reads its settings, or gives it ours if it has none
 *     const struct settings *settings = &ram_settings.values;
 *
 * A fresh card gets what the box has, so that a crawl goes on with the same settings when cards are swapped. What was set
 * and not saved is gone when the next card that has settings comes.
 *
 * All in the crawler's task, between two pages: the console sends jobs (crawler.h). Costs what ram.def says under settings; while
 * the file is read or written about 800 bytes of stack.
 */
#ifndef CRAWLBOX_BOX_SETTINGS_H
#define CRAWLBOX_BOX_SETTINGS_H

#include <stdbool.h>

#include "settings/settings.h"

struct box_settings {
    struct settings values;
    char user_agent[SETTINGS_AGENT_SIZE];
    bool are_known;     /* somebody chose them: worth carrying to a card without settings */
    bool are_unsaved;   /* changed since they were read or saved */
    bool is_unlocked;   /* the PIN was given since start-up */
    uint8_t wrong_pins; /* in a row */
};

void box_settings_init(void);

/* `writable`: the card may be written to. */
void box_settings_mounted(bool writable);

/* Jobs for the crawler's task. */
struct settings_change {
    int which;
    const char *value;
};
int box_settings_job_set(void *change);  /* STATUS_INVALID: settings_range() says why */
int box_settings_job_save(void *unused); /* STATUS_CLOSED: there is no card */

/* For commands that change something: true, or false after saying that the console is locked. */
bool console_may_change(void);

#endif
