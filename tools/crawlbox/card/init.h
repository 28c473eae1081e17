/*
 * Makes a card ready for a box: folders, settings with everything explained, seeds, an entropy seed, and
 * whatever tables (model, countries, CA roots) the caller has. All of it is read and checked before anything
 * is written. A harvest on the card is never touched.
 */
#ifndef CRAWLBOX_CARD_INIT_H
#define CRAWLBOX_CARD_INIT_H

#include "cardfs/fs.h"
#include "settings/settings.h"

enum { CARD_MODEL, CARD_GEO, CARD_CA, CARD_TOPIC, CARD_DESK, CARD_TABLES };

/* Names on the card: MODEL.BIN, GEO.BIN, CA.BIN, TOPIC.PAK; and DESK.HTM, which is not for the box
 * but for whoever has the card in a computer. */
extern const char *const card_table_names[CARD_TABLES];

struct card_init {
    const char *settings, *seeds; /* files of the caller to take in place of our defaults; NULL: defaults */
    const char *const
        *assignments; /* "key=value": settings that differ from the file's, also of one that is there */
    size_t assignment_count;
    const char *tables[CARD_TABLES]; /* files of the caller; NULL: none */
    struct card_table {
        const void *data; /* for those without a file: made by the caller; NULL: none */
        size_t bytes;
    } made[CARD_TABLES];
    bool replace_seeds;     /* `seeds` also in the place of a SEEDS.TXT that is there */
    bool force;             /* also if there is a harvest, and also over files that are there */
    unsigned written, kept; /* result: files */
    struct settings values; /* what the card's CRAWLBOX.INI says */
};

/*
 * 0; STATUS_REFUSED: there is a harvest on the card; or another status. fs->problem says what and what to do.
 * Without `force` files that exist are kept.
 */
int card_init_run(struct card_init *init, struct card_fs *fs);

#endif
