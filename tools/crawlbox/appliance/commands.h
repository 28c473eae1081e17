/* The commands of a box that is a program (commands.c), for those that start it. */
#ifndef CRAWLBOX_APPLIANCE_COMMANDS_H
#define CRAWLBOX_APPLIANCE_COMMANDS_H

#include <stdint.h>

struct console;

extern struct console appliance_console; /* of the line whose turn it is (dialogues.c) */

void commands_init(void);

/* The first of the machine's own addresses; 0: it has none. */
uint32_t machine_address(void);

/* The most memory that the program ever had, in kilobytes; 0: the kernel does not say. */
unsigned long memory_peak_kb(void);

#endif
