/*
 * Reads any file of the card, whoever wrote it, in any number of pieces of any length. drivers/fat implements
 * this over FatFs.
 *
 *     struct card_file file;
 *     int status = card_file_open(&file, "CRAWLBOX.INI");           STATUS_NOT_FOUND if there is none
 *     int count = card_file_read(&file, buffer, sizeof buffer);     0 at the end of the file
 *
 * The card is mounted (store/store.h) and stays so while the file is read. Nothing has to be closed. A struct
 * card_file takes 40 bytes on the box.
 */
#ifndef CRAWLBOX_PORT_CARD_FILE_H
#define CRAWLBOX_PORT_CARD_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Only the file system knows what is inside. */
struct card_file {
    _Alignas(void *) uint8_t opaque[10 * sizeof(void *)];
};

int card_file_open(struct card_file *file, const char *path);

uint32_t card_file_bytes(const struct card_file *file);

/* Reads the next bytes, at most `size`. Returns how many it has read, 0 at the end of the file, or an
 * error. */
int card_file_read(struct card_file *file, void *to, size_t size);

/* Reads exactly `count` bytes from `offset` on. Returns STATUS_OK or an error. `file` is a struct
 * card_file; the type is void so that the function fits the tables on the card (graph/geo.h,
 * topic/topic.h). */
int card_file_read_at(void *file, uint32_t offset, void *to, size_t count);

/* Writes over the first bytes of a file that is at least so long; they are on the card when it returns
 * STATUS_OK. After a power cut on the way the file has the old bytes or the new ones. */
int card_file_overwrite(const char *path, const void *bytes, size_t count);

#endif
