#include "store/state_more.h"

#if CRAWLBOX_MORE_SITES > 0

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/format.h"
#include "base/numbers.h"
#include "base/status.h"
#include "store/internal.h"

/* A supplement: this header, then its bytes, over as many sectors as they need. */
enum {
    MORE_MAGIC_AT = 0,
    MORE_NUMBER_AT = 4,
    MORE_BLOCK_CRC_AT = 8, /* of the block that it belongs to */
    MORE_SIZE_AT = 12,
    MORE_CRC_AT = 16, /* of number, block's checksum, size and bytes */
    MORE_HEADER = 20,
    MORE_MAGIC = 0x314d4243, /* "CBM1": the 1 is the version */
};

enum {
    HOSTS_STEP = 512,
    HOSTS_MOST = 4194304,
    LEAST_KB_A_HOST = 2, /* then the table has less than a quarter of the card */
    FREE_PART = 4,       /* a file is made while this part of the card is free */
};

_Static_assert(MORE_HEADER + STATE_MORE_BYTES <=
                   (STATE_BLOCK_B - STATE_BLOCK_A - STATE_MORE_AT) * STATE_SECTOR_BYTES,
               "a supplement must end before the next copy");

void store_state_limit(struct store_state_files *state, const struct store_state_limits *limits)
{
    state->limits = limits;
}

/* ---- Files ---- */

uint32_t state_more_hosts(const struct store_state_files *state, uint32_t card_kb, uint32_t usual)
{
    uint32_t wanted = state->limits != NULL ? state->limits->hosts : 0;
    wanted = smaller_of(smaller_of(wanted, HOSTS_MOST), card_kb / LEAST_KB_A_HOST);
    return wanted == 0 ? usual : larger_of(wanted / HOSTS_STEP, 1) * HOSTS_STEP;
}

/* All slot files are equally long: what has another length is none of this card. */
static bool adopt_more_file(struct store_state_files *state, unsigned file, const char *path)
{
    const struct store_port *port = state->store->port;
    struct store_extent extent = {0};
    uint32_t sectors = state->files.sectors[STATE_SITE0];
    if (port->find(port->context, path, &extent) != 0 || extent.bytes != sectors * STORE_SECTOR_BYTES)
        return false;
    state->first[file] = extent.sector;
    state->files.sectors[file] = sectors;
    return true;
}

static bool make_more_file(struct store_state_files *state, unsigned file, const char *path)
{
    const struct store_port *port = state->store->port;
    struct store_extent extent = {0};
    struct store_space space = {0};
    uint32_t sectors = state->files.sectors[STATE_SITE0];
    if (port->space(port->context, 0, &space) != 0 || space.free_kb < space.total_kb / FREE_PART ||
        port->remove(port->context, path) != 0 ||
        port->create(port->context, path, sectors * STORE_SECTOR_BYTES, &extent) != 0)
        return false;
    state->first[file] = extent.sector;
    state->files.sectors[file] = sectors;
    return true;
}

void state_more_mount(struct store_state_files *state)
{
    char path[STORE_PATH_SIZE];
    unsigned wanted = state->limits != NULL ? state->limits->sites : 0;
    bool has_room = true;
    for (unsigned file = STATE_MORE0; file < STATE_RESTING; file++) {
        unsigned number = file - STATE_MORE0 + STATE_SITES;
        format_text(path, sizeof path, "STATE/SITE%u.BIN", number);
        if (adopt_more_file(state, file, path) || number >= wanted)
            continue;
        has_room = has_room && make_more_file(state, file, path);
    }
    state->files.sites = wanted;
}

/* ---- The supplement ---- */

static uint32_t crc_of_header(const uint8_t *header)
{
    return crc32_update(CRC32_INIT, header + MORE_NUMBER_AT, MORE_CRC_AT - MORE_NUMBER_AT);
}

int state_more_write(struct store_state_files *state, uint32_t sector, uint32_t number, uint32_t block_crc)
{
    const struct store_port *port = state->store->port;
    uint8_t *scratch = state->store->scratch;
    const uint8_t *from = state->more;
    size_t left = state->more_bytes, at = MORE_HEADER;
    int status = 0;
    state->more_bytes = 0;
    if (left > STATE_MORE_BYTES)
        return STATUS_TOO_LONG;
    if (left == 0)
        return 0;
    memset(scratch, 0, STORE_SECTOR_BYTES);
    bytes_put32(scratch + MORE_MAGIC_AT, MORE_MAGIC);
    bytes_put32(scratch + MORE_NUMBER_AT, number);
    bytes_put32(scratch + MORE_BLOCK_CRC_AT, block_crc);
    bytes_put32(scratch + MORE_SIZE_AT, (uint32_t)left);
    bytes_put32(scratch + MORE_CRC_AT, crc32_update(crc_of_header(scratch), from, left));
    for (sector += STATE_MORE_AT; status == 0 && left > 0; sector++, at = 0) {
        size_t part = smaller_of((uint32_t)left, (uint32_t)(STORE_SECTOR_BYTES - at));
        memcpy(scratch + at, from, part);
        memset(scratch + at + part, 0, STORE_SECTOR_BYTES - at - part);
        status = port->write(port->context, sector, scratch, 1);
        from += part;
        left -= part;
    }
    return status;
}

/* Reads the rest of a supplement, whose first sector is in the scratch. Returns the checksum of its bytes
 * that follows from `crc`, or a status below 0. */
static int64_t read_bytes(struct store_state_files *state, uint32_t sector, uint32_t crc, uint8_t *to,
                          size_t left)
{
    const struct store_port *port = state->store->port;
    const uint8_t *scratch = state->store->scratch;
    for (size_t at = MORE_HEADER; left > 0; at = 0) {
        size_t part = smaller_of((uint32_t)left, (uint32_t)(STORE_SECTOR_BYTES - at));
        memcpy(to, scratch + at, part);
        crc = crc32_update(crc, to, part);
        to += part;
        left -= part;
        int status = left > 0 ? port->read(port->context, ++sector, state->store->scratch, 1) : 0;
        if (status < 0)
            return status;
    }
    return crc;
}

int state_more_read(struct store_state_files *state, uint32_t sector, uint32_t number, uint32_t block_crc,
                    void *bytes, size_t size)
{
    const struct store_port *port = state->store->port;
    const uint8_t *scratch = state->store->scratch;
    sector += STATE_MORE_AT;
    if (port->read(port->context, sector, state->store->scratch, 1) < 0)
        return STATUS_NOT_FOUND;
    uint32_t length = bytes_get32(scratch + MORE_SIZE_AT), stated_crc = bytes_get32(scratch + MORE_CRC_AT);
    if (bytes_get32(scratch + MORE_MAGIC_AT) != MORE_MAGIC ||
        bytes_get32(scratch + MORE_NUMBER_AT) != number ||
        bytes_get32(scratch + MORE_BLOCK_CRC_AT) != block_crc || length > size)
        return STATUS_NOT_FOUND;
    int64_t crc = read_bytes(state, sector, crc_of_header(scratch), bytes, length);
    return crc == stated_crc ? (int)length : STATUS_NOT_FOUND;
}

#endif
