/*
 * What the front of the box has besides the display: one light, one button.
 *
 *     front_light(true);
 *     if (front_button() == BUTTON_LONG) ...       the task `panel` asks every 10 to 20 ms
 *
 * Costs 12 bytes.
 */
#ifndef CRAWLBOX_FIRMWARE_FRONT_FRONT_H
#define CRAWLBOX_FIRMWARE_FRONT_FRONT_H

#include <stdbool.h>

#include "ui/button.h"

void front_init(void);
void front_light(bool on);
enum button_event front_button(void);

#endif
