#include <string.h>

#include "base/ascii.h"
#include "base/status.h"
#include "base/utc.h"
#include "store/internal.h"

enum { SERIAL_DIGITS = 5, SERIAL_MAX = 99999, CARD_ID_DIGITS = 8, CARD_ID_MAX = 99999999 };

static const char open_ending[] = ".open";
static const char warc_ending[] = ".warc";

static bool cut_ending(const char *name, size_t *size, const char *ending)
{
    size_t length = strlen(ending);
    if (*size < length || memcmp(name + *size - length, ending, length) != 0)
        return false;
    *size -= length;
    return true;
}

/* ...-SSSSS-BOXID.CARDID.warc[.open] */
uint32_t store_name_serial(const char *name, bool *is_open)
{
    size_t size = strlen(name);
    *is_open = cut_ending(name, &size, open_ending);
    if (!cut_ending(name, &size, warc_ending))
        return 0;
    while (size > 0 && name[size - 1] != '-')
        size--;
    if (size < SERIAL_DIGITS + 2 || name[size - SERIAL_DIGITS - 2] != '-')
        return 0;
    uint32_t serial = 0;
    for (const char *at = name + size - SERIAL_DIGITS - 1; at < name + size - 1; at++) {
        if (!ascii_is_digit(*at))
            return 0;
        serial = serial * 10 + (uint32_t)(*at - '0');
    }
    return serial;
}

void store_path(char path[STORE_PATH_SIZE], const char *folder, const char *name)
{
    struct sink_span span = {path, STORE_PATH_SIZE - 1};
    struct sink sink = sink_memory(&span);
    sink_text(&sink, folder);
    sink_text(&sink, "/");
    sink_text(&sink, name);
    *span.at = '\0';
}

struct name_search {
    uint32_t serial;
    bool is_open;
    struct store_name *found;
};

static int match_name(void *user, const char *name, uint32_t bytes)
{
    struct name_search *search = user;
    bool is_open;
    uint32_t serial = store_name_serial(name, &is_open);
    (void)bytes;
    if (serial != search->serial || is_open != search->is_open || strlen(name) >= STORE_NAME_SIZE)
        return 0;
    memcpy(search->found->text, name, strlen(name) + 1);
    search->found->serial = serial;
    search->found->is_open = is_open;
    return 1;
}

int store_name_find(struct store *store, uint32_t serial, bool is_open, struct store_name *name)
{
    struct name_search search = {serial, is_open, name};
    if (serial == 0)
        return STATUS_NOT_FOUND;
    int found = store->port->list(store->port->context, "WARC", match_name, &search);
    if (found < 0)
        return found;
    return found ? 0 : STATUS_NOT_FOUND;
}

struct highest {
    uint32_t serial;
    bool only_open;
};

static int note_highest(void *user, const char *name, uint32_t bytes)
{
    struct highest *highest = user;
    bool is_open;
    uint32_t serial = store_name_serial(name, &is_open);
    (void)bytes;
    if (serial > highest->serial && (is_open || !highest->only_open))
        highest->serial = serial;
    return 0;
}

int store_name_highest(struct store *store, bool only_open, uint32_t *serial)
{
    struct highest highest = {0, only_open};
    int status = store->port->list(store->port->context, "WARC", note_highest, &highest);
    *serial = highest.serial;
    return status;
}

uint32_t store_file_room(const struct store *store)
{
    return store->warc.sectors * STORE_SECTOR_BYTES - journal_get(&store->journal, JOURNAL_WARC_BYTES);
}

/*
 * Gives the card a number of its own if it has none. Serials begin anew on each card, all boxes are called
 * box1 until somebody renames them, and without a time server they all begin with the same date: only this
 * number keeps the file names of two cards apart.
 */
static uint32_t card_id(struct store *store)
{
    uint32_t id = journal_get(&store->journal, JOURNAL_CARD_ID);
    if (id == 0) {
        store->port->random(store->port->context, (uint8_t *)&id, sizeof id);
        id = 1 + id % CARD_ID_MAX;
        journal_set(&store->journal, JOURNAL_CARD_ID, id); /* is committed together with the file */
    }
    return id;
}

static int make_file_name(struct store *store, uint32_t serial, uint32_t seconds, char name[STORE_NAME_SIZE])
{
    struct sink_span span = {name, STORE_NAME_SIZE - 1};
    struct sink sink = sink_memory(&span);
    sink_text(&sink, store->settings->prefix);
    sink_text(&sink, "-");
    sink_utc_digits(&sink, seconds);
    sink_text(&sink, "-");
    sink_number_zero(&sink, serial, SERIAL_DIGITS);
    sink_text(&sink, "-");
    sink_text(&sink, store->settings->box_id);
    sink_text(&sink, ".");
    sink_number_zero(&sink, card_id(store), CARD_ID_DIGITS);
    sink_text(&sink, warc_ending);
    *span.at = '\0';
    return sink.status;
}

/* Allocates the largest piece there is, up to what is wanted, and leaves the reserve. */
static int allocate_file(struct store *store, const char *path)
{
    const struct store_port *port = store->port;
    struct store_space space = {0};
    int status = port->space(port->context, 0, &space);
    if (status < 0)
        return status;
    uint32_t reserve_kb = store->settings->reserve_bytes / 1024;
    uint32_t usable_kb = space.free_kb > reserve_kb ? space.free_kb - reserve_kb : 0;
    uint32_t bytes = store->settings->file_bytes;
    if (usable_kb < bytes / 1024)
        bytes = usable_kb * 1024;
    for (;; bytes /= 2) {
        bytes -= bytes % space.cluster_bytes;
        if (bytes < store->settings->page_bytes)
            return STATUS_FULL;
        status = port->create(port->context, path, bytes, &store->warc);
        if (status != STATUS_FULL)
            return status;
    }
}

static int write_warcinfo(struct store *store, const char *name, uint32_t seconds)
{
    uint8_t random[WARC_UUID_BYTES];
    struct warc_info info = store->settings->about;
    store->port->random(store->port->context, random, sizeof random);
    struct warc_uuid id = warc_uuid_from(random);
    info.id = &id;
    info.seconds = seconds;
    info.file = name;
    group_begin(&store->group, store->port, store->warc.sector, store->warc.sectors * STORE_SECTOR_BYTES);
    struct sink sink = group_sink(&store->group);
    warc_emit_warcinfo(&sink, &info);
    if (sink.status < 0)
        return sink.status;
    memcpy(store->journal.bytes + JOURNAL_WARCINFO_ID, id.bytes, WARC_UUID_BYTES);
    return group_finish(&store->group);
}

/* Finds the serial of the next file, behind foreign files of higher numbers in the folder. The journal has
 * the serial before the file exists, so that an .open file with the number after the journal's is always
 * one that was being created. */
static int next_serial(struct store *store, uint32_t *serial)
{
    struct journal *journal = &store->journal;
    uint32_t highest, newest = journal_get(journal, JOURNAL_WARC_SERIAL);
    int status = store_name_highest(store, false, &highest);
    if (status == 0 && highest > newest) {
        newest = highest;
        journal_set(journal, JOURNAL_WARC_SERIAL, highest);
        status = journal_store(journal, store->port);
    }
    *serial = newest + 1;
    return status < 0 ? status : newest < SERIAL_MAX ? 0 : STATUS_FULL;
}

int store_file_create(struct store *store)
{
    char name[STORE_NAME_SIZE], path[STORE_PATH_SIZE];
    struct journal *journal = &store->journal;
    uint32_t serial, seconds = store->port->now(store->port->context);
    int status = next_serial(store, &serial);
    if (status == 0)
        status = make_file_name(store, serial, seconds, name);
    if (status < 0)
        return status;
    store_path(path, "WARC", name);
    memcpy(path + strlen(path), open_ending, sizeof open_ending);
    status = allocate_file(store, path);
    if (status == 0)
        status = write_warcinfo(store, name, seconds);
    if (status < 0)
        return status;
    journal_set(journal, JOURNAL_WARC_SERIAL, serial);
    journal_set(journal, JOURNAL_WARC_BYTES, store->group.bytes);
    journal_set(journal, JOURNAL_WARC_PAGES, 0);
    journal_set_flag(journal, JOURNAL_EJECTED, false);
    return journal_store(journal, store->port);
}

int store_file_close(struct store *store)
{
    struct journal *journal = &store->journal;
    const struct store_port *port = store->port;
    struct store_name open = {.serial = 0};
    char path[STORE_PATH_SIZE];
    uint32_t bytes = journal_get(journal, JOURNAL_WARC_BYTES);
    if (bytes == 0)
        return 0;
    int status = store_name_find(store, journal_get(journal, JOURNAL_WARC_SERIAL), true, &open);
    if (status < 0)
        return status;
    store_path(path, "WARC", open.text);
    if (journal_get(journal, JOURNAL_WARC_PAGES) == 0) {
        status = port->remove(port->context, path); /* a warcinfo alone is of use to nobody */
    } else {
        open.text[strlen(open.text) - strlen(open_ending)] = '\0';
        status = port->close(port->context, path, open.text, bytes);
    }
    if (status < 0)
        return status;
    journal_set(journal, JOURNAL_WARC_BYTES, 0);
    return journal_store(journal, port);
}
