#include "card.h"

#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/sha1.h"
#include "base/status.h"
#include "box_seeds.h"
#include "box_settings.h"
#include "bus.h"
#include "card_files.h"
#include "clock.h"
#include "countries.h"
#include "crawlbox_version.h"
#include "entropy.h"
#include "harvester.h"
#include "log.h"
#include "net.h"
#include "ram.h"
#include "predictor.h"
#include "settings/parts.h"
#include "tasks.h"
#include "tls_sessions.h"
#include "topics.h"

enum { SLOW_HZ = 400000, RETRY_MS = 10000, POLL_MS = 1000 };

static struct card *const card = &ram_card;

void card_use_settings(const struct settings *settings, const char *user_agent)
{
    card->settings.log_bytes = STORE_LOG_BYTES;
    card->settings.about.software = "crawlbox/" CRAWLBOX_VERSION;
    card->settings.about.robots = "obey";
    settings_for_store(settings, user_agent, &card->settings);
}

/* The bus. Taking it is a sign of life: long work on the card is many short holds. */

static void take(void *context)
{
    (void)context;
    task_breathe();
    bus_take(SSI_CARD);
    ssi_set_clock(card->clock_hz);
}

static void give(void *context)
{
    (void)context;
    bus_give();
}

static void set_clock(void *context, uint32_t hz)
{
    (void)context;
    card->clock_hz = hz;
    ssi_set_clock(hz);
}

static void transfer(void *context, const uint8_t *send, uint8_t *receive, size_t count)
{
    (void)context;
    ssi_transfer(send, receive, count);
}

static uint32_t now_ms(void *context)
{
    (void)context;
    return clock_ms_short();
}

static void sleep_ms(void *context, uint32_t ms)
{
    (void)context;
    vTaskDelay(pdMS_TO_TICKS(ms));
}

static const struct sdcard_bus bus = {NULL, take, give, set_clock, transfer, now_ms, sleep_ms};

/* The block device. */

static int status_of(int sdcard)
{
    switch (sdcard) {
    case SDCARD_OK: return 0;
    case SDCARD_NO_CARD:
    case SDCARD_CHANGED: return STATUS_CLOSED;
    case SDCARD_TIMEOUT: return STATUS_TIMEOUT;
    case SDCARD_PROTECTED: return STATUS_REFUSED;
    case SDCARD_RANGE:
    case SDCARD_FORGETS: return STATUS_TOO_LONG;
    default: return STATUS_IO;
    }
}

static int device_start(void *context, struct block_info *info)
{
    (void)context;
    int status = status_of(sdcard_start(&card->sd));
    info->sectors = card->sd.sectors;
    info->read_only = card->sd.read_only;
    return status;
}

static int device_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    (void)context;
    card->sectors_read += count;
    return status_of(sdcard_read(&card->sd, sector, bytes, count));
}

static int device_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    (void)context;
    card->sectors_written += count;
    return status_of(sdcard_write(&card->sd, sector, bytes, count));
}

static int device_sync(void *context)
{
    (void)context;
    return status_of(sdcard_sync(&card->sd));
}

static const struct block_device device = {NULL, device_start, device_read, device_write, device_sync};

static uint32_t now_seconds(void)
{
    return (uint32_t)(net_date_ms() / 1000);
}

/* Record ids must differ, not be secret: before there is entropy they are made of the time, a count, and the journal's
 * sequence number, which no two mounts of a card share. */
static void random_bytes(uint8_t *bytes, size_t size)
{
    while (size > 0) {
        uint8_t digest[SHA1_BYTES];
        size_t part = size < sizeof digest ? size : sizeof digest;
        if (entropy_take(digest, part) < 0) {
            uint32_t seed[4] = {clock_us(), ++card->random_count, (uint32_t)net_utc_ms(),
                                journal_get(&card->store.journal, JOURNAL_SEQUENCE)};
            struct sha1 sha1;
            sha1_begin(&sha1);
            sha1_add(&sha1, seed, sizeof seed);
            sha1_end(&sha1, digest);
        }
        memcpy(bytes, digest, part);
        bytes += part;
        size -= part;
    }
}

static void init(void)
{
    card->clock_hz = SLOW_HZ;
    bus_take(
        SSI_DISPLAY); /* the select pin must move once: QEMU's starts with the display, whatever the pin says */
    bus_give();
    card->sd.bus = &bus;
    fatfs_store_init(&card->fatfs, &device, now_seconds, random_bytes);
    store_init(&card->store, &card->fatfs.port, &card->settings);
    card->ready = true;
}

enum store_state card_state(void)
{
    return card->store.state;
}

void card_ask_eject(void)
{
    card->eject_asked = true;
}

bool card_needs_us(void)
{
    if (card->eject_asked) /* somebody holds a button and looks at the display */
        return true;
    if (!card->mounted || clock_ms_short() - card->polled_ms < POLL_MS)
        return false;
    card->polled_ms = clock_ms_short();
    return sdcard_poll(&card->sd) != SDCARD_OK;
}

/* What the display shows of the card. */
static int look_at_fill(void)
{
    struct store_info info;
    int status = store_get_info(&card->store, &info);
    card->total_mb = info.total_kb / 1024;
    card->free_mb = info.free_kb / 1024;
    card->pages = info.card_pages;
    return status;
}

static void tell_of_mount(enum store_state before)
{
    if (card->store.state != STORE_READY) {
        if (card->store.state != before)
            log_warning("%s", store_sentence(card->store.state));
        return;
    }
    if (card->store.was_pulled)
        log_warning("Not ejected before: repaired, at most one page lost.");
    if (look_at_fill() < 0)
        return;
    log_info("Card ready: %lu MB free of %lu MB, %lu pages on it.", (unsigned long)card->free_mb,
             (unsigned long)card->total_mb, (unsigned long)card->pages);
    card_files_load();
    countries_load(card->store.scratch);
    topics_load(card->store.scratch);
    tls_sessions_mounted();
}

static bool is_usable(void)
{
    return card->store.state == STORE_READY || card->store.state == STORE_FULL;
}

static void mount(void)
{
    enum store_state before = card->store.state;
    card->looked_ms = clock_ms_short();
    store_mount(&card->store);
    card->mounted = is_usable();
    if (card->mounted) {
        box_settings_mounted(card->store.state == STORE_READY);
        box_seeds_mounted(card->store.state == STORE_READY);
        predictor_mounted();
    }
    tell_of_mount(before);
}

/* Everybody who has a file of it forgets that. */
static void close_files(void)
{
    harvester_close();
    card_files_forget();
    countries_forget();
    topics_forget();
    tls_sessions_gone();
    card->mounted = false;
}

/* Somebody pulled it, or it failed so that it cannot be used any more. */
static void lose(void)
{
    enum store_state state = card->store.state;
    bool was_pulled = is_usable() || state == STORE_NO_CARD;
    close_files();
    store_forget(&card->store);
    if (!was_pulled)
        card->store.state = state;
    log_warning("%s: %s lost. %s", was_pulled ? "The card was pulled without 'eject'" : "The card failed",
                card->store.page_lost ? "1 page is" : "nothing is", was_pulled ? "" : store_sentence(state));
}

static void watch_mounted(void)
{
    if (is_usable() && sdcard_poll(&card->sd) == SDCARD_OK)
        look_at_fill();
    else
        lose();
}

static void watch_unusable(void)
{
    bool try_again = clock_ms_short() - card->looked_ms > RETRY_MS && card->store.state == STORE_UNREADABLE;
    if (try_again || sdcard_poll(&card->sd) != SDCARD_OK)
        mount();
}

void card_tick(void)
{
    if (!card->ready)
        init();
    if (card->eject_asked) {
        card->eject_asked = false;
        if (card_job_eject(NULL) == 0)
            log_info("%s", store_sentence(STORE_EJECTED));
    }
    if (card->mounted) {
        watch_mounted();
        return;
    }
    switch (card->store.state) {
    case STORE_EJECTED:
        if (sdcard_poll(&card->sd) != SDCARD_OK)
            card->store.state = STORE_NO_CARD;
        break;
    case STORE_NO_CARD: mount(); break;
    default: watch_unusable(); break;
    }
}

int card_job_eject(void *context)
{
    (void)context;
    close_files();
    return store_eject(&card->store);
}

int card_job_mount(void *context)
{
    (void)context;
    if (card->store.state == STORE_READY)
        return 0;
    mount();
    return card->store.state == STORE_READY ? 0 : card->store.cause;
}

int card_job_format(void *context)
{
    (void)context;
    close_files();
    store_forget(&card->store);
    int status = fatfs_store_format(&card->fatfs);
    mount();
    return status;
}

int card_job_info(void *info)
{
    return store_get_info(&card->store, info);
}

struct nth_file {
    struct card_file *file;
    unsigned left;
};

static int take_nth(void *user, const char *name, uint32_t bytes)
{
    struct nth_file *nth = user;
    if (nth->left-- > 0)
        return 0;
    strncpy(nth->file->name, name, sizeof nth->file->name - 1);
    nth->file->name[sizeof nth->file->name - 1] = '\0';
    nth->file->bytes = bytes;
    return 1;
}

int card_job_file(void *context)
{
    struct card_file *file = context;
    struct nth_file nth = {file, file->nth};
    if (!is_usable())
        return STATUS_CLOSED;
    int found = card->fatfs.port.list(&card->fatfs, "WARC", take_nth, &nth);
    if (found <= 0)
        return found < 0 ? found : STATUS_NOT_FOUND;
    return file->check ? store_check_file(&card->store, file->name, &file->found) : 0;
}

/* A page of the self-test, a few words at a time: it is nowhere as a whole. */
static int write_page(struct card_selftest *test, uint32_t number)
{
    static const char header[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    uint32_t chunk[64];
    struct store *store = &card->store;
    int status = store_page_write(store, header, sizeof header - 1);
    store_page_body(store);
    for (uint32_t left = test->page_bytes; status == 0 && left > 0;) {
        uint32_t part = left < sizeof chunk ? left : sizeof chunk;
        for (unsigned i = 0; i < sizeof chunk / sizeof chunk[0]; i++)
            chunk[i] = (number * 2654435761u + left + i) | 0x20202020u;
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

static int store_one(struct card_selftest *test, uint32_t number)
{
    static const char request[] = "GET /selftest HTTP/1.1\r\nHost: selftest.invalid\r\n\r\n";
    struct store_page page = {.uri = "http://selftest.invalid/", .seconds = now_seconds()};
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
    int status = store_page_begin(&card->store, &page);
    if (status == 0)
        status = write_page(test, number);
    if (status < 0)
        return status;
    if (!test->without_digests)
        return store_commit(&card->store, &end);
    store_rollback(&card->store);
    return 0;
}

int card_job_selftest(void *context)
{
    struct card_selftest *test = context;
    uint32_t start = clock_ms_short(), written = card->sectors_written;
    int status = 0;
    for (uint32_t i = 0; status >= 0 && i < test->pages; i++) {
        status = store_one(test, journal_get(&card->store.journal, JOURNAL_SEQUENCE));
        test->done += status >= 0;
        test->payload_bytes += status >= 0 ? test->page_bytes : 0;
    }
    test->ms = clock_ms_short() - start;
    test->sectors_written = card->sectors_written - written;
    return status < 0 ? status : 0;
}
