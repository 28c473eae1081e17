/* Gives drivers access to hardware: one register of a block at a base address. */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_REGISTERS_H
#define CRAWLBOX_DRIVERS_LM3S6965_REGISTERS_H

#include <stdint.h>

#define REGISTER(base, offset) (*(volatile uint32_t *)((base) + (offset)))

#endif
