/* Commands about the box itself. */
#include "base/status.h"
#include "port/clock.h"
#include "ui/console/console.h"

int command_version(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_fact("version", "%s", console_session()->parts->version);
    console_fact("board", "%s", console_program.board);
    console_fact("kernel", "%s", console_program.kernel);
    console_fact("compiler", "gcc %s", __VERSION__);
    return STATUS_OK;
}

void status_box(void)
{
    console_fact("version", "%s", console_session()->parts->version);
    console_fact_time("uptime", clock_ms());
}

int command_status(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
#define STATUS(function) function();
#include "ui/console/status.def"
#undef STATUS
    console_program_status();
    return STATUS_OK;
}
