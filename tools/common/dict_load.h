/* The dictionary that a command works with. */
#ifndef CRAWLBOX_DICT_LOAD_H
#define CRAWLBOX_DICT_LOAD_H

#include "read/dict/dict.h"

/*
 * Opens the dictionary in a file, or the built-in one if `path` is NULL. Returns 0, or CLI_CANNOT after
 * saying why. The caller frees *memory, which is NULL for the built-in one.
 */
int dict_load(struct dict *dict, const char *path, char **memory);

#endif
