#include "ui/xmodem.h"

enum {
    START_OF_BLOCK = 0x01,
    END_OF_FILE = 0x04,
    AT_START = 0, /* of a block: start, number, its complement, data, CRC */
    AT_NUMBER = 1,
    AT_COMPLEMENT = 2,
    AT_DATA = 3,
    AT_CRC = AT_DATA + XMODEM_BLOCK_BYTES,
    BLOCK_END = AT_CRC + 2,
    CRC_POLYNOMIAL = 0x1021,
    CANCELS = 2, /* a single one may be noise */
};

void xmodem_begin(struct xmodem *xmodem, void *buffer, size_t room)
{
    *xmodem = (struct xmodem){.buffer = buffer, .room = (uint32_t)room, .wanted = 1};
}

static uint16_t crc_update(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (int bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ CRC_POLYNOMIAL : crc << 1);
    return crc;
}

static uint8_t end_transfer(struct xmodem *xmodem, enum xmodem_state state, uint8_t answer)
{
    xmodem->state = (uint8_t)state;
    return answer;
}

static uint8_t ask_again(struct xmodem *xmodem)
{
    xmodem->at = AT_START;
    if (++xmodem->tries >= XMODEM_TRIES)
        return end_transfer(xmodem, XMODEM_GAVE_UP, XMODEM_CANCEL);
    return xmodem->wanted == 1 && xmodem->length == 0 ? XMODEM_START : XMODEM_NAK;
}

uint8_t xmodem_idle(struct xmodem *xmodem)
{
    return ask_again(xmodem);
}

static uint8_t begin_block(struct xmodem *xmodem, uint8_t byte)
{
    xmodem->cancels = byte == XMODEM_CANCEL ? xmodem->cancels + 1 : 0;
    if (xmodem->cancels == CANCELS)
        return end_transfer(xmodem, XMODEM_CANCELLED, XMODEM_ACK);
    if (byte == END_OF_FILE)
        return end_transfer(xmodem, XMODEM_DONE, XMODEM_ACK);
    if (byte == START_OF_BLOCK) {
        xmodem->at = AT_NUMBER;
        xmodem->crc = 0;
    }
    return 0;
}

/* Accepts a whole block with the right checksum. It is the one that is wanted, or the last one again
 * because our answer was lost. */
static uint8_t accept_block(struct xmodem *xmodem)
{
    xmodem->at = AT_START;
    if (xmodem->number == (uint8_t)(xmodem->wanted - 1) && xmodem->length > 0)
        return XMODEM_ACK;
    if (xmodem->number != xmodem->wanted)
        return end_transfer(xmodem, XMODEM_GAVE_UP,
                            XMODEM_CANCEL); /* blocks are missing: no repeating helps */
    xmodem->wanted++;
    xmodem->tries = 0;
    xmodem->length += XMODEM_BLOCK_BYTES;
    return XMODEM_ACK;
}

static void keep_byte(struct xmodem *xmodem, uint8_t byte)
{
    xmodem->crc = crc_update(xmodem->crc, byte);
    if (xmodem->number == xmodem->wanted) /* the last block once more must not overwrite what follows */
        xmodem->buffer[xmodem->length + xmodem->at - AT_DATA] = byte;
}

uint8_t xmodem_push(struct xmodem *xmodem, uint8_t byte)
{
    if (xmodem->at == AT_START)
        return begin_block(xmodem, byte);
    if (xmodem->at == AT_NUMBER) {
        xmodem->number = byte;
    } else if (xmodem->at == AT_COMPLEMENT) {
        if ((byte ^ xmodem->number) != UINT8_MAX)
            return ask_again(xmodem);
        if (xmodem->number == xmodem->wanted && xmodem->room - xmodem->length < XMODEM_BLOCK_BYTES)
            return end_transfer(xmodem, XMODEM_TOO_LONG, XMODEM_CANCEL);
    } else if (xmodem->at < AT_CRC) {
        keep_byte(xmodem, byte);
    } else {
        xmodem->crc = crc_update(xmodem->crc, byte); /* over its own checksum it comes to 0 */
    }
    if (++xmodem->at < BLOCK_END)
        return 0;
    return xmodem->crc == 0 ? accept_block(xmodem) : ask_again(xmodem);
}
