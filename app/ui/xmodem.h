/*
 * Receives a file over a serial line: XMODEM with CRC-16, blocks of 128 bytes, as `sx` of lrzsz and every
 * terminal program send it. The caller pushes in the bytes that come, and sends the answers that come out:
 * this module knows no line and no clock.
 *
 *     struct xmodem xmodem;
 *     xmodem_begin(&xmodem, buffer, sizeof buffer);
 *     send(XMODEM_START);                                  and again every second or so until something comes
 *     while (xmodem.state == XMODEM_RECEIVING) {
 *         int answer = receive(&byte) ? xmodem_push(&xmodem, byte) : xmodem_idle(&xmodem);
 *         if (answer != 0)
 *             send(answer);
 *     }
 *
 * The protocol does not say how long the file is: it comes filled up to a whole block, usually with 0x1A.
 * RAM: struct xmodem, 24 bytes, and the buffer.
 */
#ifndef CRAWLBOX_UI_XMODEM_H
#define CRAWLBOX_UI_XMODEM_H

#include <stddef.h>
#include <stdint.h>

enum {
    XMODEM_BLOCK_BYTES = 128,
    XMODEM_START = 'C', /* asks the sender to begin, with CRC */
    XMODEM_ACK = 0x06,
    XMODEM_NAK = 0x15,
    XMODEM_CANCEL = 0x18,
    XMODEM_TRIES = 20, /* it gives up after so many starts or repeats without a block in between */
};

enum xmodem_state { XMODEM_RECEIVING, XMODEM_DONE, XMODEM_CANCELLED, XMODEM_TOO_LONG, XMODEM_GAVE_UP };

struct xmodem {
    uint8_t *buffer;
    uint32_t room;
    uint32_t length; /* bytes of all blocks that were received whole */
    uint32_t at;     /* private: which byte of the block comes next */
    uint16_t crc;
    uint8_t number, wanted; /* the number of the block that comes, and of the one that should come */
    uint8_t state;          /* enum xmodem_state */
    uint8_t tries, cancels;
};

void xmodem_begin(struct xmodem *xmodem, void *buffer, size_t room);

/* Takes a byte that came. Returns the answer to send, or 0 if there is none. */
uint8_t xmodem_push(struct xmodem *xmodem, uint8_t byte);

/* Returns what to send when nothing came for a while. */
uint8_t xmodem_idle(struct xmodem *xmodem);

#endif
