/*
 * The door to the SSI bus, which SD card and display share: one task at a time, with its device selected.
 *
 *     bus_take(SSI_CARD);
 *     ssi_set_clock(25000000);
 *     ssi_transfer(...);
 *     bus_give();
 *
 * Whoever has the bus sets the clock it wants. Keep it for a block or a piece of a picture, not longer: the other waits.
 * A waiting task of higher priority lends it to the holder. When given back, the card is selected (the display ignores
 * what the card is told) and the display's data pin is low. Costs a mutex, 80 bytes of RAM.
 */
#ifndef CRAWLBOX_BUS_H
#define CRAWLBOX_BUS_H

#include "ssi.h"

void bus_init(void); /* before the scheduler starts */

void bus_take(enum ssi_device device);
void bus_give(void);

#endif
