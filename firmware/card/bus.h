/*
 * The door to the SSI bus, which SD card and display share: one task at a time, with its device selected.
 *
 *     bus_take(BUS_CARD);
 *     ssi_set_clock(25000000);
 *     ssi_transfer(...);
 *     bus_give();
 *
 * A task that has the bus sets the clock it wants, and keeps the bus for a block or a line of a picture, not
 * longer, since the other task waits. A task of higher priority that waits lends its priority to the one that
 * has the bus. When the bus is given back, the card is selected (the display ignores what the card is told)
 * and the display's data pin is low. Costs a mutex, 80 bytes of RAM.
 */
#ifndef CRAWLBOX_FIRMWARE_CARD_BUS_H
#define CRAWLBOX_FIRMWARE_CARD_BUS_H

#include "lm3s6965/ssi.h"

/* One of the two is always selected, since the board has one pin for both. */
enum bus_device { BUS_CARD, BUS_DISPLAY };

void bus_init(void); /* before the scheduler starts */

void bus_take(enum bus_device device);
void bus_give(void);

#endif
