/* What every LM3S6965 has, whatever the board around it. */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_CHIP_H
#define CRAWLBOX_DRIVERS_LM3S6965_CHIP_H

enum {
    CHIP_FLASH_BYTES = 256 * 1024, /* from address 0 on */
    CHIP_RAM_START = 0x20000000,
    CHIP_RAM_BYTES = 64 * 1024,
    CHIP_PRIORITY_BITS = 3, /* bits of an interrupt's priority; a smaller number is more urgent */
};

#endif
