/*
 * Checks a whole card: every record of every WARC file as the standard says, and the order of records and
 * their alignment as app/store/FORMAT.md promises.
 *
 *     struct card_check check = {.report = print, .context = ...};
 *     int status = card_check_run(&check, &fs);
 */
#ifndef CRAWLBOX_CARD_CHECK_H
#define CRAWLBOX_CARD_CHECK_H

#include "card/harvest.h"
#include "cardfs/hosts.h"
#include "warc/check.h"

struct card_check {
    /* The caller's: a finding, or NULL for one about the card as a whole, in which case `file` is NULL
     * too. */
    void (*report)(void *context, const char *file, const struct warc_finding *finding);
    void (*progress)(void *context, uint64_t done, uint64_t total);
    /* If not NULL: every record that could be read, sound or not. */
    void (*visit)(void *context, const char *file, const struct warc_scan_result *result);
    void *context;
    /* The result. */
    struct harvest harvest;
    uint64_t files, records, pages, revisits, bytes;
    uint64_t damage, notes;
    bool has_crawl;              /* a crawl's state is on it, and can be read: */
    struct card_hosts_sum crawl; /* lost records are notes, no damage: the harvest is what matters */
};

/* 0 sound, STATUS_DAMAGED, or another status with fs->problem. Free with card_check_free() in every case. */
int card_check_run(struct card_check *check, struct card_fs *fs);
void card_check_free(struct card_check *check);

#endif
