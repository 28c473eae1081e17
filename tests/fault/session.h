/*
 * A crawl in small: pages of known contents stored through the real store and FatFs on an emulated card.
 *
 *     session_init(&session, fake, seed);
 *     session_mount(&session);
 *     session_page(&session, 7);         page number 7: kept, rolled back or a repetition, as its number says
 *
 * Everything follows from the seed and the number, so that a checker knows what must be on the card.
 */
#ifndef CRAWLBOX_FAULT_SESSION_H
#define CRAWLBOX_FAULT_SESSION_H

#include "block_fake.h"
#include "fat/fatfs_store.h"
#include "crawl/crawl.h"
#include "graph/hosts/hosts.h"
#include "store/state_files.h"

enum { SESSION_URI_SIZE = 700, SESSION_BODY_MAX = 60000, SESSION_LINES = 3 };

/* The crawl's state block: it is committed with each page, kept or not. */
struct session_progress {
    struct crawl_state crawl; /* of it only the hosts' mark */
    uint32_t next;            /* page to be fetched next */
    uint32_t kept;
};

struct session {
    struct block_fake *fake;
    struct fatfs_store fatfs;
    struct store_settings settings;
    struct store store;
    uint32_t seed;
    struct store_state_files state_files;
    struct state_line lines[SESSION_LINES];
    struct state state;
    struct hosts hosts;
    struct session_progress progress;
    uint32_t kept_file, kept_offset; /* where the page lies that was stored last */
    bool has_state;                  /* session_mount() was called: pages advance the crawl's state */
};

/* Without an emulated card (NULL) the caller gives the store its port: store_init(). */
void session_init(struct session *session, struct block_fake *fake, uint32_t seed);

/* Mounts the card and goes on with the crawl whose state is on it. */
enum store_state session_mount(struct session *session);

/* Every page brings a new host: all of them must be there, and none of a page that does not count. An empty
 * text if so. */
const char *session_check_hosts(struct session *session);

/* Stores one page: 0 or 1 when kept (1: as a revisit), 2 when rolled back, negative when the card failed. */
int session_page(struct session *session, uint32_t number);

/* What the page is. */
void session_uri(const struct session *session, uint32_t number, char uri[SESSION_URI_SIZE]);
size_t session_body(const struct session *session, uint32_t number, uint8_t body[SESSION_BODY_MAX]);
bool session_is_kept(uint32_t number);
bool session_is_repeated(uint32_t number); /* has the payload of the page before */

#endif
