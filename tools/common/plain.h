/*
 * Plain files in a folder that others may have filled: a card, a collection. Whoever put a link, a FIFO or a
 * device there shall neither lead us out of the folder nor have us wait.
 *
 *     FILE *file = plain_stream("collection", "logs/one/crawl.log", "rb");
 *     if (!file)
 *         cli_error("cannot read %s: %s", ..., plain_problem());
 *
 * The folder itself may be named by a link: whoever gave its name meant where that leads. Below it, no
 * symbolic link is followed, whichever part of the path it is, and only plain files are opened; what was
 * looked at is what is used, even if somebody swaps names meanwhile. A file that has another name, too (a
 * hard link), is read as any other; before it is written to, the folder gets a copy of its own, so that the
 * other name keeps what it had.
 *
 * Paths are relative to the folder, with '/'. Functions return 0 or a descriptor, or -1 and errno.
 */
#ifndef CRAWLBOX_PLAIN_H
#define CRAWLBOX_PLAIN_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* Flags as of open(). */
int plain_open(const char *folder, const char *path, int flags);
FILE *plain_stream(const char *folder, const char *path, const char *mode); /* as fopen() */

/* The entries of a folder in it; "" is the folder itself. */
DIR *plain_list(const char *folder, const char *path);

/* What is there, a link for itself. */
int plain_look(const char *folder, const char *path, struct stat *about);
bool plain_exists(const char *folder, const char *path);

/* Whether something of that type (S_IFREG or S_IFDIR) is there, or nothing: 0. */
int plain_expect(const char *folder, const char *path, mode_t type);

int plain_make_folder(const char *folder, const char *path); /* 0 also if it exists */
int plain_rename(const char *folder, const char *from, const char *to);
int plain_remove(const char *folder, const char *path);

/* Why the last of these calls failed. */
const char *plain_problem(void);

#endif
