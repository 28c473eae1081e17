/* Gives a file its final length and name in its existing directory entry. */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_ENTRY_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_ENTRY_H

#include <stdint.h>

#include "ff.h"

/* `file` is open and stays open. `name` is either its old name without an ending of up to 13 characters,
 * or both are 8.3 names. One sector is written; a second one only where a long name lies across two
 * sectors, and between these two writes the file has its old name or its new one. */
int fatfs_entry_close(FIL *file, const char *folder, const char *old_name, const char *name, uint32_t bytes);

#endif
