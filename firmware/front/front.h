/*
 * The parts of the board's front (port/front.h): a light, the button Select, and a display on the bus that it
 * shares with the card. The bus is taken for one line at a time, 0.14 ms.
 *
 * RAM: ram.def, panel and front; 8 bytes.
 */
#ifndef CRAWLBOX_FIRMWARE_FRONT_FRONT_H
#define CRAWLBOX_FIRMWARE_FRONT_FRONT_H

#include "appliance/front.h"

extern struct front ram_front;

void front_init_pins(void);

#endif
