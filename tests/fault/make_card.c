/*
 * Stores pages on a card image with the real store, for tests of what reads cards:
 *
 *     make_card IMAGE FIRST COUNT eject|pull
 *
 * An image that exists is used as it is, another one is made. Stores the pages numbered FIRST and up. `pull`
 * leaves the card as it is when it is pulled in the middle of a page. Prints how many pages the store
 * reported as stored.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

enum { CARD_BYTES = 64 << 20, SECTOR_BYTES = 512, SEED = 3 };

/* The fake starts with an empty file: what was in it before is put back. */
static struct block_fake *open_card(const char *path)
{
    char format[400];
    uint8_t *before = malloc(CARD_BYTES);
    FILE *image = fopen(path, "rb");
    size_t size = image && before ? fread(before, 1, CARD_BYTES, image) : 0;
    if (image)
        fclose(image);
    struct block_fake *fake = block_fake_create(path, CARD_BYTES / SECTOR_BYTES);
    snprintf(format, sizeof format, "mkfs.fat -F 32 -s 1 '%.300s' >/dev/null", path);
    if (size == CARD_BYTES)
        memcpy(block_fake_image(fake), before, size);
    else if (system(format) != 0)
        exit(1);
    free(before);
    return fake;
}

static int store_pages(struct session *session, uint32_t first, uint32_t count)
{
    int kept = 0;
    for (uint32_t i = first; i < first + count; i++) {
        int status = session_page(session, i);
        if (status < 0)
            return status;
        kept += status < 2;
    }
    return kept;
}

int main(int count, char **words)
{
    static struct session session;
    if (count != 5) {
        fprintf(stderr, "usage: make_card IMAGE FIRST COUNT eject|pull\n");
        return 2;
    }
    struct block_fake *fake = open_card(words[1]);
    session_init(&session, fake, SEED);
    int kept = -1, status = -1;
    if (session_mount(&session) == STORE_READY)
        kept = store_pages(&session, (uint32_t)strtoul(words[2], NULL, 10),
                           (uint32_t)strtoul(words[3], NULL, 10));
    struct store_page page = {.uri = "https://www.example.go.th/never"};
    if (kept >= 0)
        status = strcmp(words[4], "pull") == 0 ? store_page_begin(&session.store, &page)
                                               : store_eject(&session.store);
    block_fake_destroy(fake);
    if (status < 0) {
        fprintf(stderr, "make_card: %s\n", store_sentence(session.store.state));
        return 1;
    }
    printf("%d\n", kept);
    return 0;
}
