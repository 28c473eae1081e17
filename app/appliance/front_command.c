/* The console's command about the display. */
#include <string.h>

#include "appliance/front.h"
#include "base/status.h"
#include "ui/console/console.h"

int front_command(struct front *front, int count, char **words)
{
    bool next = count == 2 && strcmp(words[1], "next") == 0;
    bool test = count == 2 && strcmp(words[1], "test") == 0;
    if (count != 1 && !next && !test)
        return STATUS_INVALID;
    if (next)
        front_ask_next(front);
    console_fact("page", "%u", front_page(front));
    console_fact("test picture", "%s", front_shows_test(front, test) ? "yes" : "no");
    return STATUS_OK;
}
