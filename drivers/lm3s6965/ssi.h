/*
 * The driver of SSI0 of the LM3S6965 as an SPI master (mode 0, 8 bits). The pins that select the part at the
 * other end are not the driver's; firmware/card/bus.c sets them.
 *
 *     ssi_init(50000000);                    the chip's clock
 *     ssi_set_clock(400000);
 *     ssi_transfer(command, NULL, 6);        sends, and drops what comes back
 *     ssi_transfer(NULL, block, 512);        receives, and sends 0xff
 *
 * The driver polls, since a byte takes less time than an interrupt would. It moves eight bytes at a time,
 * with about 4 instructions for each. The bus has one owner at a time. Costs 8 bytes of RAM.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_SSI_H
#define CRAWLBOX_DRIVERS_LM3S6965_SSI_H

#include <stddef.h>
#include <stdint.h>

/* Begins with a clock of at most 400 kHz, which any SD card takes. */
void ssi_init(uint32_t clock_hz);

/* Sets the fastest clock that is not faster than `hz`. */
void ssi_set_clock(uint32_t hz);

/* Sends `count` bytes of `send` and receives as many into `receive`. If `send` is NULL it sends 0xff; if
 * `receive` is NULL it drops what comes. */
void ssi_transfer(const uint8_t *send, uint8_t *receive, size_t count);

#endif
