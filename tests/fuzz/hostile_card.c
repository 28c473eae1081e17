#define _GNU_SOURCE
#include "hostile_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "block_fake.h"
#include "box/box.h"
#include "box/harvest/work.h"
#include "fat/fatfs_store.h"

enum {
    SECTOR = 512,
    SECTORS = 68 * 1024, /* about the least that FAT32 takes */
    SUM_AT = SECTOR - 4, /* of the journal and of the sectors of state files */
    BLOCK_MAGIC = 0x31534243,
    BLOCK_HEADER = 16, /* of a state block: magic, number, size, checksum of all but magic and itself */
    BLOCK_SUM_AT = 12,
    BLOCK_SECTORS = 2,
    MORE_MAGIC = 0x314d4243, /* a supplement, behind the block: magic, number, sum of the block ... */
    MORE_BLOCK_SUM_AT = 8,
    MORE_SIZE_AT = 12,
    MORE_SUM_AT = 16, /* ... size, and sum of all but magic and itself */
    MORE_HEADER = 20,
    MORE_SECTORS = (MORE_HEADER + STATE_MORE_BYTES + SECTOR - 1) / SECTOR,
    MORE_SITES = 2, /* that are active beyond those of a box */
    HEAD = 5,
    CHANGE_MAX = 16,  /* bytes */
    CHANGES_MAX = 24, /* with more of them nothing of a card is left that could be read */
    UNSEALED = 0x80,
    STEPS_MAX = 400,
    PAGES = 8,
    PUBLIC_ADDRESS = 0x01010101,
    TODAY = 1794792734,
};

static struct {
    char path[64];
    struct block_fake *fake;
    struct block_device device; /* the fake's, counted */
    uint32_t sectors_read;
    uint8_t *whole;         /* as it was made */
    uint32_t used[SECTORS]; /* sectors that hold something */
    uint32_t used_count;
    struct fatfs_store fatfs;
    struct store store;
} card;

/* ---- A web of pages that are all the same ---- */

static struct {
    const char *answer;
    uint32_t now_ms, fetches;
    uint8_t random;
    struct harvest_work work;
} web;

static const char no_robots[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
static const char page[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n"
    "<title>Laman</title><a href=/a>a</a><a href=/b?c=d>b</a><a href=http://www.b.my/>c</a><a "
    "href=https://c.my/x>d</a>"
    "<p>Kerajaan telah mengumumkan bahawa semua pejabat akan ditutup kerana cuti umum pada hari esok dan "
    "orang ramai boleh mendapatkan maklumat";

static int net_resolve(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context, (void)host, (void)timeout_ms;
    *address = PUBLIC_ADDRESS;
    return STATUS_OK;
}

static int net_connect(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)context, (void)address, (void)port, (void)timeout_ms;
    return STATUS_OK;
}

static int net_secure(void *context, const char *host, uint32_t timeout_ms, const char **flaw)
{
    (void)context, (void)host, (void)timeout_ms;
    *flaw = NULL;
    return 0;
}

static int net_write(void *context, const void *bytes, size_t count, uint32_t timeout_ms)
{
    static const char robots[] = "GET /robots.txt ";
    (void)context, (void)timeout_ms;
    bool asks_robots = count > sizeof robots && memcmp(bytes, robots, sizeof robots - 1) == 0;
    web.answer = asks_robots ? no_robots : page;
    web.fetches += !asks_robots;
    return STATUS_OK;
}

static int net_read(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    size_t left = strlen(web.answer), count = left < size ? left : size;
    (void)context, (void)timeout_ms;
    memcpy(to, web.answer, count);
    web.answer += count;
    return (int)count;
}

static void net_close(void *context)
{
    (void)context;
}

static uint32_t now_ms(void *context)
{
    (void)context;
    return web.now_ms;
}

static uint64_t utc_ms(void *context)
{
    (void)context;
    return TODAY * UINT64_C(1000) + web.now_ms;
}

static uint32_t now(void)
{
    return TODAY + web.now_ms / 1000;
}

static void random_bytes(uint8_t *bytes, size_t size)
{
    while (size-- > 0)
        *bytes++ = web.random++;
}

static void *lend(void *context, size_t bytes)
{
    (void)context;
    return bytes <= sizeof web.work ? &web.work : NULL;
}

static void give_back(void *context, void *piece)
{
    (void)context, (void)piece;
}

/* ---- The box ---- */

static struct settings settings;
static struct harvest harvest;
static struct box box;
static struct state_line lines[STATE_LINES_MIN];

static int seed(const char *text)
{
    static char buffer[URL_BUFFER_SIZE];
    struct url url;
    return url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL) > 0 ? crawl_seed(&box.crawl, &url)
                                                                                : STATUS_INVALID;
}

static int begin_crawl(void)
{
    static const char *const seeds[STATE_SITES + MORE_SITES] = {
        "http://a.my/", "https://www.b.my/", "http://d.my/", "http://e.my/", "http://f.my/", "http://g.my/"};
    int status = box_begin(&box);
    for (unsigned i = 0; status == 0 && i < STATE_SITES + MORE_SITES; i++)
        status = seed(seeds[i]);
    return status < 0 ? status : crawl_start(&box.crawl);
}

static void switch_on(void)
{
    static const struct fetch_port network = {
        .resolve = net_resolve,
        .locate = net_resolve,
        .connect = net_connect,
        .secure = net_secure,
        .write = net_write,
        .read = net_read,
        .close = net_close,
        .now_ms = now_ms,
    };
    static struct harvest_options options = {
        .fetch = {.user_agent = "crawlbox/0.1 (+http://library.example/bot)",
                  .from = "librarian@library.example",
                  .limits = {.connect_ms = 5000, .first_byte_ms = 6000, .idle_ms = 7000, .total_ms = 20000},
                  .body_max = 10000},
        .keep = HARVEST_KEEP_PAGES,
        .agent = "crawlbox",
    };
    static const struct box_parts parts = {
        .harvest = &harvest,
        .store = &card.store,
        .lines = lines,
        .line_count = STATE_LINES_MIN,
        .machine = {.now_ms = now_ms, .utc_ms = utc_ms, .lend = lend, .give_back = give_back},
    };
    static const struct store_settings store = {
        .file_bytes = 128 * 1024,
        .reserve_bytes = 1024 * 1024,
        .page_bytes = 64 * 1024,
        .log_bytes = 8192,
        .prefix = "thai",
        .box_id = "box7",
        .about = {.software = "crawlbox/test", .operator_name = "a library", .robots = "obey"},
    };
    static const struct store_state_limits limits = {.sites = STATE_SITES + MORE_SITES};
    memset(&web, 0, sizeof web);
    settings_reset(&settings);
    settings.delay_min_ms = settings.delay_max_ms = 1000;
    settings.recrawl_days = 1;
    options.pack = lang_pack_find("ms"); /* brings its own words */
    fatfs_store_init(&card.fatfs, &card.device, now, random_bytes);
    store_init(&card.store, &card.fatfs.port, &store);
    harvest_init(&harvest, NULL, &network, &options);
    box_init(&box, &parts, &settings);
    store_state_limit(&box.files, &limits);
}

/* Until so many pages were fetched, or there is nothing left to do; the clock moves over each wait. */
static void crawl(void)
{
    for (unsigned step = 0; step < STEPS_MAX && web.fetches < PAGES; step++) {
        int32_t wait_ms = box_step(&box);
        if (wait_ms < 0)
            return;
        web.now_ms += (uint32_t)wait_ms;
    }
}

static int start(void)
{
    switch_on();
    if (store_mount(&card.store) != STORE_READY)
        return STATUS_CLOSED;
    int status = box_open(&box);
    return status == STATUS_NOT_FOUND ? begin_crawl() : status;
}

uint32_t hostile_card_crawl(void)
{
    card.sectors_read = 0;
    if (start() == 0) {
        crawl();
        box_close(&box);
    }
    store_eject(&card.store);
    return card.sectors_read;
}

/* ---- The card ---- */

static int read_counted(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    card.sectors_read += count;
    return block_fake_device(card.fake)->read(context, sector, bytes, count);
}

static void must(int ok)
{
    if (!ok)
        abort();
}

static void find_used(void)
{
    static const uint8_t nothing[SECTOR];
    for (uint32_t i = 0; i < SECTORS; i++)
        if (memcmp(card.whole + (size_t)i * SECTOR, nothing, SECTOR) != 0)
            card.used[card.used_count++] = i;
}

void hostile_card_make(void)
{
    int memory = memfd_create("card", 0);
    card.whole = malloc((size_t)SECTORS * SECTOR);
    must(memory >= 0 && card.whole);
    snprintf(card.path, sizeof card.path, "/proc/self/fd/%d", memory);
    card.fake = block_fake_create(card.path, SECTORS);
    card.device = *block_fake_device(card.fake);
    card.device.read = read_counted;
    switch_on();
    must(fatfs_store_format(&card.fatfs) == 0);
    for (int time = 0; time < 2; time++) { /* the second time it is pulled */
        must(start() == 0);
        crawl();
        must(web.fetches == PAGES && card.store.state == STORE_READY);
        must(crawl_look_at(&box.crawl, STATE_SITES + MORE_SITES - 1)->stage == CRAWL_SITE_FETCHES);
        must(time == 1 || store_eject(&card.store) == 0);
    }
    memcpy(card.whole, block_fake_image(card.fake), (size_t)SECTORS * SECTOR);
    find_used();
    block_fake_record(card.fake);
}

const char *hostile_card_path(void)
{
    return card.path;
}

void hostile_card_restore(void)
{
    block_fake_cut(card.fake, 0, BLOCK_CUT_CLEAN, 0);
    memcpy(block_fake_image(card.fake), card.whole, (size_t)SECTORS * SECTOR);
}

/* ---- What a stranger does to it ---- */

static uint32_t sum_of(const uint8_t *sector)
{
    return crc32_update(CRC32_INIT, sector, SUM_AT);
}

static bool is_block(const uint8_t *sector)
{
    return bytes_get32(sector) == BLOCK_MAGIC && bytes_get32(sector + 8) <= 2 * SECTOR - BLOCK_HEADER;
}

static uint32_t sum_of_block(const uint8_t *sector)
{
    uint32_t sum = crc32_update(CRC32_INIT, sector + 4, BLOCK_SUM_AT - 4);
    return crc32_update(sum, sector + BLOCK_HEADER, bytes_get32(sector + 8));
}

static bool is_more(const uint8_t *sector)
{
    return bytes_get32(sector) == MORE_MAGIC && bytes_get32(sector + MORE_SIZE_AT) <= STATE_MORE_BYTES;
}

static uint32_t sum_of_more(const uint8_t *sector)
{
    uint32_t sum = crc32_update(CRC32_INIT, sector + 4, MORE_SUM_AT - 4);
    return crc32_update(sum, sector + MORE_HEADER, bytes_get32(sector + MORE_SIZE_AT));
}

/* If a state block begins there, it and its supplement get the right sums again. They are the only things
 * with a sum that are longer than a sector. */
static void seal_block(uint32_t at)
{
    static uint8_t copy[(BLOCK_SECTORS + MORE_SECTORS) * SECTOR];
    const struct block_device *device = block_fake_device(card.fake);
    uint8_t *more = copy + BLOCK_SECTORS * SECTOR;
    if (at + BLOCK_SECTORS + MORE_SECTORS > SECTORS)
        return;
    device->read(device->context, at, copy, 1);
    if (!is_block(copy))
        return;
    device->read(device->context, at, copy, BLOCK_SECTORS + MORE_SECTORS);
    bytes_put32(copy + BLOCK_SUM_AT, sum_of_block(copy));
    device->write(device->context, at, copy, 1);
    if (!is_more(more))
        return;
    bytes_put32(more + MORE_BLOCK_SUM_AT, bytes_get32(copy + BLOCK_SUM_AT));
    bytes_put32(more + MORE_SUM_AT, sum_of_more(more));
    device->write(device->context, at + BLOCK_SECTORS, more, 1);
}

static void change(uint32_t at, unsigned offset, const uint8_t *bytes, size_t count, bool sealed)
{
    uint8_t sector[SECTOR];
    const struct block_device *device = block_fake_device(card.fake);
    device->read(device->context, at, sector, 1);
    bool had_sum = sum_of(sector) == bytes_get32(sector + SUM_AT);
    memcpy(sector + offset, bytes, count);
    if (sealed && had_sum)
        bytes_put32(sector + SUM_AT, sum_of(sector));
    device->write(device->context, at, sector, 1);
    for (uint32_t back = 0; sealed && back <= BLOCK_SECTORS && back <= at; back++)
        seal_block(at - back);
}

void hostile_card_change(const uint8_t *data, size_t size)
{
    block_fake_cut(card.fake, 0, BLOCK_CUT_CLEAN, 0);
    for (unsigned i = 0; i < CHANGES_MAX && size > HEAD; i++) {
        uint32_t at = card.used[(data[0] | (uint32_t)data[1] << 8) % card.used_count];
        unsigned offset = (data[2] | (unsigned)data[3] << 8) % SECTOR;
        size_t count = 1 + (data[4] & ~UNSEALED) % CHANGE_MAX;
        bool sealed = !(data[4] & UNSEALED);
        data += HEAD, size -= HEAD;
        count = count < size ? count : size;
        change(at, offset, data, count < SECTOR - offset ? count : SECTOR - offset, sealed);
        data += count, size -= count;
    }
}
