/*
 * Which WARC files a card holds, and how much of each counts: app/store/FORMAT.md put into effect.
 *
 *     struct harvest harvest;
 *     int status = harvest_read(&harvest, &fs);
 *     for (size_t i = 0; i < harvest.count; i++)
 *         use(harvest.file[i].name, harvest.file[i].length);
 *     harvest_free(&harvest);
 */
#ifndef CRAWLBOX_CARD_HARVEST_H
#define CRAWLBOX_CARD_HARVEST_H

#include "cardfs/journal.h"

enum harvest_kind {
    HARVEST_CLOSED,    /* its length is exact */
    HARVEST_OPEN,      /* was being written: the journal says how much of it counts */
    HARVEST_CREATED,   /* was being created: holds nothing */
    HARVEST_UNCLAIMED, /* ends in .open, but the journal does not know it: what verifies counts */
};

struct harvest_file {
    char *name; /* in WARC/, as it is there */
    enum harvest_kind kind;
    uint32_t serial;
    uint64_t size;   /* in the directory */
    uint64_t length; /* that counts; HARVEST_UNCLAIMED: found by reading it */
    bool collected;  /* for the one who empties the card: nothing of it would be lost */
    bool too_short;  /* the directory says less than the journal: damage */
    bool is_broken;  /* the file system cannot give what it holds: damage, and its length is 0 */
};

struct harvest {
    struct card_journal journal;
    int journal_status; /* 0, STATUS_NOT_FOUND or STATUS_DAMAGED */
    struct harvest_file *file;
    size_t count, room;
    uint64_t total; /* of all lengths */
    bool no_memory;
};

/* 0, also for a card without any harvest; or a status code, with fs->problem. */
int harvest_read(struct harvest *harvest, struct card_fs *fs);
void harvest_free(struct harvest *harvest);

/* Opens a file of the harvest as a source that ends where what counts ends. */
int harvest_open(struct card_fs *fs, const struct harvest_file *file, struct card_source *source);

/* The name that it has or would have when closed: without .open. `name` takes as many bytes as file->name
 * has. */
void harvest_final_name(const struct harvest_file *file, char *name);

#endif
