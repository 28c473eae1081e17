/*
 * A crawl's state files (store/state_port.h) in memory, for the simulator. Memory that is never touched costs
 * nothing, so the files may be as large as they like.
 */
#ifndef CRAWLBOX_SIM_MEMORY_H
#define CRAWLBOX_SIM_MEMORY_H

#include "store/state_port.h"

struct memory {
    struct state_files files;
    uint8_t *bytes[STATE_FILES];
    uint8_t block[STATE_BLOCK_BYTES];
    size_t block_size;
};

/* Files with room for so many hosts and links between them, and for all that a site has; or as long as on a
 * card of that size. STATUS_FULL: no memory. */
int memory_open(struct memory *memory, uint32_t hosts, uint32_t edges);
int memory_open_card(struct memory *memory, uint32_t card_mb);
void memory_close(struct memory *memory);

#endif
