#include "parts/sdcard.h"

#include <string.h>

#include "parts/sdcard_internal.h"

/* Commands, of the SD Physical Layer specification, in SPI mode; sdcard_start.c has those that start a
 * card. */
enum {
    CMD_STOP = 12,
    CMD_STATUS = 13,
    CMD_SECTOR_BYTES = 16,
    CMD_READ_MANY = 18,
    CMD_WRITE_ONE = 24,
    CMD_WRITE_MANY = 25,
    CMD_APPLICATION = 55,
    ACMD_ERASE_COUNT = 23,
};

enum {
    R1_ADDRESS = 0x20,
    R1_PARAMETER = 0x40,
    TOKEN_BLOCK = 0xfe,
    TOKEN_ERROR_MAX = 0x1f, /* a token that tells why no block comes is not above this */
    TOKEN_RANGE = 0x08,
    TOKEN_BLOCK_OF_MANY = 0xfc,
    TOKEN_STOP = 0xfd,
    ANSWER_MASK = 0x1f,
    ANSWER_ACCEPTED = 0x05,
    ANSWER_CHECKSUM = 0x0b,
    COMPARED_BYTES = 32, /* so many bytes of a sector are compared at a time */
};

enum {
    READ_MS = 200,
    WRITE_MS = 500,
    SPIN_MS =
        2, /* a card that is busy is asked again at once for so long; then other tasks may run in between */
    ANSWER_BYTES = 10,
};

/* CRC-7 with polynomial x^7 + x^3 + 1, a byte at a time, as checksum16() does it with four: here y is a shift
 * to the right by 4 and 7 bits together, and all its powers shift everything out. */
static uint8_t checksum7(const uint8_t *bytes, size_t size)
{
    uint8_t crc = 0;
    while (size-- > 0) {
        unsigned t = crc ^ *bytes++;
        unsigned quotient = t ^ t >> 4 ^ t >> 7;
        crc = (uint8_t)(quotient << 1 ^ quotient << 4);
    }
    return crc | 1;
}

/* Computes this before what it is xored with: shifting by an operand of the xor costs nothing on a Cortex-M3,
 * but the compiler would rather xor shifted words with each other first. */
static inline uint32_t first(uint32_t word)
{
    __asm__("" : "+r"(word));
    return word;
}

/*
 * CRC-16 with polynomial x^16 + x^12 + x^5 + 1, four bytes at a time and without a table. What is left over
 * when t * x^16 is divided by the polynomial is the low half of the quotient times the polynomial. The
 * quotient is t / (1 + y), where y is a shift to the right by 4, 11 and 16 bits together; over bits that is
 * t * (1 + y) * (1 + y^2) * (1 + y^4), as all further powers of y shift everything out.
 */
static inline __attribute__((always_inline)) uint32_t add_to_checksum16(uint32_t crc, const uint8_t *bytes)
{
    uint32_t four = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    uint32_t t = four ^ crc << 16;
    uint32_t quotient = first(first(t ^ t >> 4) ^ t >> 11) ^ t >> 16;
    quotient = first(quotient ^ quotient >> 8) ^ quotient >> 22;
    quotient ^= quotient >> 16;
    return first(quotient ^ quotient << 5) ^ quotient << 12;
}

/* `size` is a multiple of sixteen, and not 0. */
static uint16_t checksum16(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size;
    uint32_t crc = 0;
    do {
        crc = add_to_checksum16(add_to_checksum16(crc, bytes), bytes + 4);
        crc = add_to_checksum16(add_to_checksum16(crc, bytes + 8), bytes + 12);
        bytes += 16;
    } while (bytes != end);
    return (uint16_t)crc;
}

/* Waits until the card lets go of the line. */
static int sdcard_wait_ready(struct sdcard *card, uint32_t limit_ms)
{
    uint32_t start = sdcard_now(card);
    while (sdcard_exchange(card, 0xff) != 0xff) {
        uint32_t waited = sdcard_now(card) - start;
        if (waited > limit_ms) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
        if (waited > SPIN_MS)
            card->bus->sleep_ms(card->bus->context, 1);
    }
    return SDCARD_OK;
}

static uint8_t sdcard_read_r1(struct sdcard *card)
{
    uint8_t answer = R1_NONE;
    for (int i = 0; i < ANSWER_BYTES && answer & 0x80; i++)
        answer = sdcard_exchange(card, 0xff);
    return answer;
}

uint8_t sdcard_command(struct sdcard *card, uint8_t number, uint32_t argument)
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
        sdcard_skip(card, 1); /* the last byte of the block that it cuts off */
    return sdcard_read_r1(card);
}

uint8_t sdcard_application_command(struct sdcard *card, uint8_t number, uint32_t argument)
{
    uint8_t answer = sdcard_command(card, CMD_APPLICATION, 0);
    return answer & ~R1_IDLE ? answer : sdcard_command(card, number, argument);
}

int sdcard_status_of(uint8_t r1)
{
    if (r1 == R1_OK)
        return SDCARD_OK;
    if (r1 == R1_NONE)
        return SDCARD_NO_CARD;
    if (r1 & (R1_IDLE | R1_ILLEGAL))
        return SDCARD_CHANGED;
    return r1 & (R1_ADDRESS | R1_PARAMETER) ? SDCARD_RANGE : SDCARD_ERROR;
}

int sdcard_wait_for_block(struct sdcard *card)
{
    uint8_t token;
    uint32_t start = sdcard_now(card);
    while ((token = sdcard_exchange(card, 0xff)) == 0xff) {
        if (sdcard_now(card) - start > READ_MS) {
            card->timeouts++;
            return SDCARD_TIMEOUT;
        }
    }
    if (token == TOKEN_BLOCK)
        return SDCARD_OK;
    return token <= TOKEN_ERROR_MAX && token & TOKEN_RANGE ? SDCARD_RANGE : SDCARD_ERROR;
}

int sdcard_read_block(struct sdcard *card, uint8_t *bytes, size_t size)
{
    uint8_t crc[2];
    int status = sdcard_wait_for_block(card);
    if (status != SDCARD_OK)
        return status;
    card->bus->transfer(card->bus->context, NULL, bytes, size);
    card->bus->transfer(card->bus->context, NULL, crc, sizeof crc);
    if ((crc[0] << 8 | crc[1]) == checksum16(bytes, size))
        return SDCARD_OK;
    card->checksum_errors++;
    return SDCARD_ERROR;
}

/* Reads a block and says whether it is the expected one. */
static int sdcard_compare_block(struct sdcard *card, const uint8_t *expected)
{
    uint8_t piece[COMPARED_BYTES];
    int status = sdcard_wait_for_block(card);
    if (status != SDCARD_OK)
        return status;
    for (size_t at = 0; at < SDCARD_SECTOR_BYTES; at += sizeof piece) {
        card->bus->transfer(card->bus->context, NULL, piece, sizeof piece);
        if (memcmp(piece, expected + at, sizeof piece) != 0)
            status = SDCARD_FORGETS;
    }
    sdcard_skip(card, 2); /* its CRC: the bytes themselves were compared */
    return status;
}

static int sdcard_write_block(struct sdcard *card, uint8_t token, const uint8_t *bytes)
{
    uint16_t crc = checksum16(bytes, SDCARD_SECTOR_BYTES);
    const uint8_t start[2] = {0xff, token};
    const uint8_t end[2] = {(uint8_t)(crc >> 8), (uint8_t)crc};
    card->bus->transfer(card->bus->context, start, NULL, sizeof start);
    card->bus->transfer(card->bus->context, bytes, NULL, SDCARD_SECTOR_BYTES);
    card->bus->transfer(card->bus->context, end, NULL, sizeof end);
    uint8_t answer = sdcard_exchange(card, 0xff) & ANSWER_MASK;
    int status = sdcard_wait_ready(card, WRITE_MS);
    if (answer == ANSWER_ACCEPTED)
        return status;
    if (answer == ANSWER_CHECKSUM)
        card->checksum_errors++;
    return answer == ANSWER_MASK ? SDCARD_NO_CARD : SDCARD_ERROR;
}

struct job {
    uint32_t sector, count;
    bool writes;
    union {
        uint8_t *read_to;
        const uint8_t *write_from;
    };
};

/* Reads the sectors of a job: to where it wants them or, if it writes, to compare them with what it wrote. */
static int sdcard_read_once(struct sdcard *card, const struct job *job)
{
    int status = sdcard_status_of(sdcard_command(card, job->count > 1 ? CMD_READ_MANY : CMD_READ_ONE,
                                                 sdcard_address(card, job->sector)));
    if (status != SDCARD_OK)
        return status;
    for (uint32_t i = 0; status == SDCARD_OK && i < job->count; i++) {
        uint32_t at = i * SDCARD_SECTOR_BYTES;
        status = job->writes ? sdcard_compare_block(card, job->write_from + at)
                             : sdcard_read_block(card, job->read_to + at, SDCARD_SECTOR_BYTES);
    }
    if (job->count > 1) {
        (void)sdcard_command(card, CMD_STOP, 0); /* its answer may lie among the data that it stops */
        int ready = sdcard_wait_ready(card, READ_MS);
        status = status == SDCARD_OK ? ready : status;
    }
    return status;
}

static int sdcard_write_many(struct sdcard *card, const struct job *job)
{
    /* only a hint: cards may refuse it */
    (void)sdcard_application_command(card, ACMD_ERASE_COUNT, job->count);
    int status = sdcard_status_of(sdcard_command(card, CMD_WRITE_MANY, sdcard_address(card, job->sector)));
    if (status != SDCARD_OK)
        return status;
    for (uint32_t i = 0; status == SDCARD_OK && i < job->count; i++)
        status = sdcard_write_block(card, TOKEN_BLOCK_OF_MANY, job->write_from + i * SDCARD_SECTOR_BYTES);
    if (status == SDCARD_OK) {
        const uint8_t stop[2] = {TOKEN_STOP, 0xff};
        card->bus->transfer(card->bus->context, stop, NULL, sizeof stop);
    } else {
        (void)sdcard_command(card, CMD_STOP, 0); /* after an error the card takes no stop token */
    }
    int ready = sdcard_wait_ready(card, WRITE_MS);
    return status == SDCARD_OK ? ready : status;
}

int sdcard_set_sector_size(struct sdcard *card)
{
    return sdcard_status_of(sdcard_command(card, CMD_SECTOR_BYTES, SDCARD_SECTOR_BYTES));
}

/* Sets the sector size again, which changes nothing, and which a card that was not started refuses. So it
 * tells whether it is the same card, if the card does not tell its status. */
int sdcard_check_status(struct sdcard *card)
{
    if (!card->tells_status)
        return sdcard_set_sector_size(card);
    uint8_t r1 = sdcard_command(card, CMD_STATUS, 0);
    uint8_t r2 = sdcard_exchange(card, 0xff);
    int status = sdcard_status_of(r1);
    return status == SDCARD_OK && r2 != 0 ? SDCARD_ERROR : status;
}

/* Writes the sectors of a job. That is done when the card says afterwards that nothing went wrong inside, or
 * gives back what was written. */
static int sdcard_write_once(struct sdcard *card, const struct job *job)
{
    int status;
    if (job->count > 1) {
        status = sdcard_write_many(card, job);
    } else {
        status = sdcard_status_of(sdcard_command(card, CMD_WRITE_ONE, sdcard_address(card, job->sector)));
        if (status == SDCARD_OK)
            status = sdcard_write_block(card, TOKEN_BLOCK, job->write_from);
    }
    if (status != SDCARD_OK)
        return status;
    return card->tells_status ? sdcard_check_status(card) : sdcard_read_once(card, job);
}

/* Tries a job up to SDCARD_TRIES times, and waits 1, 10, 100 ms in between. It does not try again if the
 * card is gone or was changed. */
static int sdcard_run_job(struct sdcard *card, const struct job *job)
{
    const struct sdcard_bus *bus = card->bus;
    if (!card->started)
        return SDCARD_CHANGED;
    if (job->count == 0 || job->sector >= card->sectors || job->count > card->sectors - job->sector)
        return SDCARD_RANGE;
    int status = SDCARD_OK;
    uint32_t pause_ms = 1;
    for (int i = 0; i < SDCARD_TRIES; i++, pause_ms *= 10) {
        if (i > 0) {
            card->retries++;
            bus->sleep_ms(bus->context, pause_ms);
        }
        bus->take(bus->context);
        status = job->writes ? sdcard_write_once(card, job) : sdcard_read_once(card, job);
        if (status < SDCARD_CHANGED)
            sdcard_skip(card, SDCARD_FLUSH_BYTES);
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
    return sdcard_run_job(card, &job);
}

int sdcard_write(struct sdcard *card, uint32_t sector, const void *bytes, uint32_t count)
{
    const struct job job = {.sector = sector, .count = count, .writes = true, .write_from = bytes};
    return card->started && card->read_only ? SDCARD_PROTECTED : sdcard_run_job(card, &job);
}

static int sdcard_with_bus(struct sdcard *card, int (*function)(struct sdcard *card))
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
    int status = sdcard_wait_ready(card, WRITE_MS);
    return status == SDCARD_OK ? sdcard_check_status(card) : status;
}

int sdcard_sync(struct sdcard *card)
{
    return sdcard_with_bus(card, wait_and_check);
}

int sdcard_poll(struct sdcard *card)
{
    int status = sdcard_with_bus(card, sdcard_check_status);
    if (status == SDCARD_NO_CARD || status == SDCARD_CHANGED)
        card->started = false;
    else
        status = SDCARD_OK; /* it is there, whatever older error it reports */
    return status;
}
