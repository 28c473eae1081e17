/* The console's commands that only the image has (commands.def), and what it adds to `status` (status.def).
 * How commands are written is in ui/console/console.h. */
#ifndef CRAWLBOX_FIRMWARE_CONSOLE_COMMANDS_H
#define CRAWLBOX_FIRMWARE_CONSOLE_COMMANDS_H

#include "ui/console/console.h"

/* The console's own entries of ram.def. */
extern struct uart_rings ram_serial;
extern struct console ram_dialogue;

#define COMMAND(name, usage, help) int command_##name(int count, char **words);
#include "console/commands.def"
#undef COMMAND

#define STATUS(function) void function(void);
#include "console/status.def"
#undef STATUS

#endif
