/*
 * SSI0 of the LM3S6965 as an SPI master (mode 0, 8 bits): the bus of the SD card and the display.
 *
 *     ssi_init(BOARD_CLOCK_HZ);
 *     ssi_select(SSI_CARD);
 *     ssi_set_clock(400000);
 *     ssi_transfer(command, NULL, 6);        sends; what comes back is dropped
 *     ssi_transfer(NULL, block, 512);        receives; 0xff is sent
 *
 * Polled, since a byte lasts less than an interrupt would. Eight bytes go in, eight come out: about 4 instructions a byte.
 * The bus has one owner at a time; firmware/bus.h is the door. No RAM.
 */
#ifndef CRAWLBOX_DRIVERS_SSI_H
#define CRAWLBOX_DRIVERS_SSI_H

#include <stddef.h>
#include <stdint.h>

enum ssi_device { SSI_CARD, SSI_DISPLAY };

/* Selects the card at a clock that any card takes (400 kHz at most). */
void ssi_init(uint32_t clock_hz);

/* One of the two devices is always selected: a board with one pin for both has no third state. */
void ssi_select(enum ssi_device device);

/* The fastest clock that is not faster than asked for. */
void ssi_set_clock(uint32_t hz);

/* Sends count bytes of `send` (NULL: 0xff) while receiving as many into `receive` (NULL: dropped). */
void ssi_transfer(const uint8_t *send, uint8_t *receive, size_t count);

#endif
