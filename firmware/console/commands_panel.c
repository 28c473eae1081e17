/* The command about the display. */
#include <string.h>

#include "base/status.h"
#include "console/commands.h"
#include "front/panel.h"

int command_panel(int count, char **words)
{
    bool next = count == 2 && strcmp(words[1], "next") == 0;
    bool test = count == 2 && strcmp(words[1], "test") == 0;
    if (count != 1 && !next && !test)
        return STATUS_INVALID;
    if (next)
        panel_ask_next();
    console_fact("page", "%u", ram_picture.page + 1u);
    console_fact("test picture", "%s", panel_shows_test(test) ? "yes" : "no");
    return STATUS_OK;
}
