/* Copies a card's logs as plain text: what is padding goes, what is still in the journal is put behind. */
#ifndef CRAWLBOX_CARD_LOGS_H
#define CRAWLBOX_CARD_LOGS_H

#include <stdio.h>

#include "cardfs/journal.h"

/*
 * Copies every file of LOG/ into a folder in `out` ("." is `out` itself), which it makes: the number of
 * files, or a status code with fs->problem. A card without logs is no failure.
 */
int card_logs_copy(struct card_fs *fs, const struct card_journal *journal, const char *out,
                   const char *folder);

/* One of them, such as LOG/crawl.log or EXCHANGE/hosts.txt, as plain text. 0, or a status code with
 * fs->problem. */
int card_logs_read(struct card_fs *fs, const struct card_journal *journal, const char *path, FILE *out);

/* Removes the older logs (craw0001.log and so on); the newest ones stay, since the journal knows their
 * lengths. */
int card_logs_remove_old(struct card_fs *fs);

#endif
