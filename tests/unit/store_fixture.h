/*
 * A store that only remembers what it was handed: it stands in for app/store's pages.c and log.c (the linker
 * takes these functions, since the suite defines them, and leaves the archive's alone).
 */
#ifndef CRAWLBOX_UNIT_STORE_FIXTURE_H
#define CRAWLBOX_UNIT_STORE_FIXTURE_H

#include "suite.h"
#include "base/status.h"
#include "store/store.h"

enum {
    CARD_TEXT_MAX = 1500,
    CARD_LINES_MAX = 8,
    CARD_DIGEST = 0xd1 /* of every payload, 20 times */,
    CARD_FILE = 7,
    CARD_OFFSET = 512
};

static struct {
    struct store store;
    char message[CARD_TEXT_MAX], payload[CARD_TEXT_MAX], request[CARD_TEXT_MAX], via[64], charset[16];
    size_t message_length, payload_length, http_length, page_max;
    struct warc_metadata metadata;
    struct store_page page;
    char ip[16];
    enum warc_truncation truncated;
    unsigned begun, committed, rolled_back, lines;
    struct {
        struct crawl_log_line line;
        char uri[64], via[64], mime[32], notes[64];
    } log[CARD_LINES_MAX];
    int begin_status, write_status, commit_status, log_status;
    bool unchanged; /* the page is what a 304 says that it was */
    uint32_t unchanged_seconds;
    uint8_t unchanged_payload;
    uint32_t original; /* what the page is known to repeat */
} card;

static inline void card_random(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    memset(bytes, 0x5a, size);
}

static inline void card_begin(void)
{
    static const struct store_port port = {.random = card_random};
    memset(&card, 0, sizeof card);
    card.store.port = &port;
    card.page_max = CARD_TEXT_MAX;
}

/* Strings die with the call. */
static inline const char *keep_text(char *to, size_t size, const char *text)
{
    strncpy(to, text != NULL ? text : "-", size - 1);
    return to;
}

int store_page_begin(struct store *store, const struct store_page *page)
{
    TEST_ASSERT_NULL_MESSAGE(store->page, "one page at a time");
    if (card.begin_status < 0)
        return card.begin_status;
    card.begun++;
    card.message_length = card.payload_length = card.http_length = 0;
    card.page = *page;
    keep_text(card.ip, sizeof card.ip, page->ip);
    store->page = page;
    return 0;
}

int store_page_write(struct store *store, const void *bytes, size_t size)
{
    TEST_ASSERT_NOT_NULL(store->page);
    if (card.write_status < 0) {
        store->page = NULL; /* as after any failure of a card */
        return card.write_status;
    }
    if (card.message_length + size > card.page_max)
        return STATUS_FULL;
    memcpy(card.message + card.message_length, bytes, size);
    card.message_length += size;
    return 0;
}

void store_page_body(struct store *store)
{
    TEST_ASSERT_NOT_NULL(store->page);
    card.http_length = card.message_length;
}

void store_page_payload(struct store *store, const void *bytes, size_t size)
{
    TEST_ASSERT_NOT_NULL(store->page);
    memcpy(card.payload + card.payload_length, bytes, size);
    card.payload_length += size;
}

void store_payload_digest(const struct store *store, uint8_t digest[SHA1_BYTES])
{
    (void)store;
    memset(digest, CARD_DIGEST, SHA1_BYTES);
}

void store_page_place(const struct store *store, uint32_t *file, uint32_t *offset)
{
    (void)store;
    *file = CARD_FILE;
    *offset = CARD_OFFSET;
}

void store_rollback(struct store *store)
{
    card.rolled_back += store->page != NULL; /* else it is harmless */
    store->page = NULL;
}

int store_log_crawl(struct store *store, const struct crawl_log_line *line)
{
    (void)store;
    if (card.log_status < 0)
        return card.log_status;
    TEST_ASSERT_TRUE(card.lines < CARD_LINES_MAX);
    card.log[card.lines].line = *line;
    keep_text(card.log[card.lines].uri, 64, line->uri);
    keep_text(card.log[card.lines].via, 64, line->via);
    keep_text(card.log[card.lines].mime, 32, line->mime);
    keep_text(card.log[card.lines].notes, 64, line->annotations);
    card.lines++;
    return 0;
}

int store_commit(struct store *store, const struct store_page_end *end)
{
    TEST_ASSERT_NOT_NULL(store->page);
    store->page = NULL;
    if (card.commit_status < 0)
        return card.commit_status;
    card.committed++;
    memcpy(card.request, end->request, end->request_size);
    card.request[end->request_size] = '\0';
    card.metadata = end->metadata;
    card.truncated = end->truncated;
    keep_text(card.via, sizeof card.via, end->metadata.via);
    keep_text(card.charset, sizeof card.charset, end->metadata.charset);
    card.unchanged = end->unchanged_payload != NULL;
    if (card.unchanged) {
        card.unchanged_seconds = end->unchanged_seconds;
        card.unchanged_payload = end->unchanged_payload[0];
    }
    card.original = end->original;
    store_log_crawl(store, &end->line);
    return card.commit_status;
}

#endif
