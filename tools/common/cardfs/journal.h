/*
 * The host's reading of STATE/JOURNAL.BIN: what on the card counts. The bytes are described in
 * app/store/FORMAT.md; this is a reader written from that page alone, so that the page is known to be enough.
 *
 *     struct card_journal journal;
 *     int status = card_journal_read(&journal, &fs);      STATUS_NOT_FOUND: a card that was never in a box
 */
#ifndef CRAWLBOX_CARDFS_JOURNAL_H
#define CRAWLBOX_CARDFS_JOURNAL_H

#include "cardfs/fs.h"

enum { CARD_LOGS = 4, CARD_LOG_HOSTS = 3, CARD_JOURNAL_SECTOR = 512, CARD_JOURNAL_COPY_B = 65536 };

struct card_journal {
    bool valid;   /* one copy at least has the right checksum */
    bool ejected; /* all files were closed and nothing was pending */
    uint32_t warc_serial, warc_bytes;
    uint32_t card_pages, repairs;
    uint32_t card_id; /* in the names of its files; 0: it has none */
    uint32_t
        log_bytes[CARD_LOGS]; /* that count, of crawl.log, progress.tsv, events.log, EXCHANGE/hosts.txt */
    bool log_open[CARD_LOGS];
    uint8_t sector[CARD_JOURNAL_SECTOR]; /* the copy that counts, as it is on the card */
    bool newest_is_b;
};

/* 0; STATUS_NOT_FOUND: there is no journal; STATUS_DAMAGED: none of its copies is valid; STATUS_IO. */
int card_journal_read(struct card_journal *journal, struct card_fs *fs);

/* Steps through the log lines that are not in their files yet: *at = 0 first. False: no more. Lines end in
 * LF. */
bool card_journal_next_line(const struct card_journal *journal, size_t *at, unsigned *log,
                            const uint8_t **line, size_t *size);

/* Says on the card that no WARC file is open any more: what must be done before an open one is removed. */
int card_journal_forget_open_file(struct card_journal *journal, struct card_fs *fs);

#endif
