/*
 * Whether a box would begin to crawl with a card: what it finds in CRAWLBOX.INI and SEEDS.TXT, and which
 * tables there are.
 *
 *     struct card_setup setup;
 *     card_setup_read(&setup, &fs);
 *     if (settings_missing(&setup.values, 0) >= 0 || setup.seeds == 0)
 *         puts("not yet");
 *
 * Nothing is said about lines that are wrong: `crawlbox settings --check` and the box's log do that.
 */
#ifndef CRAWLBOX_CARD_SETUP_H
#define CRAWLBOX_CARD_SETUP_H

#include "cardfs/fs.h"
#include "settings/settings.h"

struct card_setup {
    struct settings values;
    unsigned seeds; /* sites that it would begin with */
    bool has_authorities, has_countries;
};

void card_setup_read(struct card_setup *setup, struct card_fs *fs);

#endif
