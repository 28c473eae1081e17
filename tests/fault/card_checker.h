/*
 * Looks at a card as a computer would: plain FAT files, FORMAT.md, nothing of app/store. Says what is wrong,
 * or gives back what is there.
 */
#ifndef CRAWLBOX_FAULT_CARD_CHECKER_H
#define CRAWLBOX_FAULT_CARD_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "session.h"

struct card_report {
    char problem[400]; /* empty: all is well */
    unsigned files, open_files, records, pages, revisits;
    unsigned log_lines;
    bool has_journal;
};

/* Every page on the card must be one of the session's kept pages, in order, from the first on, whole and
 * right. `ejected`: nothing may be open. */
void card_check(const struct session *session, bool ejected, struct card_report *report);

#endif
