/* Starts a card: finds out which kind it is, what it says about itself, and how many sectors it has. */
#include "parts/sdcard.h"

#include "parts/sdcard_internal.h"

/* Commands, of the SD Physical Layer specification, in SPI mode. */
enum {
    CMD_GO_IDLE = 0,
    CMD_INTERFACE_CONDITION = 8,
    CMD_READ_CSD = 9,
    CMD_READ_OCR = 58,
    CMD_CHECKSUMS = 59,
    ACMD_START = 41,
};

enum {
    CONDITION = 0x1aa, /* 2.7-3.6 V, and a pattern that must come back */
    HIGH_CAPACITY = 0x40000000,
    CSD_BYTES = 16,
    HIGHEST_SECTOR_BIT = 1 << 30,          /* 1 TB in all */
    HIGHEST_SECTOR_BIT_OF_BYTES = 1 << 22, /* 4 GB: what 32 bits can count */
};

enum { SLOW_HZ = 400000, FAST_HZ = 25000000, START_MS = 1000, IDLE_TRIES = 8 };

static uint32_t csd_bits(const uint8_t csd[CSD_BYTES], unsigned high, unsigned low)
{
    uint32_t value = 0;
    for (unsigned bit = high + 1; bit-- > low;)
        value = value << 1 | (csd[CSD_BYTES - 1 - bit / 8] >> bit % 8 & 1);
    return value;
}

/* Reads size and write protection from the card-specific data, where the specification has them. */
static void read_properties(struct sdcard *card, const uint8_t csd[CSD_BYTES])
{
    if (csd_bits(csd, 127, 126) == 0) {
        uint32_t shift = csd_bits(csd, 49, 47) + 2 + csd_bits(csd, 83, 80);
        card->sectors = (csd_bits(csd, 73, 62) + 1) << (shift - 9);
    } else {
        card->sectors = (csd_bits(csd, 69, 48) + 1) * 1024;
    }
    card->read_only = csd_bits(csd, 13, 12) != 0;
}

/* Returns 1 if the card has the sector, 0 if not, or an error. */
static int sdcard_has_sector(struct sdcard *card, uint32_t sector)
{
    int status = SDCARD_OK;
    for (int i = 0; i < SDCARD_TRIES; i++) {
        status = sdcard_status_of(sdcard_command(card, CMD_READ_ONE, sdcard_address(card, sector)));
        if (status == SDCARD_OK)
            status = sdcard_wait_for_block(card);
        if (status == SDCARD_RANGE)
            return 0;
        sdcard_skip(card, SDCARD_FLUSH_BYTES); /* the block, or what is left of it */
        if (status == SDCARD_OK)
            return 1;
    }
    return status;
}

/* Searches the number of the last sector that can be read, bit by bit. A card that gives every sector that
 * it is asked for does not show where it ends. */
static int sdcard_search_size(struct sdcard *card)
{
    uint32_t last = 0;
    for (uint32_t bit = card->addressed_in_sectors ? HIGHEST_SECTOR_BIT : HIGHEST_SECTOR_BIT_OF_BYTES;
         bit > 0; bit /= 2) {
        int there = sdcard_has_sector(card, last | bit);
        if (there < 0)
            return there;
        last |= there ? bit : 0;
    }
    card->sectors = last + 1;
    card->read_only = false;
    return last == 2u * HIGHEST_SECTOR_BIT - 1 ? SDCARD_RANGE : SDCARD_OK;
}

static int sdcard_find_size(struct sdcard *card)
{
    uint8_t csd[CSD_BYTES];
    uint8_t answer = sdcard_command(card, CMD_READ_CSD, 0);
    card->tells_size = answer != R1_ILLEGAL;
    if (!card->tells_size)
        return SDCARD_OK;
    int status = answer == R1_OK ? sdcard_read_block(card, csd, sizeof csd) : SDCARD_ERROR;
    if (status == SDCARD_OK)
        read_properties(card, csd);
    return status;
}

/* Says whether the card takes a command. It is asked twice, since some cards answer for the command
 * before. */
static bool takes_command(struct sdcard *card, int (*function)(struct sdcard *card))
{
    int status = function(card);
    if (status != SDCARD_OK)
        status = function(card);
    return status == SDCARD_OK;
}

/* Sends CMD0 until the card is idle, since the first may fall into the rest of an older command. */
static int sdcard_go_idle(struct sdcard *card)
{
    uint8_t answer = R1_NONE;
    sdcard_skip(card, SDCARD_FLUSH_BYTES);
    for (int i = 0; i < IDLE_TRIES; i++) {
        uint8_t last = sdcard_command(card, CMD_GO_IDLE, 0);
        if (last == R1_IDLE)
            return SDCARD_OK;
        answer = last != R1_NONE ? last : answer;
        sdcard_skip(card, 2);
    }
    return answer == R1_NONE ? SDCARD_NO_CARD : SDCARD_ERROR;
}

static int sdcard_leave_idle(struct sdcard *card, uint32_t capacity_flag)
{
    uint32_t start = sdcard_now(card);
    for (;;) {
        uint8_t answer = sdcard_application_command(card, ACMD_START, capacity_flag);
        if (answer == R1_OK)
            return SDCARD_OK;
        if (answer != R1_IDLE)
            return answer == R1_NONE ? SDCARD_NO_CARD : SDCARD_ERROR;
        if (sdcard_now(card) - start > START_MS) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
        card->bus->sleep_ms(card->bus->context, 1);
    }
}

static int sdcard_start_once(struct sdcard *card)
{
    uint8_t extra[4];
    int status = sdcard_go_idle(card);
    if (status != SDCARD_OK)
        return status;
    bool second_version = sdcard_command(card, CMD_INTERFACE_CONDITION, CONDITION) == R1_IDLE;
    if (second_version) {
        card->bus->transfer(card->bus->context, NULL, extra, sizeof extra);
        if (extra[3] != (CONDITION & 0xff))
            return SDCARD_ERROR;
    }
    if (sdcard_command(card, CMD_CHECKSUMS, 1) & ~R1_IDLE)
        return SDCARD_ERROR;
    status = sdcard_leave_idle(card, second_version ? HIGH_CAPACITY : 0);
    if (status != SDCARD_OK)
        return status;
    if (sdcard_command(card, CMD_READ_OCR, 0) & ~R1_IDLE)
        return SDCARD_ERROR;
    card->bus->transfer(card->bus->context, NULL, extra, sizeof extra);
    card->addressed_in_sectors = second_version && extra[0] & HIGH_CAPACITY >> 24;
    card->tells_status = true;
    status = sdcard_find_size(card);
    if (status != SDCARD_OK)
        return status;
    card->tells_status = takes_command(card, sdcard_check_status);
    if ((!card->addressed_in_sectors || !card->tells_status) && !takes_command(card, sdcard_set_sector_size))
        return SDCARD_ERROR;
    card->bus->set_clock(card->bus->context, FAST_HZ);
    return card->tells_size ? SDCARD_OK : sdcard_search_size(card);
}

int sdcard_start(struct sdcard *card)
{
    const struct sdcard_bus *bus = card->bus;
    int status = SDCARD_OK;
    card->started = false;
    for (int i = 0; i < SDCARD_TRIES; i++) {
        bus->take(bus->context);
        bus->set_clock(bus->context, SLOW_HZ);
        status = sdcard_start_once(card);
        bus->give(bus->context);
        if (status == SDCARD_OK || status == SDCARD_NO_CARD)
            break;
        card->retries++;
    }
    card->started = status == SDCARD_OK;
    return status;
}
