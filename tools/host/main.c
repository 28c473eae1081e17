/* crawlbox, the host program: finds the subcommand and runs it. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawlbox_version.h"
#include "man.h"

static const struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include CRAWLBOX_COMMANDS
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int print_commands(FILE *out, int status)
{
    fputs("usage: crawlbox COMMAND [ARGUMENTS]\n"
          "       crawlbox --version | --help\n\n"
          "The host side of a crawl box. 'crawlbox COMMAND --help' says more about a command.\n\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nExit status: " MAN_EXIT_STATUS ".\n", out);
    return status;
}

/* Whatever a command has found: if its answer did not arrive, because the disk is full, nobody may take it for complete. */
static void check_output(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    cli_cannot_write("standard output");
    _Exit(CLI_CANNOT);
}

int main(int argc, char **argv)
{
    atexit(check_output);
    if (argc < 2)
        return print_commands(stderr, CLI_CANNOT);
    char help[] = "--help";
    if (argc == 3 && strcmp(argv[1], "help") == 0) { /* help COMMAND is COMMAND --help */
        argv[1] = argv[2];
        argv[2] = help;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return print_commands(stdout, CLI_YES);
    if (strcmp(argv[1], "--version") == 0) {
        puts("crawlbox " CRAWLBOX_VERSION);
        return CLI_YES;
    }
    if (strcmp(argv[1], "--man") == 0) {
        man_write_program();
        return CLI_YES;
    }
    if (argc == 3 && strcmp(argv[2], "--man") == 0) {
        cli_show_help = man_write;
        argv[2] = help;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return cli_error("there is no command '%s'; 'crawlbox --help' lists them", argv[1]);
}
