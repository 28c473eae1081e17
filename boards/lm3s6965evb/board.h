/* Facts of the LM3S6965 evaluation board: what is connected where, how fast it runs, how interrupts rank. */
#ifndef CRAWLBOX_BOARD_H
#define CRAWLBOX_BOARD_H

#include "gpio.h"

#define BOARD_NAME "lm3s6965evb"

enum {
    BOARD_CLOCK_HZ = 50000000,
    BOARD_RAM_START = 0x20000000,
    BOARD_RAM_BYTES = 64 * 1024,
    BOARD_FLASH_BYTES = 256 * 1024,

    BOARD_CONSOLE_BAUD = 115200,
};

/* The chip has three priority bits; a smaller number is more urgent. From PRIORITY_KERNEL_CALLS on, interrupts may call
 * the kernel and are held off while it is busy. The watchdog is above that: it also sees a hang inside the kernel. */
enum {
    BOARD_PRIORITY_BITS = 3,
    BOARD_PRIORITY_WATCHDOG = 0,
    BOARD_PRIORITY_KERNEL_CALLS = 2,
    BOARD_PRIORITY_DEVICES = 5,
    BOARD_PRIORITY_KERNEL = 7,
};

/* SD card and display share SSI0: this pin low selects the card, high the display. */
static const struct gpio_pin board_pin_select_display = {GPIO_D, 0};
/* Low: bytes to the display are commands; high: picture data. Low except while drawing. */
static const struct gpio_pin board_pin_display_data = {GPIO_C, 7};
static const struct gpio_pin board_pin_led = {GPIO_F, 0};
static const struct gpio_pin board_pin_select_button = {GPIO_F, 1}; /* low when pressed */

#endif
