/* Names of files in a folder that stands for a card (folder_card.h). As on a card, capitals and small letters
 * are the same. Functions return 0 or a status; paths have at most one folder in them. */
#ifndef CRAWLBOX_BOARDS_NATIVE_FOLDER_NAMES_H
#define CRAWLBOX_BOARDS_NATIVE_FOLDER_NAMES_H

#include <limits.h>
#include <sys/stat.h>

/* A file as the kernel wants it named. */
struct folder_place {
    int parent;              /* descriptor of its folder */
    char name[NAME_MAX + 1]; /* as it is spelled there; as it was asked for if there is none */
    struct stat about;       /* if there is one */
};

/* What errno means to the store. */
int folder_status(void);

/* What a file is that is none: "a symbolic link" and so on. */
const char *folder_kind(mode_t mode);

/* Looks for a path. STATUS_NOT_FOUND: there is no such file, but a place for it, unless `parent` is -1. The
 * place is closed by the caller, in any case. */
int folder_find(int root, const char *path, struct folder_place *place);
void folder_place_close(struct folder_place *place);

/* Opens the plain file at a place that was found, and looks again, since names can be swapped: its
 * descriptor, or a status. Neither a link is followed nor a FIFO or a device opened. `about` of the place is
 * of what is open. */
int folder_open(struct folder_place *place, int flags);

/* Sees to it that names that were made, changed or removed in a folder stay so. */
int folder_sync_names(const struct folder_place *place);

#endif
