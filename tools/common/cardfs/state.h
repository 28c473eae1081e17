/*
 * A crawl's state on a card, to look at: the state block that counts and the host graph.
 *
 *     struct card_state state;
 *     if (card_state_open(&state, &fs, &journal) == 0)      STATUS_NOT_FOUND: no crawl was begun on this card
 *         for (uint32_t id = 0; id < state.hosts.mark.hosts; id++)
 *             hosts_read(&state.hosts, id, &host);
 *     card_state_close(&state);                             in every case
 *
 * The box's own app/graph/hosts reads it. What that wants to mend on the card stays in memory: nothing is
 * written.
 */
#ifndef CRAWLBOX_CARDFS_STATE_H
#define CRAWLBOX_CARDFS_STATE_H

#include "cardfs/journal.h"
#include "crawl/crawl.h"
#include "graph/hosts/hosts.h"
#include "store/state.h"

enum { CARD_STATE_LINES = 8 };

struct card_state_sector;

struct card_state {
    struct card_fs *fs;
    void *file[STATE_FILES];
    struct state_files files;
    struct state_line lines[CARD_STATE_LINES];
    struct state state;
    struct hosts hosts;
    struct crawl_state crawl;
    struct card_state_sector *mended; /* sectors that were to be written */
};

/* STATUS_DAMAGED: there is one, but it cannot be read; fs->problem says what is wrong. */
int card_state_open(struct card_state *state, struct card_fs *fs, const struct card_journal *journal);
void card_state_close(struct card_state *state);

/* Reads the journal, opens the state, has it used, closes it: what `use` returns, or why there was nothing to
 * use. */
int card_state_use(struct card_fs *fs, int (*use)(void *user, struct card_state *state), void *user);

#endif
