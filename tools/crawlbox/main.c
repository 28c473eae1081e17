/* crawlbox, the program for people who run boxes. The preset `native` builds it with a shorter list of
 * commands. */
#include "commands.h"
#include "program.h"

#ifndef CRAWLBOX_COMMANDS
#define CRAWLBOX_COMMANDS "commands.def"
#endif

static const struct program_command commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include CRAWLBOX_COMMANDS
#undef COMMAND
    {0},
};

/* People who have read about the laboratory may look for it here. */
static const struct program_elsewhere elsewhere[] = {
    {"lab", "crawlbox-lab"},
    {"internet", "crawlbox-lab internet"},
    {"world", "crawlbox-lab world"},
    {"sim", "crawlbox-lab sim"},
    {"train", "crawlbox-lab train"},
    {"topic", "crawlbox-lab topic"},
    {0},
};

static const struct program program = {
    .name = "crawlbox",
    .summary = "the host side of a crawl box",
    .description =
        "A crawl box fills an SD card with the web pages of one language. This program makes its cards,\n"
        "empties them, reports what was harvested, talks with a box over its serial line, and crawls on\n"
        "this machine. It is built from the same sources as the box.",
    .commands = commands,
    .elsewhere = elsewhere,
    .see_also = "crawlbox-lab",
};

int main(int argc, char **argv)
{
    return program_main(&program, argc, argv);
}
