/* crawlbox-lab, the program for research and tests. */
#include "commands.h"
#include "program.h"

static const struct program_command commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include "commands.def"
#undef COMMAND
    {0},
};

static const struct program program = {
    .name = "crawlbox-lab",
    .summary = "the laboratory of the crawl box",
    .description =
        "A crawl box fills an SD card with the web pages of one language. Here its crawls are tried\n"
        "out where nothing can be harmed, and it is taught: webs are made up or recorded from cards,\n"
        "crawled in a simulation or served in a private Internet, and what predicts the language of hosts\n"
        "and the topic of pages is learned from examples. Cards and boxes are what crawlbox is for.",
    .commands = commands,
    .see_also = "crawlbox",
};

int main(int argc, char **argv)
{
    return program_main(&program, argc, argv);
}
