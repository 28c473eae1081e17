#include "session.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"

enum { CHUNK = 1460, REPEAT_EVERY = 11, DROP_EVERY = 5, LONG_EVERY = 13, START_SECONDS = 1794792736 };

static uint32_t random_state;
static uint32_t clock_seconds;

static uint32_t mix(uint32_t value)
{
    value ^= value >> 16;
    value *= 0x7feb352du;
    value ^= value >> 15;
    value *= 0x846ca68bu;
    return value ^ value >> 16;
}

static uint32_t session_now(void)
{
    return clock_seconds;
}

static void session_random(uint8_t *bytes, size_t size)
{
    while (size-- > 0)
        *bytes++ = (uint8_t)mix(random_state++);
}

void session_init(struct session *session, struct block_fake *fake, uint32_t seed)
{
    memset(session, 0, sizeof *session);
    session->fake = fake;
    session->seed = seed;
    session->settings = (struct store_settings){
        .file_bytes = 320 * 1024,
        .reserve_bytes = 1024 * 1024,
        .page_bytes = 64 * 1024,
        .log_bytes = 8192,
        .prefix = "thai",
        .box_id = "box7",
        .about = {.software = "crawlbox/test", .operator_name = "a library", .robots = "obey"},
    };
    random_state = seed * 1000003u;
    clock_seconds = START_SECONDS + seed;
    if (fake == NULL)
        return;
    fatfs_store_init(&session->fatfs, block_fake_device(fake), session_now, session_random);
    store_init(&session->store, &session->fatfs.port, &session->settings);
}

static int host_name(uint32_t number, char name[32])
{
    return snprintf(name, 32, "www.page%u.example.co.th", number);
}

static int commit_state(struct session *session)
{
    session->progress.crawl.magic = CRAWL_MAGIC;
    session->progress.crawl.hosts = session->hosts.mark;
    int status = state_flush(&session->state);
    return status < 0 ? status
                      : store_state_put(&session->state_files, &session->progress, sizeof session->progress);
}

static int open_state(struct session *session)
{
    struct session_progress *progress = &session->progress;
    memset(progress, 0, sizeof *progress);
    int status = store_state_mount(&session->state_files, &session->store);
    if (status == 0)
        status = state_open(&session->state, &session->state_files.files, session->lines, SESSION_LINES);
    if (status == 0)
        status = store_state_get(&session->state_files, progress, sizeof *progress);
    if (status == STATUS_NOT_FOUND || status > 0)
        status = hosts_open(&session->hosts, &session->state, status > 0 ? &progress->crawl.hosts : NULL);
    while (status == 0 && hosts_prepare(&session->hosts) > 0)
        ;
    return status;
}

enum store_state session_mount(struct session *session)
{
    if (store_mount(&session->store) != STORE_READY)
        return session->store.state;
    int status = open_state(session);
    session->has_state = true;
    if (status < 0 && session->store.state == STORE_READY) {
        session->store.state = STORE_DAMAGED; /* the card is well, its state is not: no test expects that */
        session->store.cause = status;
    }
    return session->store.state;
}

const char *session_check_hosts(struct session *session)
{
    char name[32];
    if (session->hosts.mark.hosts != session->progress.next || session->hosts.lost > 0)
        return "the host table does not fit the pages";
    for (uint32_t i = 0; i <= session->progress.next; i++) {
        int32_t expected = i < session->progress.next ? (int32_t)i : STATUS_NOT_FOUND;
        int size = host_name(i, name);
        if (hosts_find(&session->hosts, name, (size_t)size) != expected)
            return "a host is missing, or there is one too many";
    }
    return "";
}

/* What the page changes in the crawl's state, before the commit that both count from. */
static int advance(struct session *session, uint32_t number)
{
    char name[32];
    if (!session->has_state)
        return 0;
    int size = host_name(number, name);
    int32_t id = hosts_add(&session->hosts, name, (size_t)size, NULL);
    if (id > 0) { /* the host before is done, and links to this one */
        struct host *host;
        hosts_list_begin(&session->hosts);
        int status = hosts_list_add(&session->hosts, (uint32_t)id, 0);
        if (status == 0)
            status = hosts_list_end(&session->hosts, (uint32_t)id - 1);
        if (status == 0)
            status = hosts_change(&session->hosts, (uint32_t)id - 1, &host);
        if (status < 0)
            return status;
        host->state = HOST_DONE;
        host_label(host, 10, number % 11);
    }
    session->progress.next = number + 1;
    session->progress.kept += session_is_kept(number);
    return id < 0 ? id : commit_state(session);
}

bool session_is_kept(uint32_t number)
{
    return number % DROP_EVERY != DROP_EVERY - 1;
}

bool session_is_repeated(uint32_t number)
{
    return number % REPEAT_EVERY == REPEAT_EVERY - 1 && session_is_kept(number - 1);
}

void session_uri(const struct session *session, uint32_t number, char uri[SESSION_URI_SIZE])
{
    int size = snprintf(uri, SESSION_URI_SIZE, "https://www.example%u.go.th/page/%u", session->seed, number);
    if (number % LONG_EVERY ==
        0) { /* headers longer than a sector, log lines longer than the journal takes */
        memset(uri + size, 'x', 560);
        uri[size + 560] = '\0';
    }
}

size_t session_body(const struct session *session, uint32_t number, uint8_t body[SESSION_BODY_MAX])
{
    if (session_is_repeated(number))
        number--;
    uint32_t state = mix(session->seed * 65537u + number);
    size_t size = state % 7 == 0 ? state % 50 : 600 + state % 29000;
    for (size_t i = 0; i < size; i++)
        body[i] = (uint8_t)(i % 64 == 63 ? '\n' : 'a' + mix(state + (uint32_t)(i / 8)) % 26);
    return size;
}

static int write_in_chunks(struct store *store, const uint8_t *bytes, size_t size)
{
    int status = 0;
    while (status == 0 && size > 0) {
        size_t part = size < CHUNK ? size : CHUNK;
        status = store_page_write(store, bytes, part);
        store_page_payload(store, bytes, part);
        bytes += part;
        size -= part;
    }
    return status;
}

/* A page with the payload of the one before is stored as a revisit of that, if they lie in the same file. */
static int commit_page(struct session *session, uint32_t number, struct store_page_end *end)
{
    uint32_t file, offset;
    store_page_place(&session->store, &file, &offset);
    if (session_is_repeated(number) && session->kept_file == file)
        end->original = session->kept_offset;
    int status = store_commit(&session->store, end);
    if (status == 0) {
        session->kept_file = file;
        session->kept_offset = offset;
    }
    return status;
}

int session_page(struct session *session, uint32_t number)
{
    static uint8_t body[SESSION_BODY_MAX];
    char uri[SESSION_URI_SIZE], header[300];
    struct store *store = &session->store;
    session_uri(session, number, uri);
    clock_seconds += 2;
    struct store_page page = {.uri = uri, .ip = "198.18.0.7", .seconds = clock_seconds};
    size_t size = session_body(session, number, body);
    int status = store_page_begin(store, &page);
    if (status < 0)
        return status;
    int header_size =
        snprintf(header, sizeof header,
                 "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Page: %u\r\nContent-Length: %zu\r\n\r\n",
                 number, size);
    status = store_page_write(store, header, (size_t)header_size);
    if (status == 0) {
        store_page_body(store);
        status = write_in_chunks(store, body, size);
    }
    if (status < 0)
        return status;
    struct store_page_end end = {
        .request = "GET / HTTP/1.1\r\nHost: www.example.go.th\r\nUser-Agent: crawlbox (test)\r\n\r\n",
        .metadata = {.via = "https://www.example.go.th/",
                     .charset = "utf-8",
                     .language = "th",
                     .verdict = "yes",
                     .language_permille = 873,
                     .fetch_ms = 120},
        .line = {.start_seconds = clock_seconds,
                 .status = 200,
                 .bytes = (uint32_t)size,
                 .uri = uri,
                 .path = "L",
                 .mime = "text/html",
                 .worker = 1,
                 .duration_ms = 120},
    };
    end.request_size = strlen(end.request);
    status = advance(session, number);
    if (status < 0)
        return status;
    if (session_is_kept(number))
        return commit_page(session, number, &end);
    store_rollback(store);
    status = store_log_crawl(store, &end.line);
    return status < 0 ? status : 2;
}
