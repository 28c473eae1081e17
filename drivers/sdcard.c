#include "sdcard.h"

#include <string.h>

/* Commands, of the SD Physical Layer specification, in SPI mode. */
enum {
    CMD_GO_IDLE = 0,
    CMD_INTERFACE_CONDITION = 8,
    CMD_READ_CSD = 9,
    CMD_STOP = 12,
    CMD_STATUS = 13,
    CMD_SECTOR_BYTES = 16,
    CMD_READ_ONE = 17,
    CMD_READ_MANY = 18,
    CMD_WRITE_ONE = 24,
    CMD_WRITE_MANY = 25,
    CMD_APPLICATION = 55,
    CMD_READ_OCR = 58,
    CMD_CHECKSUMS = 59,
    ACMD_ERASE_COUNT = 23,
    ACMD_START = 41,
};

enum {
    R1_OK = 0x00,
    R1_IDLE = 0x01,
    R1_ILLEGAL = 0x04,
    R1_ADDRESS = 0x20,
    R1_PARAMETER = 0x40,
    R1_NONE = 0xff,
    TOKEN_BLOCK = 0xfe,
    TOKEN_ERROR_MAX = 0x1f, /* a token that tells why no block comes is not above this */
    TOKEN_RANGE = 0x08,
    TOKEN_BLOCK_OF_MANY = 0xfc,
    TOKEN_STOP = 0xfd,
    ANSWER_MASK = 0x1f,
    ANSWER_ACCEPTED = 0x05,
    ANSWER_CHECKSUM = 0x0b,
    CONDITION = 0x1aa, /* 2.7-3.6 V, and a pattern that must come back */
    HIGH_CAPACITY = 0x40000000,
    CSD_BYTES = 16,
    HIGHEST_SECTOR_BIT = 1 << 30,          /* 1 TB in all */
    HIGHEST_SECTOR_BIT_OF_BYTES = 1 << 22, /* 4 GB: what 32 bits can count */
    COMPARED_BYTES = 32,                   /* of a sector, at a time */
};

enum {
    SLOW_HZ = 400000,
    FAST_HZ = 25000000,
    START_MS = 1000,
    READ_MS = 200,
    WRITE_MS = 500,
    SPIN_MS = 2, /* busy for so long: ask again at once; then let others run */
    ANSWER_BYTES = 10,
    TRIES = 4,
    IDLE_TRIES = 8,
    /* An adapter or emulator left in the middle of a block by a card that was pulled: clock it out. */
    FLUSH_BYTES = SDCARD_SECTOR_BYTES + 8,
};

static uint8_t exchange(struct sdcard *card, uint8_t byte)
{
    uint8_t answer;
    card->bus->transfer(card->bus->context, &byte, &answer, 1);
    return answer;
}

static void skip(struct sdcard *card, size_t count)
{
    card->bus->transfer(card->bus->context, NULL, NULL, count);
}

static uint32_t now(struct sdcard *card)
{
    return card->bus->now_ms(card->bus->context);
}

static uint8_t checksum7(const uint8_t *bytes, size_t size)
{
    uint8_t crc = 0;
    while (size-- > 0) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x12 : crc << 1);
    }
    return crc | 1;
}

/* CRC-16 with polynomial x^16 + x^12 + x^5 + 1: all eight steps of a byte at once, without a table. */
static uint16_t checksum16(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0;
    for (const uint8_t *end = bytes + size; bytes < end; bytes++) {
        uint32_t top = (crc >> 8) ^ *bytes;
        top ^= top >> 4;
        crc = ((crc << 8) ^ (top << 12) ^ (top << 5) ^ top) & 0xffff;
    }
    return (uint16_t)crc;
}

/* Until the card lets go of the line. */
static int wait_ready(struct sdcard *card, uint32_t limit_ms)
{
    uint32_t start = now(card);
    while (exchange(card, 0xff) != 0xff) {
        uint32_t waited = now(card) - start;
        if (waited > limit_ms) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
        if (waited > SPIN_MS)
            card->bus->sleep_ms(card->bus->context, 1);
    }
    return SDCARD_OK;
}

static uint8_t read_r1(struct sdcard *card)
{
    uint8_t answer = R1_NONE;
    for (int i = 0; i < ANSWER_BYTES && answer & 0x80; i++)
        answer = exchange(card, 0xff);
    return answer;
}

static uint8_t command(struct sdcard *card, uint8_t number, uint32_t argument)
{
    /* Eight clocks first: a card needs them after its last answer. */
    uint8_t frame[7] = {0xff,
                        (uint8_t)(0x40 | number),
                        (uint8_t)(argument >> 24),
                        (uint8_t)(argument >> 16),
                        (uint8_t)(argument >> 8),
                        (uint8_t)argument,
                        0};
    frame[6] = checksum7(frame + 1, 5);
    card->bus->transfer(card->bus->context, frame, NULL, sizeof frame);
    if (number == CMD_STOP)
        skip(card, 1); /* the last byte of the block that it cuts off */
    return read_r1(card);
}

static uint8_t application_command(struct sdcard *card, uint8_t number, uint32_t argument)
{
    uint8_t answer = command(card, CMD_APPLICATION, 0);
    return answer & ~R1_IDLE ? answer : command(card, number, argument);
}

/* What an answer other than OK to a command for a started card means. */
static int status_of(uint8_t r1)
{
    if (r1 == R1_OK)
        return SDCARD_OK;
    if (r1 == R1_NONE)
        return SDCARD_NO_CARD;
    if (r1 & (R1_IDLE | R1_ILLEGAL))
        return SDCARD_CHANGED;
    return r1 & (R1_ADDRESS | R1_PARAMETER) ? SDCARD_RANGE : SDCARD_ERROR;
}

static int wait_for_block(struct sdcard *card)
{
    uint8_t token;
    uint32_t start = now(card);
    while ((token = exchange(card, 0xff)) == 0xff) {
        if (now(card) - start > READ_MS) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
    }
    if (token == TOKEN_BLOCK)
        return SDCARD_OK;
    return token <= TOKEN_ERROR_MAX && token & TOKEN_RANGE ? SDCARD_RANGE : SDCARD_ERROR;
}

static int read_block(struct sdcard *card, uint8_t *bytes, size_t size)
{
    uint8_t crc[2];
    int status = wait_for_block(card);
    if (status != SDCARD_OK)
        return status;
    card->bus->transfer(card->bus->context, NULL, bytes, size);
    card->bus->transfer(card->bus->context, NULL, crc, sizeof crc);
    if ((crc[0] << 8 | crc[1]) == checksum16(bytes, size))
        return SDCARD_OK;
    card->checksum_errors++;
    return SDCARD_ERROR;
}

/* Whether the block that comes is this one. */
static int compare_block(struct sdcard *card, const uint8_t *expected)
{
    uint8_t piece[COMPARED_BYTES];
    int status = wait_for_block(card);
    if (status != SDCARD_OK)
        return status;
    for (size_t at = 0; at < SDCARD_SECTOR_BYTES; at += sizeof piece) {
        card->bus->transfer(card->bus->context, NULL, piece, sizeof piece);
        if (memcmp(piece, expected + at, sizeof piece) != 0)
            status = SDCARD_FORGETS;
    }
    skip(card, 2); /* its CRC: the bytes themselves were compared */
    return status;
}

static int write_block(struct sdcard *card, uint8_t token, const uint8_t *bytes)
{
    uint16_t crc = checksum16(bytes, SDCARD_SECTOR_BYTES);
    const uint8_t start[2] = {0xff, token};
    const uint8_t end[2] = {(uint8_t)(crc >> 8), (uint8_t)crc};
    card->bus->transfer(card->bus->context, start, NULL, sizeof start);
    card->bus->transfer(card->bus->context, bytes, NULL, SDCARD_SECTOR_BYTES);
    card->bus->transfer(card->bus->context, end, NULL, sizeof end);
    uint8_t answer = exchange(card, 0xff) & ANSWER_MASK;
    int status = wait_ready(card, WRITE_MS);
    if (answer == ANSWER_ACCEPTED)
        return status;
    if (answer == ANSWER_CHECKSUM)
        card->checksum_errors++;
    return answer == ANSWER_MASK ? SDCARD_NO_CARD : SDCARD_ERROR;
}

static uint32_t address(const struct sdcard *card, uint32_t sector)
{
    return card->addressed_in_sectors ? sector : sector * SDCARD_SECTOR_BYTES;
}

/* Reads sectors to `bytes`, or (if NULL) compares them with `expected`. */
static int read_once(struct sdcard *card, uint32_t sector, uint8_t *bytes, const uint8_t *expected,
                     uint32_t count)
{
    int status = status_of(command(card, count > 1 ? CMD_READ_MANY : CMD_READ_ONE, address(card, sector)));
    if (status != SDCARD_OK)
        return status;
    for (uint32_t i = 0; status == SDCARD_OK && i < count; i++)
        status = bytes ? read_block(card, bytes + i * SDCARD_SECTOR_BYTES, SDCARD_SECTOR_BYTES)
                       : compare_block(card, expected + i * SDCARD_SECTOR_BYTES);
    if (count > 1) {
        (void)command(card, CMD_STOP, 0); /* its answer may lie among the data that it stops */
        int ready = wait_ready(card, READ_MS);
        status = status == SDCARD_OK ? ready : status;
    }
    return status;
}

static int write_many(struct sdcard *card, uint32_t sector, const uint8_t *bytes, uint32_t count)
{
    (void)application_command(card, ACMD_ERASE_COUNT, count); /* only a hint: cards may refuse it */
    int status = status_of(command(card, CMD_WRITE_MANY, address(card, sector)));
    if (status != SDCARD_OK)
        return status;
    for (uint32_t i = 0; status == SDCARD_OK && i < count; i++)
        status = write_block(card, TOKEN_BLOCK_OF_MANY, bytes + i * SDCARD_SECTOR_BYTES);
    if (status == SDCARD_OK) {
        const uint8_t stop[2] = {TOKEN_STOP, 0xff};
        card->bus->transfer(card->bus->context, stop, NULL, sizeof stop);
    } else {
        (void)command(card, CMD_STOP, 0); /* after an error the card takes no stop token */
    }
    int ready = wait_ready(card, WRITE_MS);
    return status == SDCARD_OK ? ready : status;
}

static int set_sector_size(struct sdcard *card)
{
    return status_of(command(card, CMD_SECTOR_BYTES, SDCARD_SECTOR_BYTES));
}

/* Is it there, is it the card that was started, and is it well? To set the sector size again changes nothing, and a card that was
 * not started refuses it: that is for cards that refuse to tell their status. */
static int check_status(struct sdcard *card)
{
    if (!card->tells_status)
        return set_sector_size(card);
    uint8_t r1 = command(card, CMD_STATUS, 0);
    uint8_t r2 = exchange(card, 0xff);
    int status = status_of(r1);
    return status == SDCARD_OK && r2 != 0 ? SDCARD_ERROR : status;
}

/* A write is done when the card says after it that nothing went wrong inside, or gives back what it was given. */
static int write_once(struct sdcard *card, uint32_t sector, const uint8_t *bytes, uint32_t count)
{
    int status;
    if (count > 1) {
        status = write_many(card, sector, bytes, count);
    } else {
        status = status_of(command(card, CMD_WRITE_ONE, address(card, sector)));
        if (status == SDCARD_OK)
            status = write_block(card, TOKEN_BLOCK, bytes);
    }
    if (status != SDCARD_OK)
        return status;
    return card->tells_status ? check_status(card) : read_once(card, sector, NULL, bytes, count);
}

struct job {
    uint32_t sector, count;
    uint8_t *read_to; /* or, if NULL: */
    const uint8_t *write_from;
};

/* Tries a job up to TRIES times, waiting 1, 10, 100 ms in between. A card that is gone or another is not tried again. */
static int run(struct sdcard *card, const struct job *job)
{
    const struct sdcard_bus *bus = card->bus;
    if (!card->started)
        return SDCARD_CHANGED;
    if (job->count == 0 || job->sector >= card->sectors || job->count > card->sectors - job->sector)
        return SDCARD_RANGE;
    int status = SDCARD_OK;
    uint32_t pause_ms = 1;
    for (int i = 0; i < TRIES; i++, pause_ms *= 10) {
        if (i > 0) {
            card->retries++;
            bus->sleep_ms(bus->context, pause_ms);
        }
        bus->take(bus->context);
        status = job->read_to ? read_once(card, job->sector, job->read_to, NULL, job->count)
                              : write_once(card, job->sector, job->write_from, job->count);
        if (status < SDCARD_CHANGED)
            skip(card, FLUSH_BYTES);
        bus->give(bus->context);
        if (status == SDCARD_OK || status == SDCARD_CHANGED)
            break;
    }
    if (status == SDCARD_CHANGED || status == SDCARD_NO_CARD)
        card->started = false;
    return status;
}

int sdcard_read(struct sdcard *card, uint32_t sector, void *bytes, uint32_t count)
{
    const struct job job = {.sector = sector, .count = count, .read_to = bytes};
    return run(card, &job);
}

int sdcard_write(struct sdcard *card, uint32_t sector, const void *bytes, uint32_t count)
{
    const struct job job = {.sector = sector, .count = count, .write_from = bytes};
    return card->started && card->read_only ? SDCARD_PROTECTED : run(card, &job);
}

static int with_bus(struct sdcard *card, int (*function)(struct sdcard *card))
{
    if (!card->started)
        return SDCARD_CHANGED;
    card->bus->take(card->bus->context);
    int status = function(card);
    card->bus->give(card->bus->context);
    return status;
}

static int wait_and_check(struct sdcard *card)
{
    int status = wait_ready(card, WRITE_MS);
    return status == SDCARD_OK ? check_status(card) : status;
}

int sdcard_sync(struct sdcard *card)
{
    return with_bus(card, wait_and_check);
}

int sdcard_poll(struct sdcard *card)
{
    int status = with_bus(card, check_status);
    if (status == SDCARD_NO_CARD || status == SDCARD_CHANGED)
        card->started = false;
    else
        status = SDCARD_OK; /* it is there, whatever older error it reports */
    return status;
}

static uint32_t bits(const uint8_t csd[CSD_BYTES], unsigned high, unsigned low)
{
    uint32_t value = 0;
    for (unsigned bit = high + 1; bit-- > low;)
        value = value << 1 | (csd[CSD_BYTES - 1 - bit / 8] >> bit % 8 & 1);
    return value;
}

/* Card-specific data: size and write protection, in the places the specification gives them. */
static void read_properties(struct sdcard *card, const uint8_t csd[CSD_BYTES])
{
    if (bits(csd, 127, 126) == 0) {
        uint32_t shift = bits(csd, 49, 47) + 2 + bits(csd, 83, 80);
        card->sectors = (bits(csd, 73, 62) + 1) << (shift - 9);
    } else {
        card->sectors = (bits(csd, 69, 48) + 1) * 1024;
    }
    card->read_only = bits(csd, 13, 12) != 0;
}

/* 1 or 0, or what went wrong. */
static int has_sector(struct sdcard *card, uint32_t sector)
{
    int status = SDCARD_OK;
    for (int i = 0; i < TRIES; i++) {
        status = status_of(command(card, CMD_READ_ONE, address(card, sector)));
        if (status == SDCARD_OK)
            status = wait_for_block(card);
        if (status == SDCARD_RANGE)
            return 0;
        skip(card, FLUSH_BYTES); /* the block, or what is left of it */
        if (status == SDCARD_OK)
            return 1;
    }
    return status;
}

/* The number of the last sector that can be read, bit by bit. A card that has every sector which can be asked for does not tell
 * where it ends. */
static int search_size(struct sdcard *card)
{
    uint32_t last = 0;
    for (uint32_t bit = card->addressed_in_sectors ? HIGHEST_SECTOR_BIT : HIGHEST_SECTOR_BIT_OF_BYTES;
         bit > 0; bit /= 2) {
        int there = has_sector(card, last | bit);
        if (there < 0)
            return there;
        last |= there ? bit : 0;
    }
    card->sectors = last + 1;
    card->read_only = false;
    return last == 2u * HIGHEST_SECTOR_BIT - 1 ? SDCARD_RANGE : SDCARD_OK;
}

static int find_size(struct sdcard *card)
{
    uint8_t csd[CSD_BYTES];
    uint8_t answer = command(card, CMD_READ_CSD, 0);
    card->tells_size = answer != R1_ILLEGAL;
    if (!card->tells_size)
        return SDCARD_OK;
    int status = answer == R1_OK ? read_block(card, csd, sizeof csd) : SDCARD_ERROR;
    if (status == SDCARD_OK)
        read_properties(card, csd);
    return status;
}

/* Some cards tell with an answer that the command before was refused: so each is asked twice. */
static bool takes(struct sdcard *card, int (*function)(struct sdcard *card))
{
    int status = function(card);
    if (status != SDCARD_OK)
        status = function(card);
    return status == SDCARD_OK;
}

/* CMD0 until the card is idle: the first may fall into the rest of an older command. */
static int go_idle(struct sdcard *card)
{
    uint8_t answer = R1_NONE;
    skip(card, FLUSH_BYTES);
    for (int i = 0; i < IDLE_TRIES; i++) {
        uint8_t last = command(card, CMD_GO_IDLE, 0);
        if (last == R1_IDLE)
            return SDCARD_OK;
        answer = last != R1_NONE ? last : answer;
        skip(card, 2);
    }
    return answer == R1_NONE ? SDCARD_NO_CARD : SDCARD_ERROR;
}

static int leave_idle(struct sdcard *card, uint32_t capacity_flag)
{
    uint32_t start = now(card);
    for (;;) {
        uint8_t answer = application_command(card, ACMD_START, capacity_flag);
        if (answer == R1_OK)
            return SDCARD_OK;
        if (answer != R1_IDLE)
            return answer == R1_NONE ? SDCARD_NO_CARD : SDCARD_ERROR;
        if (now(card) - start > START_MS) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
        card->bus->sleep_ms(card->bus->context, 1);
    }
}

static int start(struct sdcard *card)
{
    uint8_t extra[4];
    int status = go_idle(card);
    if (status != SDCARD_OK)
        return status;
    bool second_version = command(card, CMD_INTERFACE_CONDITION, CONDITION) == R1_IDLE;
    if (second_version) {
        card->bus->transfer(card->bus->context, NULL, extra, sizeof extra);
        if (extra[3] != (CONDITION & 0xff))
            return SDCARD_ERROR;
    }
    if (command(card, CMD_CHECKSUMS, 1) & ~R1_IDLE)
        return SDCARD_ERROR;
    status = leave_idle(card, second_version ? HIGH_CAPACITY : 0);
    if (status != SDCARD_OK)
        return status;
    if (command(card, CMD_READ_OCR, 0) & ~R1_IDLE)
        return SDCARD_ERROR;
    card->bus->transfer(card->bus->context, NULL, extra, sizeof extra);
    card->addressed_in_sectors = second_version && extra[0] & HIGH_CAPACITY >> 24;
    card->tells_status = true;
    status = find_size(card);
    if (status != SDCARD_OK)
        return status;
    card->tells_status = takes(card, check_status);
    if ((!card->addressed_in_sectors || !card->tells_status) && !takes(card, set_sector_size))
        return SDCARD_ERROR;
    card->bus->set_clock(card->bus->context, FAST_HZ);
    return card->tells_size ? SDCARD_OK : search_size(card);
}

int sdcard_start(struct sdcard *card)
{
    const struct sdcard_bus *bus = card->bus;
    int status = SDCARD_OK;
    card->started = false;
    for (int i = 0; i < TRIES; i++) {
        bus->take(bus->context);
        bus->set_clock(bus->context, SLOW_HZ);
        status = start(card);
        bus->give(bus->context);
        if (status == SDCARD_OK || status == SDCARD_NO_CARD)
            break;
        card->retries++;
    }
    card->started = status == SDCARD_OK;
    return status;
}
