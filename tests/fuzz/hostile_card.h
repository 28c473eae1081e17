/*
 * A card in memory on which a box has crawled, and on which somebody then changed bytes.
 *
 *     hostile_card_make();               once: FAT32, a closed and an open WARC file, logs, a crawl under way
 *     hostile_card_change(data, size);   as it was made, with the changes that the input lists
 *     hostile_card_crawl();              the box goes on with it
 *     card_fs_open(&fs, hostile_card_path(), CARD_READ); or the host program looks at it
 *
 * An input is a list of changes, each of a head of five bytes (which sector that holds something, where in
 * it, how many bytes) and the bytes. A sector that had the right checksum has it again after the change,
 * unless the change says otherwise: a stranger can compute it, too.
 */
#ifndef CRAWLBOX_FUZZ_HOSTILE_CARD_H
#define CRAWLBOX_FUZZ_HOSTILE_CARD_H

#include <stddef.h>
#include <stdint.h>

void hostile_card_make(void);
const char *hostile_card_path(void);
void hostile_card_change(const uint8_t *data, size_t size);

/* What was written through the path is undone as well, which takes longer. */
void hostile_card_restore(void);

/* Mounts it, opens the crawl or begins one, fetches some pages from a small web, and ejects it. Returns how
 * many sectors were read. */
uint32_t hostile_card_crawl(void);

#endif
