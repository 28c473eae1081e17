/* State files in anonymous memory. */
#include <string.h>
#include <sys/mman.h>

#include "base/status.h"
#include "crawl/frontier.h"
#include "graph/hosts/hosts.h"
#include "sim/memory.h"
#include "store/state_files.h"

enum {
    SLACK = 64, /* sectors */
    QUEUE_ENTRY_BYTES = 12,
    PLENTY_OF_UNITS = 16 * FRONTIER_UNITS_DEFAULT,
};

static uint8_t *map_sector(void *context, unsigned file, uint32_t sector)
{
    const struct memory *memory = context;
    return memory->bytes[file] + (size_t)sector * STATE_SECTOR_BYTES;
}

static int get_block(void *context, void *block, size_t size)
{
    const struct memory *memory = context;
    if (memory->block_size == 0)
        return STATUS_NOT_FOUND;
    memcpy(block, memory->block, size < memory->block_size ? size : memory->block_size);
    return (int)memory->block_size;
}

/* Power never fails here, so what is put counts at once. */
static int put_block(void *context, const void *block, size_t size)
{
    struct memory *memory = context;
    if (size > sizeof memory->block)
        return STATUS_TOO_LONG;
    memcpy(memory->block, block, size);
    memory->block_size = size;
    return STATUS_OK;
}

static int commit(void *context)
{
    (void)context;
    return STATUS_OK;
}

static uint32_t sectors_for(uint64_t bytes)
{
    return (uint32_t)(bytes / STATE_PAYLOAD_BYTES) + SLACK;
}

static int map_files(struct memory *memory, const uint32_t sectors[STATE_FILES])
{
    memset(memory, 0, sizeof *memory);
    memory->files = (struct state_files){
        .context = memory, .map = map_sector, .get = get_block, .put = put_block, .commit = commit};
    memcpy(memory->files.sectors, sectors, sizeof memory->files.sectors);
    for (unsigned file = 0; file < STATE_FILES; file++) {
        if (sectors[file] == 0)
            continue;
        size_t bytes = (size_t)sectors[file] * STATE_SECTOR_BYTES;
        void *map =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map == MAP_FAILED) {
            memory_close(memory);
            return STATUS_FULL;
        }
        memory->bytes[file] = map;
    }
    return STATUS_OK;
}

int memory_open(struct memory *memory, uint32_t hosts, uint32_t edges)
{
    uint32_t sectors[STATE_FILES] = {0};
    sectors[STATE_CRAWL] = STATE_CRAWL_SECTORS;
    sectors[STATE_HOSTS] = sectors_for((uint64_t)hosts * HOST_RECORD_BYTES);
    sectors[STATE_INDEX] = sectors_for((uint64_t)hosts * 2 * sizeof(uint32_t)) * 16 / 15 + 1;
    sectors[STATE_EDGES] = sectors_for((uint64_t)edges * sizeof(uint32_t));
    sectors[STATE_QUEUE] = 2 * sectors_for((uint64_t)hosts * QUEUE_ENTRY_BYTES);
    for (unsigned site = 0; site < STATE_SITES; site++)
        sectors[STATE_SITE0 + site] = FRONTIER_SEEN_AT + PLENTY_OF_UNITS * FRONTIER_UNIT_SECTORS;
    sectors[STATE_RESTING] = STATE_PLACES + (STATE_PLACES - STATE_SITES) * sectors[STATE_SITE0];
    return map_files(memory, sectors);
}

int memory_open_card(struct memory *memory, uint32_t card_mb)
{
    uint32_t sectors[STATE_FILES] = {0};
    for (unsigned file = 0; file < STATE_VALID; file++) /* a simulated page never says that it is unchanged */
        sectors[file] = store_state_sectors(file, card_mb * 1024);
    sectors[STATE_RESTING] = store_resting_sectors(sectors[STATE_SITE0], card_mb * 1024);
    return map_files(memory, sectors);
}

void memory_close(struct memory *memory)
{
    for (unsigned file = 0; file < STATE_FILES; file++)
        if (memory->bytes[file])
            munmap(memory->bytes[file], (size_t)memory->files.sectors[file] * STATE_SECTOR_BYTES);
    memset(memory, 0, sizeof *memory);
}
