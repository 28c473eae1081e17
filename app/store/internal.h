/* What the files of app/store share among themselves. */
#ifndef CRAWLBOX_STORE_INTERNAL_H
#define CRAWLBOX_STORE_INTERNAL_H

#include "store/store.h"

enum { STORE_NAME_SIZE = 68 };

/* Stores the journal with the number of the newest state block in it, which commits a page, a line, or the
 * state alone. When the journal is stored on the way there (because a log is opened, for example), it has
 * the number of the old block, so that the state is never ahead of its page. */
int store_commit_journal(struct store *store);

/* A file of the WARC folder. */
struct store_name {
    char text[STORE_NAME_SIZE];
    uint32_t serial; /* 0 if the file is none of ours */
    bool is_open;
};

/* Returns the serial number in a file name, or 0 if the name is none of ours. */
uint32_t store_name_serial(const char *name, bool *is_open);

/* Finds the file of this serial, open or closed. Returns STATUS_NOT_FOUND if there is none. */
int store_name_find(struct store *store, uint32_t serial, bool is_open, struct store_name *name);

/* Finds the highest serial in the folder, which is 0 if there is no file. */
int store_name_highest(struct store *store, bool only_open, uint32_t *serial);

void store_path(char path[STORE_PATH_SIZE], const char *folder, const char *name);

/* Begin a new WARC file with its warcinfo record, and close the open one. */
int store_file_create(struct store *store);
int store_file_close(struct store *store);
/* Returns how many bytes the open WARC file still takes. */
uint32_t store_file_room(const struct store *store);

/* Adds a line to the pending ones, which are on the card after the next journal_store(). */
int store_log_add(struct store *store, enum store_log log, void (*emit)(struct sink *sink, const void *about),
                  const void *about);
int store_log_close(struct store *store, enum store_log log, bool rename);
/* Opens a log again after a mount if it was open, or puts it away if it was being closed. */
int store_log_resume(struct store *store, enum store_log log);

/* Verifies the sectors of an extent up to `bytes`, record by record. */
int store_check_extent(struct store *store, const struct store_extent *extent, uint32_t bytes,
                       struct store_check *check);

#endif
