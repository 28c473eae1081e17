#include <string.h>

#include "base/status.h"
#include "store/internal.h"

enum { LOG_BYTES_MIN = 8192, LOG_SERIAL_MAX = 9999 };

static const struct {
    const char *live, *unborn, *stem, *ending;
} names[STORE_LOGS] = {
    [STORE_LOG_CRAWL] = {"LOG/crawl.log", "LOG/crawl.new", "LOG/craw", ".log"},
    [STORE_LOG_PROGRESS] = {"LOG/progress.tsv", "LOG/progress.new", "LOG/prog", ".tsv"},
    [STORE_LOG_EVENTS] = {"LOG/events.log", "LOG/events.new", "LOG/even", ".log"},
    [STORE_LOG_HOSTS] = {"EXCHANGE/hosts.txt", "EXCHANGE/hosts.new", "EXCHANGE/host", ".txt"},
};

static bool is_open(const struct store *store, enum store_log log)
{
    return journal_flag(&store->journal, JOURNAL_LOG_OPEN << log);
}

static void closed_path(char path[STORE_PATH_SIZE], enum store_log log, uint32_t serial)
{
    struct sink_span span = {path, STORE_PATH_SIZE - 1};
    struct sink sink = sink_memory(&span);
    sink_text(&sink, names[log].stem);
    sink_number_zero(&sink, serial, 4);
    sink_text(&sink, names[log].ending);
    *span.at = '\0';
}

/* The first number whose file does not exist yet. */
static int free_serial(struct store *store, enum store_log log, char path[STORE_PATH_SIZE], uint32_t *serial)
{
    struct store_extent extent;
    *serial = journal_get_log(&store->journal, JOURNAL_LOG_SERIAL, log);
    while (*serial < LOG_SERIAL_MAX) {
        closed_path(path, log, ++*serial);
        int status = store->port->find(store->port->context, path, &extent);
        if (status == STATUS_NOT_FOUND)
            return 0;
        if (status < 0 && status != STATUS_DAMAGED)
            return status;
    }
    return STATUS_FULL;
}

static int put_away(struct store *store, enum store_log log, uint32_t bytes)
{
    char path[STORE_PATH_SIZE];
    uint32_t serial;
    int status = free_serial(store, log, path, &serial);
    if (status == 0)
        status = store->port->close(store->port->context, names[log].live, strrchr(path, '/') + 1, bytes);
    if (status == 0)
        journal_set_log(&store->journal, JOURNAL_LOG_SERIAL, log, serial);
    return status;
}

/* Puts away what has the name although no log is open: closed by an eject, or cut off when it had just been
 * made. */
static int clear_names(struct store *store, enum store_log log)
{
    const struct store_port *port = store->port;
    struct store_extent extent;
    int status = port->remove(port->context, names[log].unborn);
    if (status < 0)
        return status;
    status = port->find(port->context, names[log].live, &extent);
    if (status == STATUS_NOT_FOUND)
        return 0;
    if (status < 0 && status != STATUS_DAMAGED)
        return status;
    if (status == 0 && extent.bytes > 0) {
        status = port->read(port->context, extent.sector, store->scratch, 1);
        if (status < 0)
            return status;
        if (store->scratch[0] == '\n')
            extent.bytes = 0; /* nothing was written into it yet */
    }
    return extent.bytes == 0 ? port->remove(port->context, names[log].live)
                             : put_away(store, log, extent.bytes);
}

static int write_sector(struct store *store, enum store_log log, uint32_t offset, const void *bytes)
{
    return store->port->write(store->port->context, store->log[log].sector + offset / STORE_SECTOR_BYTES,
                              bytes, 1);
}

/* Empty lines all over, so that whoever opens the file on a card that was pulled sees text and nothing
 * else. */
static int fill_with_empty_lines(struct store *store, enum store_log log)
{
    int status = 0;
    memset(store->scratch, '\n', STORE_SECTOR_BYTES);
    for (uint32_t i = 0; status == 0 && i < store->log[log].sectors; i++)
        status = write_sector(store, log, i * STORE_SECTOR_BYTES, store->scratch);
    return status;
}

static int open_log(struct store *store, enum store_log log)
{
    const struct store_port *port = store->port;
    struct store_space space = {0};
    int status = clear_names(store, log);
    if (status == 0)
        status = port->space(port->context, 0, &space);
    if (status >= 0 && space.cluster_bytes == 0)
        status = STATUS_DAMAGED;
    if (status < 0)
        return status;
    uint32_t bytes = store->settings->log_bytes;
    do {
        uint32_t rounded = (bytes + space.cluster_bytes - 1) / space.cluster_bytes * space.cluster_bytes;
        status = port->create(port->context, names[log].unborn, rounded, &store->log[log]);
        bytes /= 2;
    } while (status == STATUS_FULL && bytes >= LOG_BYTES_MIN);
    if (status == 0)
        status = fill_with_empty_lines(store, log);
    if (status == 0)
        status = port->sync(port->context);
    if (status == 0)
        status = port->close(port->context, names[log].unborn, strrchr(names[log].live, '/') + 1,
                             store->log[log].bytes);
    if (status < 0)
        return status;
    journal_set_log(&store->journal, JOURNAL_LOG_BYTES, log, 0);
    journal_set_flag(&store->journal, JOURNAL_LOG_OPEN << log, true);
    journal_set_flag(&store->journal, JOURNAL_EJECTED, false);
    /* Before anything is written into it: what a file without this flag holds is taken for whole lines. */
    return journal_store(&store->journal, store->port);
}

static uint32_t room_in_log(const struct store *store, enum store_log log)
{
    return store->log[log].sectors * STORE_SECTOR_BYTES -
           journal_get_log(&store->journal, JOURNAL_LOG_BYTES, log);
}

/* Opens the log, or a new one when `bytes` do not fit. One sector always stays free: a log whose length in
 * the directory equals what was written is thereby known to be closed. */
static int make_room(struct store *store, enum store_log log, uint32_t bytes)
{
    int status = 0;
    if (is_open(store, log) && room_in_log(store, log) >= bytes + STORE_SECTOR_BYTES)
        return 0;
    if (is_open(store, log))
        status = store_log_close(store, log, true);
    return status < 0 ? status : open_log(store, log);
}

/* Fills a sector up with blanks before its last line end. */
static void pad_sector(uint8_t *sector, size_t used)
{
    memset(sector + used - 1, ' ', STORE_SECTOR_BYTES - used);
    sector[STORE_SECTOR_BYTES - 1] = '\n';
}

/* Moves a log's pending lines into its file, as one whole sector. */
static int flush_lines(struct store *store, enum store_log log)
{
    int status = make_room(store, log, STORE_SECTOR_BYTES);
    size_t size = journal_lines_size(&store->journal, log);
    if (status < 0 || size == 0)
        return status;
    uint32_t offset = journal_get_log(&store->journal, JOURNAL_LOG_BYTES, log);
    journal_lines_copy(&store->journal, log, store->scratch);
    pad_sector(store->scratch, size);
    status = write_sector(store, log, offset, store->scratch);
    if (status < 0)
        return status;
    journal_lines_drop(&store->journal, log);
    journal_set_log(&store->journal, JOURNAL_LOG_BYTES, log, offset + STORE_SECTOR_BYTES);
    return 0;
}

static enum store_log fullest_log(const struct store *store)
{
    enum store_log most = STORE_LOG_CRAWL;
    for (int log = 1; log < STORE_LOGS; log++)
        if (journal_lines_size(&store->journal, (unsigned)log) > journal_lines_size(&store->journal, most))
            most = (enum store_log)log;
    return most;
}

struct long_line {
    struct store *store;
    enum store_log log;
    uint32_t offset;
    size_t used;
};

static int put_long(void *context, const void *bytes, size_t size)
{
    struct long_line *line = context;
    const uint8_t *at = bytes;
    while (size-- > 0) {
        line->store->scratch[line->used++] = *at++;
        if (line->used < STORE_SECTOR_BYTES)
            continue;
        int status = write_sector(line->store, line->log, line->offset, line->store->scratch);
        if (status < 0)
            return status;
        line->offset += STORE_SECTOR_BYTES;
        line->used = 0;
    }
    return 0;
}

/* A line that the journal cannot hold goes into the file at once; it counts with the next journal_store. */
static int add_long(struct store *store, enum store_log log, size_t size,
                    void (*emit)(struct sink *sink, const void *about), const void *about)
{
    int status = journal_lines_size(&store->journal, log) > 0 ? flush_lines(store, log) : 0;
    if (status == 0)
        status = make_room(store, log, (uint32_t)(size + STORE_SECTOR_BYTES));
    if (status < 0)
        return status;
    struct long_line line = {store, log, journal_get_log(&store->journal, JOURNAL_LOG_BYTES, log), 0};
    struct sink sink = {.put = put_long, .context = &line};
    emit(&sink, about);
    if (sink.status < 0)
        return sink.status;
    if (line.used > 0) {
        pad_sector(store->scratch, line.used);
        status = write_sector(store, log, line.offset, store->scratch);
        line.offset += STORE_SECTOR_BYTES;
    }
    journal_set_log(&store->journal, JOURNAL_LOG_BYTES, log, line.offset);
    return status;
}

int store_log_add(struct store *store, enum store_log log, void (*emit)(struct sink *sink, const void *about),
                  const void *about)
{
    struct sink counter = sink_counter();
    uint8_t *to;
    int status = 0;
    emit(&counter, about);
    if (counter.count > JOURNAL_LINE_MAX) {
        status = add_long(store, log, counter.count, emit, about);
    } else {
        while (status == 0 && !(to = journal_line_add(&store->journal, log, counter.count)))
            status = flush_lines(store, fullest_log(store));
        if (status == 0) {
            struct sink_span span = {(char *)to, counter.count};
            struct sink sink = sink_memory(&span);
            emit(&sink, about);
        }
    }
    if (status != STATUS_FULL)
        return status;
    store->lines_lost++; /* no room for logs must not keep pages from being stored */
    return 0;
}

int store_log_close(struct store *store, enum store_log log, bool rename)
{
    size_t pending = journal_lines_size(&store->journal, log);
    int status = 0;
    if (pending > 0 && !is_open(store, log))
        status = open_log(store, log);
    if (status < 0 || !is_open(store, log))
        return status;
    uint32_t bytes = journal_get_log(&store->journal, JOURNAL_LOG_BYTES, log);
    if (pending > 0) { /* there is always a sector left for it */
        memset(store->scratch, '\n', STORE_SECTOR_BYTES);
        journal_lines_copy(&store->journal, log, store->scratch);
        status = write_sector(store, log, bytes, store->scratch);
        if (status == 0)
            status = store->port->sync(store->port->context);
    }
    bytes += (uint32_t)pending;
    if (status == 0)
        status = rename ? put_away(store, log, bytes)
                        : store->port->close(store->port->context, names[log].live, NULL, bytes);
    if (status < 0)
        return status;
    journal_lines_drop(&store->journal, log);
    journal_set_log(&store->journal, JOURNAL_LOG_BYTES, log, 0);
    journal_set_flag(&store->journal, JOURNAL_LOG_OPEN << log, false);
    return journal_store(&store->journal, store->port);
}

/* Whether the file is what a log becomes by closing: as long as everything that was written and pending. */
static int finish_close(struct store *store, enum store_log log, const char *path)
{
    struct store_extent extent;
    int status = store->port->find(store->port->context, path, &extent);
    if (status < 0)
        return status;
    if (extent.bytes !=
        journal_get_log(&store->journal, JOURNAL_LOG_BYTES, log) + journal_lines_size(&store->journal, log))
        return STATUS_NOT_FOUND;
    status = store->port->settle(store->port->context, path);
    if (status == 0)
        journal_lines_drop(&store->journal, log);
    return status;
}

int store_log_resume(struct store *store, enum store_log log)
{
    struct store_extent *extent = &store->log[log];
    char path[STORE_PATH_SIZE];
    if (!is_open(store, log))
        return 0;
    int status = store->port->find(store->port->context, names[log].live, extent);
    if (status == 0 && extent->bytes == extent->sectors * STORE_SECTOR_BYTES &&
        room_in_log(store, log) > STORE_SECTOR_BYTES && room_in_log(store, log) <= extent->bytes)
        return 0;
    /* It was being closed, under its old name or the new one; or someone else has changed it. */
    if (status == 0)
        status = finish_close(store, log, names[log].live);
    if (status == STATUS_NOT_FOUND) {
        closed_path(path, log, journal_get_log(&store->journal, JOURNAL_LOG_SERIAL, log) + 1);
        status = finish_close(store, log, path);
    }
    journal_set_log(&store->journal, JOURNAL_LOG_BYTES, log, 0);
    journal_set_flag(&store->journal, JOURNAL_LOG_OPEN << log, false);
    return status == STATUS_NOT_FOUND || status == STATUS_DAMAGED ? 0 : status;
}
