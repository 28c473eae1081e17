/*
 * General-purpose pins of the LM3S6965.
 *
 *     static const struct gpio_pin led = {GPIO_F, 0};
 *     gpio_output(led, false);
 *     gpio_write(led, true);
 *
 * Every pin has an address of its own (the chip masks by address), so setting one never disturbs its
 * neighbours, and no lock is needed.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_GPIO_H
#define CRAWLBOX_DRIVERS_LM3S6965_GPIO_H

#include <stdbool.h>
#include <stdint.h>

enum gpio_port { GPIO_A, GPIO_B, GPIO_C, GPIO_D, GPIO_E, GPIO_F, GPIO_G };

struct gpio_pin {
    uint8_t port;   /* enum gpio_port */
    uint8_t number; /* 0 to 7 */
};

/* Each of these gives the port its clock first. */
void gpio_output(struct gpio_pin pin, bool level);
void gpio_input_pull_up(struct gpio_pin pin);
void gpio_peripheral(struct gpio_pin pin); /* hands the pin to the device that shares it: UART, SSI */

void gpio_write(struct gpio_pin pin, bool level);
bool gpio_read(struct gpio_pin pin);

#endif
