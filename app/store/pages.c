#include <string.h>

#include "base/bytes.h"
#include "base/numbers.h"
#include "base/status.h"
#include "base/utc.h"
#include "store/internal.h"

/* What a page needs beside its HTTP message: three WARC headers, request, metadata, alignment, several
 * URIs. */
enum { PAGE_OVERHEAD_BYTES = 16384 };

static struct warc_uuid make_uuid(struct store *store)
{
    uint8_t random[WARC_UUID_BYTES];
    store->port->random(store->port->context, random, sizeof random);
    return warc_uuid_from(random);
}

static struct warc_uuid warcinfo_id(const struct store *store)
{
    struct warc_uuid id;
    memcpy(id.bytes, store->journal.bytes + JOURNAL_WARCINFO_ID, WARC_UUID_BYTES);
    return id;
}

/* The last file is closed when the largest page may not fit any more, so that no page is torn between two
 * files. */
static int make_room(struct store *store, uint32_t bytes)
{
    uint32_t needed = store->settings->page_bytes + PAGE_OVERHEAD_BYTES;
    uint32_t wanted = larger_of(needed, bytes + PAGE_OVERHEAD_BYTES);
    if (journal_get(&store->journal, JOURNAL_WARC_BYTES) > 0 && store_file_room(store) >= wanted)
        return 0;
    int status = store_file_close(store);
    if (status == 0)
        status = store_file_create(store);
    if (status == 0 && store_file_room(store) < needed)
        status = STATUS_FULL;
    return status;
}

int store_page_begin(struct store *store, const struct store_page *page)
{
    if (store->state != STORE_READY)
        return store->state == STORE_FULL ? STATUS_FULL : STATUS_CLOSED;
    if (store->page)
        return STATUS_BUSY;
    int status = make_room(store, page->bytes);
    if (status < 0)
        return store_fail(store, status);

    uint32_t committed = journal_get(&store->journal, JOURNAL_WARC_BYTES);
    struct warc_uuid warcinfo = warcinfo_id(store);
    struct warc_fetch fetch = {page->uri, page->seconds, page->ip, &warcinfo, &store->response_id};
    struct warc_late nothing_yet = {0};
    store->response_id = make_uuid(store);
    group_begin(&store->group, store->port, store->warc.sector + committed / STORE_SECTOR_BYTES,
                store_file_room(store));
    struct sink sink = group_sink(&store->group);
    warc_emit_response(&sink, &fetch, &nothing_yet);
    if (sink.status < 0)
        return store_fail(store, sink.status);
    store->page = page;
    store->head_bytes = store->group.bytes;
    store->http_bytes = 0;
    sha1_begin(&store->block);
    sha1_begin(&store->payload);
    return 0;
}

int store_page_write(struct store *store, const void *bytes, size_t size)
{
    if (!store->page)
        return STATUS_CLOSED;
    uint32_t limit = store->page->bytes > 0 ? store->page->bytes : store->settings->page_bytes;
    uint32_t room = store->group.limit - store->group.bytes; /* on a full card the file may be short */
    if (size > limit - (store->group.bytes - store->head_bytes) ||
        (store->page->bytes > 0 && size + PAGE_OVERHEAD_BYTES > room))
        return STATUS_FULL;
    int status = group_put(&store->group, bytes, size);
    if (status < 0)
        return store_fail(store, status);
    sha1_add(&store->block, bytes, size);
    return 0;
}

void store_page_body(struct store *store)
{
    struct sha1 so_far = store->block;
    store->http_bytes = store->group.bytes - store->head_bytes;
    sha1_end(&so_far, store->http_digest);
}

void store_page_payload(struct store *store, const void *bytes, size_t size)
{
    sha1_add(&store->payload, bytes, size);
}

void store_payload_digest(const struct store *store, uint8_t digest[SHA1_BYTES])
{
    struct sha1 so_far = store->payload;
    sha1_end(&so_far, digest);
}

void store_page_place(const struct store *store, uint32_t *file, uint32_t *offset)
{
    *file = journal_get(&store->journal, JOURNAL_WARC_SERIAL);
    *offset = journal_get(&store->journal, JOURNAL_WARC_BYTES);
}

void store_rollback(struct store *store)
{
    store->page = NULL;
}

/* Puts what is known now over what was reserved for it; it lies in the sector that is still in RAM. */
static void complete_head(struct group *group, const struct warc_late *late, uint32_t at)
{
    struct sink_span span = {(char *)group->head + at, WARC_LATE_BYTES};
    struct sink sink = sink_memory(&span);
    warc_emit_late(&sink, late);
}

/* Request and metadata, up to the end of the group. */
static int put_companions(struct store *store, const struct warc_fetch *fetch,
                          const struct store_page_end *end)
{
    struct sink sink = group_sink(&store->group);
    struct warc_uuid id = make_uuid(store);
    warc_emit_end(&sink);
    if (end->request_size > 0)
        warc_emit_request(&sink, fetch, &id, end->request, end->request_size);
    id = make_uuid(store);
    warc_emit_metadata(&sink, fetch, &id, &end->metadata, store->group.bytes);
    return sink.status < 0 ? sink.status : group_finish(&store->group);
}

static int read_scratch(struct store *store, uint32_t sector)
{
    return store->port->read(store->port->context, sector, store->scratch, 1);
}

/* Copies the target URI of an earlier response, which starts at a fixed place and ends with its line. */
static void put_original_uri(struct store *store, uint32_t sector, struct sink *sink)
{
    for (uint32_t from = WARC_URI_AT;; from = 0, sector++) {
        int status = read_scratch(store, sector);
        if (status < 0) {
            sink->status = status;
            return;
        }
        const uint8_t *start = store->scratch + from;
        const uint8_t *end = memchr(start, '\r', STORE_SECTOR_BYTES - from);
        sink_bytes(sink, start, end ? (size_t)(end - start) : STORE_SECTOR_BYTES - from);
        if (end || sink->status < 0)
            return;
    }
}

/* Copies the HTTP header of the response that was written last, from the card. */
static void put_http_header(struct store *store, uint32_t first, struct sink *sink)
{
    uint32_t at = store->head_bytes, end = at + store->http_bytes;
    while (at < end && sink->status >= 0) {
        uint32_t offset = at % STORE_SECTOR_BYTES;
        uint32_t part = STORE_SECTOR_BYTES - offset < end - at ? STORE_SECTOR_BYTES - offset : end - at;
        int status = read_scratch(store, first + at / STORE_SECTOR_BYTES);
        if (status < 0)
            sink->status = status;
        sink_bytes(sink, store->scratch + offset, part);
        at += part;
    }
}

/* Of an answer that says 304: what it says is unchanged was captured under the same address. */
static void put_not_modified(struct sink *sink, const struct warc_fetch *fetch, struct warc_late *late,
                             const struct store_page_end *end)
{
    char date[WARC_DATE_CHARACTERS];
    struct sink_span span = {date, sizeof date};
    struct sink text = sink_memory(&span);
    sink_utc_iso(&text, end->unchanged_seconds);
    memcpy(late->payload, end->unchanged_payload, SHA1_BYTES);
    warc_emit_revisit(sink, fetch, late, WARC_NOT_MODIFIED, date);
}

static int put_same_payload(struct store *store, struct sink *sink, const struct warc_fetch *fetch,
                            struct warc_late *late, uint32_t original)
{
    char date[WARC_DATE_CHARACTERS];
    int status = read_scratch(store, original);
    if (status < 0)
        return status;
    memcpy(date, store->scratch + WARC_DATE_AT, sizeof date);
    late->truncated = WARC_TRUNCATED_LENGTH;
    warc_emit_revisit(sink, fetch, late, WARC_SAME_PAYLOAD, date);
    put_original_uri(store, original, sink);
    return 0;
}

static int put_revisit(struct store *store, const struct warc_fetch *fetch, const struct store_page_end *end,
                       struct warc_late *late, uint32_t response, uint32_t original)
{
    struct sink sink = group_sink(&store->group);
    int status = 0;
    late->length = store->http_bytes;
    memcpy(late->block, store->http_digest, SHA1_BYTES);
    if (end->unchanged_payload != NULL)
        put_not_modified(&sink, fetch, late, end);
    else
        status = put_same_payload(store, &sink, fetch, late, original);
    if (status < 0)
        return status;
    warc_emit_revisit_rest(&sink);
    put_http_header(store, response, &sink);
    return sink.status;
}

/* The page turned out to be known when it was already on the card. A revisit is written behind it, with the
 * HTTP header read back, and then moved to where the response began: nothing of all this counts until the
 * commit. */
static int make_revisit(struct store *store, const struct warc_fetch *fetch, const struct store_page_end *end,
                        struct warc_late *late, uint32_t original)
{
    struct group *group = &store->group;
    uint32_t response = group->first;
    uint32_t used = (group->bytes + STORE_SECTOR_BYTES - 1) / STORE_SECTOR_BYTES;
    int status = group_spill(group);
    if (status < 0)
        return status;
    group_begin(group, store->port, response + used, group->limit - used * STORE_SECTOR_BYTES);
    status = put_revisit(store, fetch, end, late, response, original);
    if (status == 0)
        status = put_companions(store, fetch, end);
    for (uint32_t i = 0; status == 0 && i < group->bytes / STORE_SECTOR_BYTES; i++) {
        status = read_scratch(store, group->first + i);
        if (status == 0)
            status = store->port->write(store->port->context, response + i, store->scratch, 1);
    }
    return status;
}

static void emit_crawl_line(struct sink *sink, const void *about)
{
    crawl_log_emit(sink, about);
}

static int commit_group(struct store *store, const struct store_page_end *end, const uint8_t *digest,
                        bool revisit)
{
    char text[SHA1_BASE32_SIZE];
    struct crawl_log_line line = end->line;
    struct journal *journal = &store->journal;
    base32_encode(text, digest, SHA1_BYTES);
    line.digest = text;
    if (revisit)
        line.annotations = end->unchanged_payload ? "warcRevisit:notModified" : "warcRevisit:digest";
    /* First the line: making room for it may store the journal, and that must not commit the page without
     * it. */
    int status = store_log_add(store, STORE_LOG_CRAWL, emit_crawl_line, &line);
    if (status < 0)
        return status;
    journal_set(journal, JOURNAL_WARC_BYTES, journal_get(journal, JOURNAL_WARC_BYTES) + store->group.bytes);
    journal_set(journal, JOURNAL_WARC_PAGES, journal_get(journal, JOURNAL_WARC_PAGES) + 1);
    journal_set(journal, JOURNAL_CARD_PAGES, journal_get(journal, JOURNAL_CARD_PAGES) + 1);
    return store_commit_journal(store);
}

/* Is the page to be stored as a reference to another response with the same payload? */
static bool is_repeated(const struct store *store, const struct warc_late *late,
                        const struct store_page_end *end)
{
    return end->original != 0 && end->truncated == WARC_WHOLE && store->http_bytes > 0 &&
           late->length >= store->http_bytes + STORE_REVISIT_BYTES_MIN;
}

/* Whether a revisit can be written behind what came. */
static bool has_room_behind(const struct store *store)
{
    return store->group.limit - store->group.bytes >= store->http_bytes + PAGE_OVERHEAD_BYTES;
}

int store_commit(struct store *store, const struct store_page_end *end)
{
    if (!store->page)
        return STATUS_CLOSED;
    struct warc_uuid warcinfo = warcinfo_id(store);
    struct warc_fetch fetch = {store->page->uri, store->page->seconds, store->page->ip, &warcinfo,
                               &store->response_id};
    struct warc_late late = {.length = store->group.bytes - store->head_bytes, .truncated = end->truncated};
    sha1_end(&store->block, late.block);
    sha1_end(&store->payload, late.payload);
    store->page = NULL;

    bool revisit =
        (is_repeated(store, &late, end) || end->unchanged_payload != NULL) && has_room_behind(store);
    int status;
    if (revisit) {
        uint32_t sector = store->warc.sector + end->original / STORE_SECTOR_BYTES;
        status = make_revisit(store, &fetch, end, &late, sector);
    } else {
        complete_head(&store->group, &late, WARC_LATE_AT);
        status = put_companions(store, &fetch, end);
    }
    if (status == 0)
        status = commit_group(store, end, late.payload, revisit);
    if (status < 0)
        return store_fail(store, status);
    return revisit;
}
