#include "box/card_selftest.h"

#include "port/card_slot.h"
#include "port/clock.h"
#include "port/net.h"

/* Writes a page of the self-test a few words at a time, so that RAM never holds a whole page. */
static int write_selftest_page(struct store *store, struct card_selftest *test, uint32_t number)
{
    static const char header[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    uint32_t chunk[128];
    int status = store_page_write(store, header, sizeof header - 1);
    store_page_body(store);
    for (unsigned i = 0; i < sizeof chunk / sizeof chunk[0]; i++)
        chunk[i] = (number * 2654435761u + i) | 0x20202020u;
    for (uint32_t left = test->page_bytes; status == 0 && left > 0;) {
        uint32_t part = left < sizeof chunk ? left : sizeof chunk;
        chunk[0] = left | 0x20202020u; /* making more of it anew would be measured, too */
        if (test->without_digests) {
            status = group_put(&store->group, chunk, part);
        } else {
            status = store_page_write(store, chunk, part);
            store_page_payload(store, chunk, part);
        }
        left -= part;
    }
    return status;
}

static int store_selftest_page(struct store *store, struct card_selftest *test, uint32_t number)
{
    static const char request[] = "GET /selftest HTTP/1.1\r\nHost: selftest.invalid\r\n\r\n";
    struct store_page page = {.uri = "http://selftest.invalid/", .seconds = (uint32_t)(net_date_ms() / 1000)};
    const struct store_page_end end = {
        .request = request,
        .request_size = sizeof request - 1,
        .metadata = {.verdict = "selftest"},
        .line = {.start_seconds = page.seconds,
                 .status = 200,
                 .bytes = test->page_bytes,
                 .uri = page.uri,
                 .mime = "text/html",
                 .source = "selftest"},
    };
    int status = store_page_begin(store, &page);
    if (status == 0)
        status = write_selftest_page(store, test, number);
    if (status < 0)
        return status;
    if (!test->without_digests)
        return store_commit(store, &end);
    store_rollback(store);
    return 0;
}

int card_selftest(struct store *store, struct card_selftest *test)
{
    uint32_t start = clock_ms_short(), written = card_sectors_written();
    int status = 0;
    for (uint32_t i = 0; status >= 0 && i < test->pages; i++) {
        status = store_selftest_page(store, test, journal_get(&store->journal, JOURNAL_SEQUENCE));
        test->done += status >= 0;
        test->payload_bytes += status >= 0 ? test->page_bytes : 0;
    }
    test->ms = clock_ms_short() - start;
    test->sectors_written = card_sectors_written() - written;
    return status < 0 ? status : 0;
}
