/* Facts of the LM3S6965 evaluation board: what is connected where, how fast it runs, how interrupts rank. */
#ifndef CRAWLBOX_BOARDS_LM3S6965EVB_BOARD_H
#define CRAWLBOX_BOARDS_LM3S6965EVB_BOARD_H

#include "lm3s6965/chip.h"
#include "lm3s6965/gpio.h"

#define BOARD_NAME "lm3s6965evb"

enum {
    BOARD_CLOCK_HZ = 50000000,
    BOARD_RAM_START = CHIP_RAM_START, /* the board has no memory but the chip's */
    BOARD_RAM_BYTES = CHIP_RAM_BYTES,
    BOARD_CONSOLE_BAUD = 115200,
};

/* A smaller number is more urgent. From BOARD_PRIORITY_KERNEL_CALLS on, interrupts may call the kernel and
 * are held off while it is busy. The watchdog is more urgent than that, so that it also notices a hang
 * inside the kernel. */
enum {
    BOARD_PRIORITY_BITS = CHIP_PRIORITY_BITS,
    BOARD_PRIORITY_WATCHDOG = 0,
    BOARD_PRIORITY_KERNEL_CALLS = 2,
    BOARD_PRIORITY_DEVICES = 5,
    BOARD_PRIORITY_KERNEL = 7,
};

/* SD card and display share SSI0. This pin selects the card when it is low, and the display when it is
 * high. */
static const struct gpio_pin board_pin_select_display = {GPIO_D, 0};
/* While this pin is low, bytes to the display are commands; while it is high, they are picture data. It is
 * low except while the display is drawn. */
static const struct gpio_pin board_pin_display_data = {GPIO_C, 7};
static const struct gpio_pin board_pin_led = {GPIO_F, 0};
static const struct gpio_pin board_pin_select_button = {GPIO_F,
                                                        1}; /* the pin is low while the button is pressed */

#endif
