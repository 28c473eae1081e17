/*
 * A crawl in small: pages of known contents stored through the real store and FatFs on an emulated card.
 *
 *     session_init(&session, fake, seed);
 *     store_mount(&session.store);
 *     session_page(&session, 7);             page number 7: kept, rolled back or a repetition, as its number says
 *
 * Everything follows from the seed and the number, so that a checker knows what must be on the card.
 */
#ifndef CRAWLBOX_TESTS_SESSION_H
#define CRAWLBOX_TESTS_SESSION_H

#include "block_fake.h"
#include "fatfs_store.h"
#include "store/store.h"

enum { SESSION_URI_SIZE = 700, SESSION_BODY_MAX = 60000 };

struct session {
    struct block_fake *fake;
    struct fatfs_store fatfs;
    struct store_settings settings;
    struct store store;
    uint32_t seed;
};

void session_init(struct session *session, struct block_fake *fake, uint32_t seed);

/* Stores one page: 0 or 1 when kept (1: as a revisit), 2 when rolled back, negative when the card failed. */
int session_page(struct session *session, uint32_t number);

/* What the page is. */
void session_uri(const struct session *session, uint32_t number, char uri[SESSION_URI_SIZE]);
size_t session_body(const struct session *session, uint32_t number, uint8_t body[SESSION_BODY_MAX]);
bool session_is_kept(uint32_t number);
bool session_is_repeated(uint32_t number); /* has the payload of the page before */

#endif
