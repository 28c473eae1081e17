/*
 * Reading a file of the card that anybody may have written: in any number of pieces, of any length.
 *
 *     struct fatfs_file file;
 *     int status = fatfs_file_open(&file, "CRAWLBOX.INI");           STATUS_NOT_FOUND
 *     int count = fatfs_file_read(&file, buffer, sizeof buffer);     0: its end
 *
 * The volume is mounted (fatfs_store.h), and stays so while the file is read. Costs 40 bytes; reads go through FatFs' window.
 */
#ifndef CRAWLBOX_FIRMWARE_FATFS_FILE_H
#define CRAWLBOX_FIRMWARE_FATFS_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "ff.h"

struct fatfs_file {
    FIL file;
};

int fatfs_file_open(struct fatfs_file *file, const char *path);

uint32_t fatfs_file_bytes(const struct fatfs_file *file);

/* The next bytes, at most `size`: how many, 0 at the end, or a status. */
int fatfs_file_read(struct fatfs_file *file, void *to, size_t size);

/* Exactly `count` bytes from `offset` on: STATUS_OK, or an error. `file` is a struct fatfs_file: for tables on the card. */
int fatfs_file_read_at(void *file, uint32_t offset, void *to, size_t count);

#endif
