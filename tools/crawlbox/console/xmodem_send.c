#include "console/xmodem_send.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "ui/xmodem.h"

enum {
    START_OF_BLOCK = 0x01,
    END_OF_FILE = 0x04,
    FILLER = 0x1a,
    HEAD_BYTES = 3,
    BLOCK_BYTES = HEAD_BYTES + XMODEM_BLOCK_BYTES + 2,
    TRIES = 10,
    CRC_POLYNOMIAL = 0x1021,
    NOTHING = -1,
};

static uint16_t crc_of(const uint8_t *bytes, size_t count)
{
    uint16_t crc = 0;
    for (size_t i = 0; i < count; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ CRC_POLYNOMIAL : crc << 1);
    }
    return crc;
}

/* The next byte that means something to a sender, or NOTHING if none comes. The receiver sets the pace: it
 * asks again for what it misses, so silence says nothing but that the box is slow, or gone. */
static int next_answer(const struct talk *talk, bool starts)
{
    for (;;) {
        uint8_t byte;
        if (!talk_listen(talk, talk->patience_ms) || read(talk->fd, &byte, 1) != 1)
            return NOTHING;
        if (byte == XMODEM_ACK || byte == XMODEM_NAK || byte == XMODEM_CANCEL ||
            (starts && byte == XMODEM_START))
            return byte;
    }
}

/* Sends until it is acknowledged, or the box says nothing more. */
static bool send_until_taken(struct talk *talk, const uint8_t *bytes, size_t count)
{
    for (int i = 0; i < TRIES; i++) {
        if (!talk_write(talk, bytes, count))
            return false;
        int answer = next_answer(talk, false);
        if (answer == XMODEM_ACK)
            return true;
        if (answer == XMODEM_CANCEL || answer == NOTHING)
            return false;
    }
    return false;
}

static bool send_block(struct talk *talk, uint8_t number, const uint8_t *bytes, size_t count)
{
    uint8_t block[BLOCK_BYTES] = {START_OF_BLOCK, number, (uint8_t)~number};
    memset(block + HEAD_BYTES, FILLER, XMODEM_BLOCK_BYTES);
    memcpy(block + HEAD_BYTES, bytes, count);
    uint16_t crc = crc_of(block + HEAD_BYTES, XMODEM_BLOCK_BYTES);
    block[BLOCK_BYTES - 2] = (uint8_t)(crc >> 8);
    block[BLOCK_BYTES - 1] = (uint8_t)crc;
    return send_until_taken(talk, block, sizeof block);
}

bool xmodem_send(struct talk *talk, const void *bytes, size_t size)
{
    static const uint8_t end[] = {END_OF_FILE};
    const uint8_t *at = bytes;
    int answer = next_answer(talk, true);
    if (answer != XMODEM_START)
        return false;
    for (size_t sent = 0; sent < size;) {
        size_t count = size - sent < XMODEM_BLOCK_BYTES ? size - sent : XMODEM_BLOCK_BYTES;
        if (!send_block(talk, (uint8_t)(sent / XMODEM_BLOCK_BYTES + 1), at + sent, count))
            return false;
        sent += count;
        cli_progress("sending", sent, size);
    }
    cli_progress_end();
    return send_until_taken(talk, end, sizeof end);
}
