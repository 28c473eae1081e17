#include "store/state_files.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/numbers.h"
#include "base/status.h"
#include "store/internal.h"
#include "store/state_more.h"

/* A copy of the state block: this header, then the block, over two sectors. */
enum {
    BLOCK_MAGIC_AT = 0,
    BLOCK_NUMBER_AT = 4,
    BLOCK_SIZE_AT = 8,
    BLOCK_CRC_AT = 12, /* of number, size and block */
    BLOCK_HEADER = 16,
    BLOCK_MAGIC = 0x31534243, /* "CBS1": the 1 is the version */
    BLOCK_IN_FIRST = STORE_SECTOR_BYTES - BLOCK_HEADER,
    SECOND_UNKNOWN = 0, /* the CRC of a second sector that was not written since the mount */
};

enum {
    KB_A_HOST = 7, /* of the card: 65,536 hosts on what is sold as 512 MB */
    HOSTS_MIN = 512,
    HOSTS_MAX = 262144,
    SECTOR_HOSTS = 2,
    SECTOR_SLOTS = 126, /* of the index, two for each host */
    EDGES_A_HOST = 32,
    QUEUE_BYTES_A_HOST = 16, /* in both halves */
    SITE_BYTES_A_HOST = 32,
    SITE_SECTORS_MAX = 4096, /* from 512 MB on, the order of a crawl must not depend on the card */
    SECTORS_A_KB = 2,
    RESTING_PART = 16, /* of the card */
    FREE_PART = 4,     /* RESTING.BIN is made while this part of the card is free */
};

static const char crawl_path[] = "STATE/CRAWL.BIN";
static const char new_crawl_path[] = "STATE/CRAWL.NEW";

static void file_path(char path[STORE_PATH_SIZE], unsigned file)
{
    static const char names[][6] = {"CRAWL", "HOSTS", "INDEX", "EDGES", "QUEUE"};
    char site[6] = "SITE0";
    site[4] = (char)('0' + file - STATE_SITE0);
    store_path(path, "STATE",
               file < STATE_SITE0   ? names[file]
               : file < STATE_VALID ? site
               : file > STATE_VALID ? "RESTING"
                                    : "VALID");
    memcpy(path + strlen(path), ".BIN", sizeof ".BIN");
}

static uint32_t wanted_sectors(unsigned file, uint32_t hosts)
{
    switch (file) {
    case STATE_CRAWL: return STATE_CRAWL_SECTORS;
    case STATE_HOSTS: return hosts / SECTOR_HOSTS;
    case STATE_INDEX: return (hosts * 2 / SECTOR_SLOTS + 1) * 16 / 15 + 1; /* 1/16 counts hosts of domains */
    case STATE_EDGES: return hosts / STORE_SECTOR_BYTES * EDGES_A_HOST * sizeof(uint32_t);
    case STATE_QUEUE: return hosts / STORE_SECTOR_BYTES * QUEUE_BYTES_A_HOST + 2;
    default:
        hosts = hosts / STORE_SECTOR_BYTES * SITE_BYTES_A_HOST;
        return hosts < SITE_SECTORS_MAX || file == STATE_VALID ? hosts : SITE_SECTORS_MAX;
    }
}

static int adopt_state_file(struct store_state_files *state, unsigned file)
{
    const struct store_port *port = state->store->port;
    char path[STORE_PATH_SIZE];
    struct store_extent extent = {0};
    file_path(path, file);
    int status = port->find(port->context, path, &extent);
    if (status == 0 &&
        (extent.bytes < STORE_SECTOR_BYTES || (file == STATE_CRAWL && extent.sectors < STATE_CRAWL_SECTORS)))
        status = STATUS_DAMAGED;
    state->first[file] = extent.sector;
    state->files.sectors[file] = extent.bytes / STORE_SECTOR_BYTES;
    return status;
}

static int create_state_file(struct store_state_files *state, unsigned file, const char *path,
                             uint32_t sectors, uint32_t cluster_bytes)
{
    const struct store_port *port = state->store->port;
    struct store_extent extent = {0};
    uint32_t bytes = sectors * STORE_SECTOR_BYTES;
    bytes = (bytes + cluster_bytes - 1) / cluster_bytes * cluster_bytes;
    int status = port->remove(port->context, path);
    if (status == 0)
        status = port->create(port->context, path, bytes, &extent);
    state->first[file] = extent.sector;
    state->files.sectors[file] = extent.sectors;
    return status;
}

/* Makes STATE_CRAWL, last of all: that it exists says that the others do. What its sectors held before
 * must not look like a state block. */
static int create_crawl_file(struct store_state_files *state, uint32_t cluster_bytes)
{
    static const uint8_t parts[] = {STATE_BLOCK_A, STATE_BLOCK_B, STATE_SHADOW};
    struct store *store = state->store;
    const struct store_port *port = store->port;
    int status = create_state_file(state, STATE_CRAWL, new_crawl_path, STATE_CRAWL_SECTORS, cluster_bytes);
    memset(store->scratch, 0, sizeof store->scratch);
    for (unsigned i = 0; status == 0 && i < sizeof parts; i++)
        status = port->write(port->context, state->first[STATE_CRAWL] + parts[i], store->scratch, 1);
    if (status == 0)
        status = port->sync(port->context);
    if (status == 0)
        status = port->close(port->context, new_crawl_path, strrchr(crawl_path, '/') + 1,
                             state->files.sectors[STATE_CRAWL] * STORE_SECTOR_BYTES);
    return status;
}

static uint32_t hosts_for_card(uint32_t card_kb)
{
    uint32_t hosts = card_kb / KB_A_HOST;
    hosts = hosts > HOSTS_MAX ? HOSTS_MAX : hosts;
    return hosts / HOSTS_MIN * HOSTS_MIN;
}

uint32_t store_state_sectors(unsigned file, uint32_t card_kb)
{
    return wanted_sectors(file, hosts_for_card(card_kb));
}

static int make_state_files(struct store_state_files *state)
{
    struct store *store = state->store;
    struct store_space space = {0};
    char path[STORE_PATH_SIZE];
    int status = store->port->space(store->port->context, 0, &space);
    if (status == 0)
        status = store->port->remove(store->port->context, crawl_path);
    if (status == 0 && store->state_number != 0) {
        store->state_number = 0;
        status = store_commit_state(store);
    }
    uint32_t hosts = hosts_for_card(space.total_kb);
    hosts = state_more_hosts(state, space.total_kb, hosts);
    for (unsigned file = STATE_HOSTS; status == 0 && file <= STATE_VALID; file++) {
        file_path(path, file);
        if (adopt_state_file(state, file) == 0)
            continue; /* it was made before power failed */
        do
            status = create_state_file(state, file, path, wanted_sectors(file, hosts), space.cluster_bytes);
        while (status == STATUS_FULL && (hosts = hosts / 2 / HOSTS_MIN * HOSTS_MIN) > 0);
    }
    return status < 0 ? status : create_crawl_file(state, space.cluster_bytes);
}

uint32_t store_resting_sectors(uint32_t site_sectors, uint32_t card_kb)
{
    uint32_t places = card_kb / RESTING_PART * SECTORS_A_KB / site_sectors;
    return STATE_PLACES + smaller_of(places, STATE_PLACES - STATE_SITES) * site_sectors;
}

/* Opens RESTING.BIN: a record for each place, and as many places as a part of the card has room for. Cards
 * of earlier versions have none: it is made, unless the harvest needs the room more. */
static void mount_resting(struct store_state_files *state)
{
    const struct store_port *port = state->store->port;
    struct store_space space = {0};
    char path[STORE_PATH_SIZE];
    uint32_t sectors = state->files.sectors[STATE_SITE0];
    file_path(path, STATE_RESTING);
    if (adopt_state_file(state, STATE_RESTING) == 0 || port->space(port->context, 0, &space) != 0)
        return;
    sectors = store_resting_sectors(sectors, space.total_kb);
    if (space.free_kb < space.total_kb / FREE_PART ||
        create_state_file(state, STATE_RESTING, path, sectors, space.cluster_bytes) != 0)
        state->files.sectors[STATE_RESTING] = 0;
}

/* A block with number n is always in the same copy, and the one before it in the other. */
static uint32_t copy_sector(const struct store_state_files *state, uint32_t number)
{
    return state->first[STATE_CRAWL] + (number % 2 ? STATE_BLOCK_B : STATE_BLOCK_A);
}

/* A card that fails here has failed for the harvest, too. */
static int note_card_failure(struct store_state_files *state, int status)
{
    return status < 0 ? store_fail(state->store, status) : 0;
}

/*
 * A worn out sector is like one whose contents make no sense: STATUS_DAMAGED, and whoever asked does without.
 * Whether it is just this one is known when the journal can be read, which was read before.
 */
static int read_state_sector(struct store_state_files *state, uint32_t sector, void *bytes)
{
    struct store *store = state->store;
    const struct store_port *port = store->port;
    int status = port->read(port->context, sector, bytes, 1);
    if (status != STATUS_IO)
        return note_card_failure(state, status);
    uint32_t journal = store->journal.sector;
    if (port->read(port->context, journal, bytes, 1) == 0 ||
        port->read(port->context, journal + JOURNAL_COPY_DISTANCE_SECTORS, bytes, 1) == 0)
        return STATUS_DAMAGED;
    return note_card_failure(state, status);
}

static int read_scratch(struct store_state_files *state, uint32_t sector)
{
    return read_state_sector(state, sector, state->store->scratch);
}

/* Reads the copy at a sector, and its number. Returns its size, or STATUS_DAMAGED. */
static int read_state_block(struct store_state_files *state, uint32_t sector, void *block, size_t size,
                            uint32_t *number)
{
    const uint8_t *scratch = state->store->scratch;
    int status = read_scratch(state, sector);
    if (status < 0)
        return status;
    size_t block_size = bytes_get32(scratch + BLOCK_SIZE_AT);
    uint32_t magic = bytes_get32(scratch + BLOCK_MAGIC_AT);
    if (magic != BLOCK_MAGIC || block_size > STATE_BLOCK_BYTES)
        return state_is_other_version(magic, BLOCK_MAGIC) ? STATUS_VERSION : STATUS_DAMAGED;
    *number = bytes_get32(scratch + BLOCK_NUMBER_AT);
    uint32_t stated_crc = bytes_get32(scratch + BLOCK_CRC_AT);
    size_t in_first = smaller_of((uint32_t)block_size, BLOCK_IN_FIRST);
    uint32_t crc = crc32_update(CRC32_INIT, scratch + BLOCK_NUMBER_AT, BLOCK_CRC_AT - BLOCK_NUMBER_AT);
    crc = crc32_update(crc, scratch + BLOCK_HEADER, in_first);
    memcpy(block, scratch + BLOCK_HEADER, smaller_of((uint32_t)size, (uint32_t)in_first));
    status = read_scratch(state, sector + 1);
    if (status < 0)
        return status;
    crc = crc32_update(crc, scratch, block_size - in_first);
    if (size > in_first)
        memcpy((uint8_t *)block + in_first, scratch,
               smaller_of((uint32_t)size, (uint32_t)block_size) - in_first);
    return crc == stated_crc ? (int)block_size : STATUS_DAMAGED;
}

/* Returns the number of the copy to use when the journal was lost and says nothing: of two good copies the
 * older one, since the newer may never have been committed; or a single good one, unless it is the first
 * of all. */
static uint32_t number_without_journal(struct store_state_files *state)
{
    uint8_t nothing;
    uint32_t a, b;
    bool a_is_good = read_state_block(state, copy_sector(state, 0), &nothing, 0, &a) >= 0;
    bool b_is_good = read_state_block(state, copy_sector(state, 1), &nothing, 0, &b) >= 0;
    if (a_is_good && b_is_good)
        return (int32_t)(a - b) < 0 ? a : b;
    return a_is_good ? a : b_is_good && b != 1 ? b : 0;
}

static bool store_is_usable(const struct store *store)
{
    return store->state == STORE_READY || store->state == STORE_FULL;
}

int store_state_get(struct store_state_files *state, void *block, size_t size)
{
    struct store *store = state->store;
    uint32_t found;
    if (store->state_number == 0) {
        store->state_number = number_without_journal(state);
        journal_set(&store->journal, JOURNAL_STATE, store->state_number);
    }
    if (store->state_number == 0)
        return store_is_usable(store) ? STATUS_NOT_FOUND : store->cause;
    uint32_t number = store->state_number;
    int status = read_state_block(state, copy_sector(state, number), block, size, &found);
    if (status >= 0 && found == number)
        return status;
    if (status < 0 && status != STATUS_DAMAGED)
        return status;
    /* The commit before it is as whole: what came between is done again. */
    status = read_state_block(state, copy_sector(state, number - 1), block, size, &found);
    if (status < 0 || found != number - 1)
        return status < 0 ? status : STATUS_DAMAGED;
    store->state_number = found;
    journal_set(&store->journal, JOURNAL_STATE, found);
    return status;
}

/* Writes what of a block lies in its second sector, unless the copy has just that: of the sites, only the
 * last lies there. */
static int put_second(struct store_state_files *state, uint32_t number, const uint8_t *bytes, size_t size)
{
    const struct store_port *port = state->store->port;
    uint8_t *scratch = state->store->scratch;
    uint32_t *known = &state->second_crc[number % 2];
    memset(scratch, 0, STORE_SECTOR_BYTES);
    memcpy(scratch, bytes, size);
    uint32_t crc = crc32_update(CRC32_INIT, scratch, STORE_SECTOR_BYTES);
    if (*known == crc && crc != SECOND_UNKNOWN)
        return 0;
    *known = SECOND_UNKNOWN;
    int status = port->write(port->context, copy_sector(state, number) + 1, scratch, 1);
    if (status == 0)
        *known = crc;
    return status;
}

int store_state_put(struct store_state_files *state, const void *block, size_t size)
{
    struct store *store = state->store;
    const struct store_port *port = store->port;
    uint32_t number = journal_get(&store->journal, JOURNAL_STATE) + 1;
    uint32_t sector = copy_sector(state, number);
    uint8_t *scratch = store->scratch;
    if (size > STATE_BLOCK_BYTES)
        return STATUS_TOO_LONG;
    if (!store_is_usable(store))
        return STATUS_CLOSED;
    size_t in_first = smaller_of((uint32_t)size, BLOCK_IN_FIRST);
    int status = put_second(state, number, (const uint8_t *)block + in_first, size - in_first);
    memset(scratch, 0, STORE_SECTOR_BYTES);
    bytes_put32(scratch + BLOCK_MAGIC_AT, BLOCK_MAGIC);
    bytes_put32(scratch + BLOCK_NUMBER_AT, number);
    bytes_put32(scratch + BLOCK_SIZE_AT, (uint32_t)size);
    memcpy(scratch + BLOCK_HEADER, block, in_first);
    uint32_t crc = crc32_update(CRC32_INIT, scratch + BLOCK_NUMBER_AT, BLOCK_CRC_AT - BLOCK_NUMBER_AT);
    bytes_put32(scratch + BLOCK_CRC_AT, crc32_update(crc, block, size));
    if (status == 0)
        status = port->write(port->context, sector, scratch, 1);
    if (STATE_MORE_SITES > 0 && status == 0)
        status = state_more_write(state, sector, number, bytes_get32(scratch + BLOCK_CRC_AT));
    if (status < 0)
        return store_fail(store, status);
    store->state_number = number;
    return 0;
}

static int on_card_read(void *context, unsigned file, uint32_t sector, void *bytes)
{
    struct store_state_files *state = context;
    return read_state_sector(state, state->first[file] + sector, bytes);
}

static int on_card_write(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    struct store_state_files *state = context;
    const struct store_port *port = state->store->port;
    return note_card_failure(state, port->write(port->context, state->first[file] + sector, bytes, 1));
}

static int on_card_sync(void *context)
{
    struct store_state_files *state = context;
    const struct store_port *port = state->store->port;
    return note_card_failure(state, port->sync(port->context));
}

static int on_card_get(void *context, void *block, size_t size)
{
    return store_state_get(context, block, size);
}

static int on_card_put(void *context, const void *block, size_t size)
{
    return store_state_put(context, block, size);
}

static int on_card_commit(void *context)
{
    return store_commit_state(((struct store_state_files *)context)->store);
}

#if CRAWLBOX_MORE_SITES > 0
static void on_card_put_more(void *context, const void *bytes, size_t size)
{
    struct store_state_files *state = context;
    state->more = bytes;
    state->more_bytes = size;
}

static int on_card_get_more(void *context, void *bytes, size_t size)
{
    struct store_state_files *state = context;
    uint32_t number = state->store->state_number, sector = copy_sector(state, number);
    const uint8_t *scratch = state->store->scratch;
    int status = read_scratch(state, sector);
    if (status < 0)
        return status;
    return state_more_read(state, sector, number, bytes_get32(scratch + BLOCK_CRC_AT), bytes, size);
}

#endif

int store_state_mount(struct store_state_files *state, struct store *store)
{
    int status = 0;
    *state = (struct store_state_files)
    {
        .store = store,
#if CRAWLBOX_MORE_SITES > 0
        .limits = state->limits,
#endif
        .files = {
            .context = state,
            .read = on_card_read,
            .write = on_card_write,
            .sync = on_card_sync,
            .get = on_card_get,
            .put = on_card_put,
#if CRAWLBOX_MORE_SITES > 0
            .put_more = on_card_put_more,
            .get_more = on_card_get_more,
#endif
            .commit = on_card_commit
        }
    };
    for (unsigned file = 0; status == 0 && file <= STATE_VALID; file++)
        status = adopt_state_file(state, file);
    if (status == STATUS_NOT_FOUND || status == STATUS_DAMAGED)
        status = make_state_files(state);
    if (status == 0)
        mount_resting(state);
    if (status == 0)
        state_more_mount(state);
    return status < 0 && status != STATUS_FULL ? store_fail(store, status) : status;
}
