/*
 * Receives a file over a serial line: XMODEM with CRC-16, blocks of 128 bytes, as `sx` of lrzsz and every terminal program
 * send it. Bytes are pushed in; what is to be answered comes out. It knows no line and no clock.
 *
 *     struct xmodem xmodem;
 *     xmodem_begin(&xmodem, buffer, sizeof buffer);
 *     send(XMODEM_START);                                   and again every second or so until something comes
 *     for (each byte that comes)
 *         if ((answer = xmodem_push(&xmodem, byte)) != 0)
 *             send(answer);
 *     nothing came for a second: send(xmodem_idle(&xmodem));
 *     until xmodem.state is not XMODEM_RECEIVING
 *
 * The protocol does not tell how long the file is: it comes filled up to a whole block, usually with 0x1A.
 * RAM: 28 bytes, and the buffer.
 */
#ifndef CRAWLBOX_XMODEM_XMODEM_H
#define CRAWLBOX_XMODEM_XMODEM_H

#include <stddef.h>
#include <stdint.h>

enum {
    XMODEM_BLOCK_BYTES = 128,
    XMODEM_START = 'C', /* asks the sender to begin, with CRC */
    XMODEM_ACK = 0x06,
    XMODEM_NAK = 0x15,
    XMODEM_CANCEL = 0x18,
    XMODEM_TRIES = 20, /* starts or repeats without a block in between */
};

enum xmodem_state { XMODEM_RECEIVING, XMODEM_DONE, XMODEM_CANCELLED, XMODEM_TOO_LONG, XMODEM_GAVE_UP };

struct xmodem {
    uint8_t *buffer;
    uint32_t room;
    uint32_t length; /* of what was received whole */
    uint32_t at;     /* private: byte of the block that comes next */
    uint16_t crc;
    uint8_t number, wanted; /* of the block that comes, of the one that should */
    uint8_t state;          /* enum xmodem_state */
    uint8_t tries, cancels;
};

void xmodem_begin(struct xmodem *xmodem, void *buffer, size_t room);

/* The answer to send, or 0: none. */
uint8_t xmodem_push(struct xmodem *xmodem, uint8_t byte);

/* Nothing came for a while: what to send now. */
uint8_t xmodem_idle(struct xmodem *xmodem);

#endif
