/*
 * Lists of Debian's packages, such as Thai words and names of provinces. They lie below /usr/share, or below
 * the folder that CRAWLBOX_SHARE in the environment names, which is laid out like it: tests use lists of
 * known content (tools/lists.txt).
 *
 *     size_t size;
 *     char *text = share_read("dict/american-english", "wamerican", &size);
 *     if (!text)
 *         return CLI_CANNOT;
 */
#ifndef CRAWLBOX_SHARE_H
#define CRAWLBOX_SHARE_H

#include <stddef.h>

/* Where a list is, in memory that the caller frees; the list itself may be missing. */
char *share_path(const char *list);

/* A list as cli_read_file() reads it; NULL after saying on stderr which package has it. */
char *share_read(const char *list, const char *package, size_t *size);

#endif
