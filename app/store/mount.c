#include "store/store.h"

#include <string.h>

#include "base/bytes.h"
#include "base/packed.h"
#include "base/status.h"
#include "base/utc.h"
#include "store/internal.h"

static const char journal_path[] = "STATE/JOURNAL.BIN";
static const char new_journal_path[] = "STATE/JOURNAL.NEW";

const char *store_sentence(enum store_state state)
{
    switch (state) {
    case STORE_NO_CARD: return PACKED("There is no card: put one in.");
    case STORE_EJECTED: return PACKED("The card is closed and safe to remove.");
    case STORE_UNREADABLE:
        return PACKED("The card answers with errors: take it out, clean its contacts, or try another.");
    case STORE_BLANK:
        return PACKED("The card is not formatted: type 'card format' (this erases it), or put in another.");
    case STORE_EXFAT:
        return PACKED(
            "The card has exFAT, not FAT32: type 'card format' (this erases it), or put in another.");
    case STORE_NTFS:
        return PACKED(
            "The card has NTFS, not FAT32: type 'card format' (this erases it), or put in another.");
    case STORE_NOT_FAT32:
        return PACKED("The card has a file system other than FAT32: type 'card format' (this erases it), or "
                      "put in another.");
    case STORE_TOO_SMALL:
        return PACKED("The card holds less than it, or its file system, claims and would lose pages: put in "
                      "another.");
    case STORE_READ_ONLY: return PACKED("The card is write-protected: unlock it or put in another.");
    case STORE_FULL: return PACKED("The card is full: type 'eject', then put in another.");
    case STORE_DAMAGED:
        return PACKED(
            "The card's file system is damaged: copy what is on it with a computer, then type 'card "
            "format'.");
    case STORE_OTHER_VERSION:
        return PACKED(
            "The card was written by another version of crawlbox: collect it with that version, then "
            "type 'card format', or put in another.");
    case STORE_READY: return PACKED("The card is ready.");
    }
    return PACKED("The card is in an unknown state.");
}

static enum store_state state_after(int status)
{
    switch (status) {
    case STATUS_CLOSED: return STORE_NO_CARD;
    case STATUS_UNSUPPORTED: return STORE_NOT_FAT32;
    case STATUS_TOO_LONG: return STORE_TOO_SMALL;
    case STATUS_REFUSED: return STORE_READ_ONLY;
    case STATUS_FULL: return STORE_FULL;
    case STATUS_VERSION: return STORE_OTHER_VERSION;
    case STATUS_IO:
    case STATUS_TIMEOUT: return STORE_UNREADABLE;
    default: return STORE_DAMAGED;
    }
}

/* What a card has instead of FAT32. A file system begins with its own name, at the beginning of the card or
 * where the first partition is. */
static enum store_state look_at_format(struct store *store)
{
    enum { NAME = 3, FIRST_PARTITION = 454, SIGNATURE = 510 };
    const uint8_t *bytes = store->scratch;
    uint32_t sector = 0;
    for (unsigned i = 0; i < 2; i++, sector = bytes_get32(bytes + FIRST_PARTITION)) {
        if (store->port->read(store->port->context, sector, store->scratch, 1) < 0)
            break;
        if (memcmp(bytes + NAME, "EXFAT", 5) == 0)
            return STORE_EXFAT;
        if (memcmp(bytes + NAME, "NTFS", 4) == 0)
            return STORE_NTFS;
        if (sector == 0 && (bytes[SIGNATURE] != 0x55 || bytes[SIGNATURE + 1] != 0xaa))
            return STORE_BLANK;
    }
    return STORE_NOT_FAT32;
}

int store_fail(struct store *store, int status)
{
    store->state = state_after(status);
    store->cause = status;
    store->page_lost |= store->page != NULL;
    store->page = NULL;
    return status;
}

void store_init(struct store *store, const struct store_port *port, const struct store_settings *settings)
{
    memset(store, 0, sizeof *store);
    store->port = port;
    store->settings = settings;
}

static int make_folders(const struct store_port *port)
{
    static const char *const folders[] = {"WARC", "LOG", "STATE", "EXCHANGE"};
    int status = 0;
    for (unsigned i = 0; status == 0 && i < sizeof folders / sizeof folders[0]; i++)
        status = port->make_folder(port->context, folders[i]);
    return status;
}

/* Makes the journal under another name, and renames it when its contents are right: the sectors of a new
 * file may hold an old journal. */
static int create_journal(struct store *store)
{
    const struct store_port *port = store->port;
    struct store_extent extent;
    int status = port->create(port->context, new_journal_path, JOURNAL_FILE_BYTES, &extent);
    if (status < 0)
        return status;
    memset(store->scratch, 0, sizeof store->scratch);
    status = port->write(port->context, extent.sector, store->scratch, 1);
    journal_reset(&store->journal, extent.sector);
    if (status == 0)
        status = journal_store(&store->journal, port);
    if (status == 0)
        status =
            port->close(port->context, new_journal_path, strrchr(journal_path, '/') + 1, JOURNAL_FILE_BYTES);
    return status;
}

static void adopt_file(struct store *store, uint32_t serial, const struct store_check *check)
{
    journal_set(&store->journal, JOURNAL_WARC_SERIAL, serial);
    journal_set(&store->journal, JOURNAL_WARC_BYTES, check->good_bytes);
    journal_set(&store->journal, JOURNAL_WARC_PAGES, check->groups > 0 ? check->groups - 1 : 0);
    memcpy(store->journal.bytes + JOURNAL_WARCINFO_ID, check->warcinfo.bytes, WARC_UUID_BYTES);
}

/* Recovers an open file without a journal: it is read record by record, and what is whole counts. */
static int recover_without_journal(struct store *store)
{
    struct store_name name = {.serial = 0};
    struct store_check check;
    uint32_t open_serial = 0, highest = 0;
    int status = store_name_highest(store, false, &highest);
    if (status == 0)
        status = store_name_highest(store, true, &open_serial);
    if (status < 0)
        return status;
    journal_set(&store->journal, JOURNAL_WARC_SERIAL, highest);
    status = store_name_find(store, open_serial, true, &name);
    if (status == 0)
        status = store_check_file(store, name.text, &check);
    if (status == 0 && check.good_bytes > 0)
        adopt_file(store, open_serial, &check);
    return status == STATUS_NOT_FOUND || status == STATUS_DAMAGED ? 0 : status;
}

/* Looks for what a first try has left. A card without a journal is fresh, or power failed when folders and
 * journal were being made: then nothing says which sectors they were being given. */
static int look_for_first_try(struct store *store)
{
    const struct store_port *port = store->port;
    struct store_extent extent;
    if (port->find(port->context, journal_path, &extent) != STATUS_NOT_FOUND)
        return 0;
    return port->reclaim(port->context, 0, JOURNAL_FILE_BYTES / STORE_SECTOR_BYTES);
}

static int open_journal(struct store *store)
{
    const struct store_port *port = store->port;
    struct store_extent extent;
    int status = port->remove(port->context, new_journal_path);
    if (status < 0)
        return status;
    status = port->find(port->context, journal_path, &extent);
    if (status == 0 && extent.sectors * STORE_SECTOR_BYTES < JOURNAL_FILE_BYTES)
        status = STATUS_DAMAGED;
    if (status == 0) {
        status = journal_load(&store->journal, port, extent.sector);
        return status == STATUS_DAMAGED ? recover_without_journal(store) : status;
    }
    if (status == STATUS_DAMAGED)
        status = port->remove(port->context, journal_path);
    else if (status == STATUS_NOT_FOUND)
        status = 0;
    if (status == 0)
        status = create_journal(store);
    return status < 0 ? status : recover_without_journal(store);
}

/* Removes an open file with the next number: it was being created when power failed, and nothing in it
 * counts. */
static int remove_unborn_file(struct store *store)
{
    struct store_name name = {.serial = 0};
    char path[STORE_PATH_SIZE];
    int status = store_name_find(store, journal_get(&store->journal, JOURNAL_WARC_SERIAL) + 1, true, &name);
    if (status < 0)
        return status == STATUS_NOT_FOUND ? 0 : status;
    store_path(path, "WARC", name.text);
    return store->port->remove(store->port->context, path);
}

/* Goes on with the open file if it is in one piece and as long as it was made, or puts it away. */
static int resume_open_file(struct store *store, const char *name)
{
    struct store_check check;
    char path[STORE_PATH_SIZE];
    uint32_t bytes = journal_get(&store->journal, JOURNAL_WARC_BYTES);
    store_path(path, "WARC", name);
    int status = store->port->find(store->port->context, path, &store->warc);
    if (status < 0 && status != STATUS_DAMAGED)
        return status;
    bool being_closed = bytes == store->warc.bytes; /* its length is final already, its name not */
    bool in_pieces = status == STATUS_DAMAGED;      /* a computer moved it: whole, but it cannot grow */
    if (being_closed || in_pieces)
        return store_file_close(store);
    if (bytes % STORE_SECTOR_BYTES == 0 && bytes < store->warc.bytes &&
        store->warc.bytes == store->warc.sectors * STORE_SECTOR_BYTES)
        return 0;
    /* Somebody cut it: what is whole counts. */
    status = store_check_extent(store, &store->warc, store->warc.bytes, &check);
    if (status < 0)
        return status;
    adopt_file(store, journal_get(&store->journal, JOURNAL_WARC_SERIAL), &check);
    return store_file_close(store);
}

static int resume_file(struct store *store)
{
    struct store_name name = {.serial = 0};
    char path[STORE_PATH_SIZE];
    int status = remove_unborn_file(store);
    if (status < 0 || journal_get(&store->journal, JOURNAL_WARC_BYTES) == 0)
        return status;
    uint32_t serial = journal_get(&store->journal, JOURNAL_WARC_SERIAL);
    status = store_name_find(store, serial, true, &name);
    if (status == 0)
        return resume_open_file(store, name.text);
    if (status != STATUS_NOT_FOUND)
        return status;
    status = store_name_find(store, serial, false, &name); /* it was being closed */
    if (status == 0) {
        store_path(path, "WARC", name.text);
        status = store->port->settle(store->port->context, path);
    }
    if (status < 0 && status != STATUS_NOT_FOUND)
        return status;
    journal_set(&store->journal, JOURNAL_WARC_BYTES, 0);
    return 0;
}

static bool journal_has_open_file(const struct journal *journal)
{
    if (journal_flag(journal, JOURNAL_EJECTED))
        return false;
    return journal_get(journal, JOURNAL_WARC_BYTES) > 0 || journal->bytes[JOURNAL_FLAGS] != 0 ||
           journal->bytes[JOURNAL_PENDING_USED] != 0;
}

/* The sum of bytes may not fit. */
static uint32_t needed_kb(const struct store *store)
{
    return store->settings->reserve_bytes / 1024 + store->settings->page_bytes / 1024;
}

bool store_has_room(const struct store *store, const struct store_info *info)
{
    return info->free_kb >= needed_kb(store);
}

static int check_space(struct store *store)
{
    struct store_space space = {0};
    int status = store->port->space(store->port->context, store->was_pulled, &space);
    if (status < 0)
        return status;
    bool open_file_takes_it = journal_get(&store->journal, JOURNAL_WARC_BYTES) > 0 &&
                              store_file_room(store) >= store->settings->page_bytes;
    return open_file_takes_it || space.free_kb >= needed_kb(store) ? 0 : STATUS_FULL;
}

/* Keeps in the journal that the port is about to give these sectors to a file or to take them from one. */
static int keep_intent(void *user, uint32_t sector, uint32_t sectors)
{
    struct store *store = user;
    journal_set(&store->journal, JOURNAL_INTENT_SECTOR, sector);
    journal_set(&store->journal, JOURNAL_INTENT_SECTORS, sectors);
    return sectors > 0 ? journal_store(&store->journal, store->port) : 0;
}

/* Frees sectors that belong to no file because power failed while they were given or taken. It comes first
 * of all, before other sectors are given or taken. */
static int reclaim_after_cut(struct store *store)
{
    uint32_t sectors = journal_get(&store->journal, JOURNAL_INTENT_SECTORS);
    if (sectors == 0)
        return 0;
    int status = store->port->reclaim(store->port->context,
                                      journal_get(&store->journal, JOURNAL_INTENT_SECTOR), sectors);
    return status < 0 ? status : keep_intent(store, 0, 0);
}

static int resume_card(struct store *store)
{
    store->port->listen(store->port->context, NULL, NULL); /* there is no journal to keep it in */
    int status = open_journal(store);
    if (status == 0)
        status = reclaim_after_cut(store);
    if (status < 0)
        return status;
    store->port->listen(store->port->context, keep_intent, store);
    store->state_number = journal_get(&store->journal, JOURNAL_STATE);
    store->was_pulled = journal_has_open_file(&store->journal);
    if (store->was_pulled)
        journal_set(&store->journal, JOURNAL_REPAIRS, journal_get(&store->journal, JOURNAL_REPAIRS) + 1);
    status = resume_file(store);
    for (int log = 0; status == 0 && log < STORE_LOGS; log++)
        status = store_log_resume(store, (enum store_log)log);
    if (status < 0)
        return status;
    journal_set_flag(&store->journal, JOURNAL_EJECTED, false);
    return journal_store(&store->journal, store->port);
}

enum store_state store_mount(struct store *store)
{
    store_init(store, store->port, store->settings);
    int status = store->port->mount(store->port->context);
    if (status == 0)
        status = look_for_first_try(store);
    if (status == 0)
        status = make_folders(store->port);
    if (status == 0)
        status = resume_card(store);
    if (status == 0)
        status = check_space(store);
    if (status < 0)
        store_fail(store, status);
    else
        store->state = STORE_READY;
    if (store->state == STORE_NOT_FAT32)
        store->state = look_at_format(store);
    return store->state;
}

void store_forget(struct store *store)
{
    store->page_lost |= store->page != NULL;
    store_rollback(store);
    store->port->unmount(store->port->context);
    store->state = STORE_NO_CARD;
}

int store_eject(struct store *store)
{
    store_rollback(store);
    if (store->state != STORE_READY && store->state != STORE_FULL)
        return STATUS_CLOSED;
    int status = store_file_close(store);
    for (int log = 0; status == 0 && log < STORE_LOGS; log++)
        status = store_log_close(store, (enum store_log)log, false);
    if (status == 0) {
        journal_set_flag(&store->journal, JOURNAL_EJECTED, true);
        status = journal_store(&store->journal, store->port);
    }
    if (status < 0)
        return store_fail(store, status);
    store->port->unmount(store->port->context);
    store->state = STORE_EJECTED;
    return 0;
}

static int add_and_store(struct store *store, enum store_log log,
                         void (*emit)(struct sink *sink, const void *about), const void *about)
{
    if (store->state != STORE_READY && store->state != STORE_FULL)
        return STATUS_CLOSED;
    int status = store_log_add(store, log, emit, about);
    if (status == 0)
        status = store_commit_journal(store);
    return status < 0 ? store_fail(store, status) : 0;
}

int store_commit_journal(struct store *store)
{
    journal_set(&store->journal, JOURNAL_STATE, store->state_number);
    return journal_store(&store->journal, store->port);
}

int store_commit_state(struct store *store)
{
    if (store->state != STORE_READY && store->state != STORE_FULL)
        return STATUS_CLOSED;
    int status = store_commit_journal(store);
    return status < 0 ? store_fail(store, status) : 0;
}

static void emit_crawl(struct sink *sink, const void *about)
{
    crawl_log_emit(sink, about);
}

int store_log_crawl(struct store *store, const struct crawl_log_line *line)
{
    return add_and_store(store, STORE_LOG_CRAWL, emit_crawl, line);
}

static void emit_progress_head(struct sink *sink, const void *about)
{
    (void)about;
    progress_emit_head(sink);
}

static void emit_progress(struct sink *sink, const void *about)
{
    progress_emit(sink, about);
}

int store_log_progress(struct store *store, const struct progress *progress)
{
    bool is_first = !journal_flag(&store->journal, JOURNAL_LOG_OPEN << STORE_LOG_PROGRESS) &&
                    journal_lines_size(&store->journal, STORE_LOG_PROGRESS) == 0;
    int status = is_first ? add_and_store(store, STORE_LOG_PROGRESS, emit_progress_head, NULL) : 0;
    return status < 0 ? status : add_and_store(store, STORE_LOG_PROGRESS, emit_progress, progress);
}

struct event {
    uint32_t seconds;
    const char *sentence;
};

static void emit_event(struct sink *sink, const void *about)
{
    const struct event *event = about;
    sink_utc_iso(sink, event->seconds);
    sink_text(sink, " ");
    struct packed_reader sentence;
    packed_open(&sentence, event->sentence);
    for (char c; (c = packed_next(&sentence)) != '\0';)
        sink_bytes(sink, (unsigned char)c < ' ' ? " " : &c, 1);
    sink_text(sink, "\n");
}

int store_log_event(struct store *store, const char *sentence)
{
    struct event event = {store->port->now(store->port->context), sentence};
    return add_and_store(store, STORE_LOG_EVENTS, emit_event, &event);
}

struct foreign_host {
    const char *name;
    bool is_secure;
};

static void emit_host(struct sink *sink, const void *about)
{
    const struct foreign_host *host = about;
    sink_text(sink, host->is_secure ? "https://" : "http://");
    sink_text(sink, host->name);
    sink_text(sink, strchr(host->name, '/') ? "\n" : "/\n");
}

int store_log_host(struct store *store, const char *host, bool is_secure)
{
    struct foreign_host about = {host, is_secure};
    return add_and_store(store, STORE_LOG_HOSTS, emit_host, &about);
}

int store_get_info(struct store *store, struct store_info *info)
{
    struct store_space space = {0};
    *info = (struct store_info){.state = store->state, .lines_lost = store->lines_lost};
    if (store->state != STORE_READY && store->state != STORE_FULL)
        return 0;
    int status = store->port->space(store->port->context, 0, &space);
    if (status < 0)
        return store_fail(store, status);
    info->total_kb = space.total_kb;
    info->file_serial = journal_get(&store->journal, JOURNAL_WARC_SERIAL);
    info->file_bytes = journal_get(&store->journal, JOURNAL_WARC_BYTES);
    info->file_room_bytes = info->file_bytes > 0 ? store_file_room(store) : 0;
    info->free_kb = space.free_kb + info->file_room_bytes / 1024;
    info->file_pages = journal_get(&store->journal, JOURNAL_WARC_PAGES);
    info->card_pages = journal_get(&store->journal, JOURNAL_CARD_PAGES);
    info->repairs = journal_get(&store->journal, JOURNAL_REPAIRS);
    return 0;
}
