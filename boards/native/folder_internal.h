/* What the files of a folder that stands for a card (folder_card.h) share among themselves. */
#ifndef CRAWLBOX_BOARDS_NATIVE_FOLDER_INTERNAL_H
#define CRAWLBOX_BOARDS_NATIVE_FOLDER_INTERNAL_H

#include "folder_card.h"
#include "folder_names.h"

/* A file that is being made; what a kill leaves of it is removed at the next mount. */
#define FOLDER_UNBORN ".crawlbox.new"

/* What is odd about a file that has another name. */
#define FOLDER_SHARED "a hard link, and another file would change with it"

/* What errno means, if it is not that the folder is gone. */
int folder_failure(const struct folder_card *folder);

/* Whether pages are being written to the file: it is as long as what was written. */
bool folder_is_growing(const char *path);

/* Whether the store goes on with a file that it finds, so that its sectors must stay its own. */
bool folder_is_gone_on_with(const char *path, uint64_t bytes);

/* Returns the file's own entry, or one that nobody needs; NULL if there is none. */
struct folder_file *folder_claim_file(struct folder_card *folder, const char *path);
void folder_forget_file(struct folder_file *file);

/* Opens a known file if it is not open yet. */
int folder_use_file(struct folder_card *folder, struct folder_file *file);

/* Says in `problem` that something is in the place of a plain file or folder: STATUS_DAMAGED. */
int folder_is_odd(struct folder_card *folder, const char *path, const char *what);

/* Looks for a path as folder_find() does, and expects a plain file (S_IFREG) or folder (S_IFDIR) there. */
int folder_expect(struct folder_card *folder, const char *path, mode_t type, struct folder_place *place);

/* A file that has another name must not be written to: that would change, too. STATUS_DAMAGED then. */
int folder_refuse_shared(struct folder_card *folder, const struct folder_file *file);

/* Finds whose sectors these are, and where in it they begin; NULL if nobody's. */
struct folder_file *folder_file_of_sectors(struct folder_card *folder, uint32_t sector, uint32_t count,
                                           off_t *offset);

uint32_t folder_sectors_for(uint32_t bytes);
void folder_describe_file(const struct folder_card *folder, const struct folder_file *file, uint32_t bytes,
                          struct store_extent *extent);

/* Of the port (store/port.h). */
int folder_do_space(void *context, int recount, struct store_space *space);
int folder_do_find(void *context, const char *path, struct store_extent *extent);
int folder_do_create(void *context, const char *path, uint32_t bytes, struct store_extent *extent);
int folder_do_close(void *context, const char *path, const char *name, uint32_t bytes);
int folder_do_settle(void *context, const char *path);
int folder_do_remove(void *context, const char *path);

#endif
