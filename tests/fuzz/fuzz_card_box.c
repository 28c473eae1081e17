/*
 * A box gets a card with its own crawl on it, on which somebody changed any bytes: the boot sector, tables
 * and folders of the file system, the journal, the state of the crawl, the harvest. Whatever it finds, it
 * mounts the card, or says no, crawls or not, and ejects it, and none of that takes for ever.
 */
#include <stdlib.h>

#include "hostile_card.h"

enum { SECTORS_READ_MAX = 400000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    hostile_card_make();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hostile_card_change(data, size);
    if (hostile_card_crawl() > SECTORS_READ_MAX)
        abort();
    return 0;
}
