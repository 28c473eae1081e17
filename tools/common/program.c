#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "crawlbox_version.h"
#include "man.h"

static int print_commands(const struct program *program, FILE *out, int status)
{
    fprintf(out,
            "usage: %s COMMAND [ARGUMENTS]\n"
            "       %s --version | --help\n\n"
            "This is %s. '%s COMMAND --help' says more about a command.\n\n",
            program->name, program->name, program->summary, program->name);
    for (const struct program_command *command = program->commands; command->name; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fputs("\nExit status: " PROGRAM_EXIT_STATUS ".\n", out);
    return status;
}

/* Whatever a command has found: if its answer did not arrive, because the disk is full, nobody may take it
 * for complete. */
static void check_output(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    cli_cannot_write("standard output");
    _Exit(CLI_CANNOT);
}

/* What to say of a command that the program does not have. */
static int refuse_command(const struct program *program, const char *name)
{
    for (const struct program_elsewhere *other = program->elsewhere; other && other->name; other++)
        if (strcmp(name, other->name) == 0)
            return cli_error("'%s' belongs to another program: say '%s'", name, other->there);
    return cli_error("there is no command '%s'; '%s --help' lists them", name, program->name);
}

static int run_command(const struct program *program, int argc, char **argv)
{
    for (const struct program_command *command = program->commands; command->name; command++)
        if (strcmp(argv[0], command->name) == 0)
            return command->run(argc, argv);
    return refuse_command(program, argv[0]);
}

int program_main(const struct program *program, int argc, char **argv)
{
    cli_program = program->name;
    atexit(check_output);
    if (argc < 2)
        return print_commands(program, stderr, CLI_CANNOT);
    char help[] = "--help";
    if (argc == 3 && strcmp(argv[1], "help") == 0) { /* help COMMAND is COMMAND --help */
        argv[1] = argv[2];
        argv[2] = help;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return print_commands(program, stdout, CLI_YES);
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s " CRAWLBOX_VERSION "\n", program->name);
        return CLI_YES;
    }
    if (strcmp(argv[1], "--man") == 0) {
        man_write_program(program);
        return CLI_YES;
    }
    if (argc == 3 && strcmp(argv[2], "--man") == 0) {
        man_begin(program);
        argv[2] = help;
    }
    return run_command(program, argc - 1, argv + 1);
}
