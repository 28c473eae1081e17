#include "ports_fake.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "fetch/fetch.h"
#include "port/card_file.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/console.h"
#include "port/crawler.h"
#include "port/entropy.h"
#include "port/log.h"
#include "port/net.h"
#include "port/network.h"
#include "port/page_arena.h"

struct ports_fake ports_fake;

static struct arena arena;
static uint64_t arena_storage[PORTS_FAKE_ARENA_BYTES / sizeof(uint64_t)];

void ports_fake_begin(void)
{
    memset(&ports_fake, 0, sizeof ports_fake);
    ports_fake.level = LOG_INFO;
    arena_begin(&arena, (uint8_t *)arena_storage + ARENA_HEADER, sizeof arena_storage - ARENA_HEADER);
}

/* ---- card_file.h ---- */

/* What lies in a struct card_file. */
struct open_file {
    const struct ports_fake_file *file;
    uint32_t at;
};
_Static_assert(sizeof(struct open_file) <= sizeof(struct card_file), "it fits");

static struct open_file *opened(struct card_file *file)
{
    return (struct open_file *)(void *)file->opaque;
}

void ports_fake_file(const char *name, const void *bytes, size_t size)
{
    ports_fake.files[ports_fake.file_count++] = (struct ports_fake_file){name, bytes, (uint32_t)size};
}

int card_file_open(struct card_file *file, const char *path)
{
    for (unsigned i = 0; i < ports_fake.file_count; i++)
        if (strcmp(ports_fake.files[i].name, path) == 0) {
            *opened(file) = (struct open_file){&ports_fake.files[i], 0};
            return STATUS_OK;
        }
    return STATUS_NOT_FOUND;
}

uint32_t card_file_bytes(const struct card_file *file)
{
    return ((const struct open_file *)(const void *)file->opaque)->file->size;
}

int card_file_read(struct card_file *file, void *to, size_t size)
{
    struct open_file *it = opened(file);
    if (ports_fake.fails_reading)
        return STATUS_IO;
    uint32_t left = it->file->size - it->at;
    uint32_t count = size < left ? (uint32_t)size : left;
    memcpy(to, it->file->bytes + it->at, count);
    it->at += count;
    return (int)count;
}

int card_file_read_at(void *context, uint32_t offset, void *to, size_t count)
{
    struct open_file *it = opened(context);
    if (offset > it->file->size)
        return STATUS_DAMAGED;
    it->at = offset;
    return card_file_read(context, to, count) == (int)count ? STATUS_OK : STATUS_DAMAGED;
}

int card_file_overwrite(const char *path, const void *bytes, size_t count)
{
    struct card_file file;
    if (ports_fake.refuses_writing || card_file_open(&file, path) < 0 ||
        count > sizeof ports_fake.overwritten)
        return STATUS_IO;
    memcpy(ports_fake.overwritten, bytes, count);
    return STATUS_OK;
}

/* ---- clock.h and net.h ---- */

uint64_t clock_ms(void)
{
    return ports_fake.ms;
}

uint32_t clock_ms_short(void)
{
    return ports_fake.ms;
}

uint32_t clock_us(void)
{
    return ports_fake.ms * 1000;
}

uint32_t clock_work_us(void)
{
    return ports_fake.ms * 1000;
}

bool net_is_ready(uint32_t *heard)
{
    *heard = ports_fake.heard;
    return ports_fake.is_ready;
}

bool net_answers(uint32_t timeout_ms)
{
    (void)timeout_ms;
    ports_fake.asked_router++;
    return ports_fake.answers;
}

uint64_t net_utc_ms(void)
{
    return ports_fake.utc_ms;
}

uint64_t net_date_ms(void)
{
    return ports_fake.utc_ms;
}

/* ---- network.h: nobody connects ---- */

const struct fetch_port network;

void network_use_tls(enum network_tls mode, bool without_time)
{
    (void)mode;
    (void)without_time;
}

void network_trust(const struct roots *roots)
{
    ports_fake.trusted = roots;
}

void network_keep_sessions(const struct store_port *card)
{
    ports_fake.sessions = card;
}

bool network_reaches_out(void)
{
    return ports_fake.reaches_out;
}

/* ---- entropy.h: what is taken out follows from nothing ---- */

void entropy_add(const void *bytes, size_t count, bool secret)
{
    (void)bytes;
    (void)count;
    ports_fake.has_secret |= secret;
}

void entropy_distrust(void)
{
    ports_fake.has_secret = false;
}

bool entropy_is_ready(void)
{
    return ports_fake.has_secret;
}

int entropy_take(void *bytes, size_t count)
{
    memset(bytes, 0xee, count);
    return STATUS_OK;
}

/* ---- page_arena.h ---- */

void *page_arena_take(size_t bytes)
{
    return arena_take(&arena, bytes);
}

void page_arena_give(void *piece)
{
    (void)arena_give(&arena, piece);
}

bool ports_fake_arena_is_empty(void)
{
    return arena_is_empty(&arena);
}

/* ---- log.h ---- */

void log_write(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

const char *log_level_name(enum log_level level)
{
    static const char *const names[] = {"error", "warning", "info", "debug"};
    return names[level];
}

void log_set_level(enum log_level level)
{
    ports_fake.level = level;
}

enum log_level log_get_level(void)
{
    return ports_fake.level;
}

bool log_read(uint32_t *cursor, struct log_line *line)
{
    return log_ring_read(&ports_fake.ring, cursor, line);
}

void log_write(enum log_level level, const char *format, ...)
{
    size_t used = strlen(ports_fake.log);
    va_list arguments;
    va_start(arguments, format);
    log_ring_write(&ports_fake.ring, ports_fake.ms, (uint8_t)level, format, arguments);
    va_end(arguments);
    format_text(ports_fake.log + used, sizeof ports_fake.log - used, "%s: ", log_level_name(level));
    used = strlen(ports_fake.log);
    va_start(arguments, format);
    format_text_list(ports_fake.log + used, sizeof ports_fake.log - used, format, arguments);
    va_end(arguments);
    used = strlen(ports_fake.log);
    format_text(ports_fake.log + used, sizeof ports_fake.log - used, "\n");
}

unsigned ports_fake_logged(const char *text)
{
    unsigned count = 0;
    for (const char *at = ports_fake.log; *at != '\0'; at++)
        count += strncmp(at, text, strlen(text)) == 0;
    return count;
}

/* ---- crawler.h and card_slot.h: who asks does the job ---- */

int crawler_do(int (*job)(void *context), void *context)
{
    if (ports_fake.is_busy)
        return STATUS_BUSY;
    ports_fake.jobs++;
    return job(context);
}

int crawler_do_now(int (*job)(void *context), void *context)
{
    return crawler_do(job, context);
}

int card_job_eject(void *context)
{
    (void)context;
    ports_fake.ejected++;
    return STATUS_OK;
}

int card_job_format(void *context)
{
    (void)context;
    ports_fake.formatted++;
    return STATUS_OK;
}

int card_job_mount(void *context)
{
    (void)context;
    return STATUS_NOT_FOUND;
}

bool card_slot_holds_card(void)
{
    return !ports_fake.is_pulled;
}

int card_slot_format(void)
{
    ports_fake.formatted++;
    return STATUS_OK;
}

uint32_t card_sectors_written(void)
{
    return 0;
}

/* ---- console.h ---- */

void console_send(const char *bytes, size_t count)
{
    size_t used = strlen(ports_fake.said), left = sizeof ports_fake.said - 1 - used;
    memcpy(ports_fake.said + used, bytes, count < left ? count : left);
}

void console_pause(uint32_t ms)
{
    ports_fake.paused_ms += ms;
}

int console_receive(struct xmodem *xmodem)
{
    (void)xmodem;
    return ports_fake.receive_status;
}
