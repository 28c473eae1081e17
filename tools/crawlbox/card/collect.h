/*
 * Empties a card into a collection folder:
 *
 *     OUT/archive/NAME.warc.gz     one gzip member for each record
 *     OUT/indexes/index.cdxj       sorted index of the whole collection
 *     OUT/pages/pages.jsonl        its pages with titles
 *     OUT/harvest.wacz             all of that in one file, for ReplayWeb.page
 *     OUT/logs/NEWEST-FILE/        the card's logs as plain text
 *     OUT/damaged/                 copies of files in which something is wrong, byte by byte
 *     OUT/collect.tsv              what was collected and verified; OUT/parts/ its pieces of the indexes
 *
 * A file counts as collected when its .gz was read back from the disk, every digest in it recomputed, and the
 * records found byte for byte those of the card; until then it is called .part. So a collection that was
 * interrupted goes on where it stopped, file by file, and several cards may be emptied into one folder one
 * after the other.
 *
 * Two cards may hold files of one name. A file of the archive is only replaced by one that begins with all
 * that it holds (it was collected while it was still being written); any other namesake becomes
 * NAME+2.warc.gz, and so on.
 */
#ifndef CRAWLBOX_CARD_COLLECT_H
#define CRAWLBOX_CARD_COLLECT_H

#include "card/harvest.h"
#include "wacz/lines.h"

struct collect {
    /* The caller's. */
    const char *out;
    const char *title, *software;
    bool erase;     /* remove from the card what was verified */
    bool keep_open; /* but no file that is still open: for those who cannot write the journal in place */
    void (*progress)(void *context, const char *what, uint64_t done, uint64_t total);
    void (*report)(void *context, const char *text); /* a sentence for the user */
    void *context;
    /* The result. */
    uint64_t files, skipped, records, erased, damaged;
    int logs;
    char problem[4800]; /* after a failure: what happened, to what (a path), what to do */
    /* private */
    struct card_fs *fs;
    struct harvest harvest;
    struct lines ledger; /* of collect.tsv */
    uint64_t done;
    char newest[300]; /* name in the archive of the last file */
};

/* 0 all is collected; STATUS_DAMAGED: all that is sound is, and report() told of the rest; else see
 * `problem`. */
int collect_run(struct collect *collect, struct card_fs *fs);
void collect_free(struct collect *collect);

#endif
