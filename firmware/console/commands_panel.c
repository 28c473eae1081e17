/* The command about the display. */
#include "console/commands.h"
#include "front/front.h"

int command_panel(int count, char **words)
{
    return front_command(&ram_front, count, words);
}
