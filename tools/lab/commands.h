/* cmd_NAME() of every line of commands.def, each in a file of its own. */
#ifndef CRAWLBOX_LAB_COMMANDS_H
#define CRAWLBOX_LAB_COMMANDS_H

#define COMMAND(name, summary) int cmd_##name(int argc, char **argv);
#include "commands.def"
#undef COMMAND

#endif
