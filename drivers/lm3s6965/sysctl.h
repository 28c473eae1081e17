/*
 * System control of the LM3S6965: the clock, and which devices get it.
 *
 *     sysctl_clock_50mhz();
 *     sysctl_enable(SYSCTL_GPIO_F);
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_SYSCTL_H
#define CRAWLBOX_DRIVERS_LM3S6965_SYSCTL_H

#include <stdint.h>

/* Register number and bit of a device's clock gate: RCGC1 or RCGC2. */
#define SYSCTL_GATE(register_number, bit) ((register_number) << 8 | (bit))

enum sysctl_device {
    SYSCTL_UART0 = SYSCTL_GATE(1, 0),
    SYSCTL_SSI0 = SYSCTL_GATE(1, 4),
    SYSCTL_GPIO_A = SYSCTL_GATE(2, 0),
    SYSCTL_GPIO_C = SYSCTL_GATE(2, 2),
    SYSCTL_GPIO_D = SYSCTL_GATE(2, 3),
    SYSCTL_GPIO_E = SYSCTL_GATE(2, 4),
    SYSCTL_GPIO_F = SYSCTL_GATE(2, 5),
    SYSCTL_ETHERNET_MAC = SYSCTL_GATE(2, 28),
    SYSCTL_ETHERNET_PHY = SYSCTL_GATE(2, 30),
    SYSCTL_WATCHDOG = SYSCTL_GATE(0, 3),
    SYSCTL_ADC = SYSCTL_GATE(0, 16),
};

/* Makes a clock of 50 MHz from the 8 MHz crystal by the PLL. If the PLL does not lock, the box runs on at
 * the crystal's pace: slowly and with a garbled console, but the watchdog still works. */
void sysctl_clock_50mhz(void);

/* Gives a device its clock; its registers may be touched when the function returns. */
void sysctl_enable(enum sysctl_device device);

#endif
