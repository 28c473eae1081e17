/*
 * What the programs of tools/ begin with: the list of a program's commands, --help, --version, --man, and
 * which command is meant.
 *
 * Each program has a commands.def and a main.c that makes the list of it:
 *
 *     static const struct program_command commands[] = {
 *     #define COMMAND(name, summary) {#name, summary, cmd_##name},
 *     #include "commands.def"
 *     #undef COMMAND
 *         {0},
 *     };
 *     static const struct program program = {.name = "crawlbox", .summary = "...", .commands = commands};
 *
 *     int main(int argc, char **argv)
 *     {
 *         return program_main(&program, argc, argv);
 *     }
 */
#ifndef CRAWLBOX_PROGRAM_H
#define CRAWLBOX_PROGRAM_H

struct program_command {
    const char *name;
    const char *summary; /* what it is for: no capital letter, no full stop */
    int (*run)(int argc, char **argv);
};

/* A command that somebody may look for here and that another program has. */
struct program_elsewhere {
    const char *name;
    const char *there; /* what to type instead */
};

struct program {
    const char *name;
    const char *summary;                       /* what it is: no capital letter, no full stop */
    const char *description;                   /* for its manual page: sentences */
    const struct program_command *commands;    /* ends with {0} */
    const struct program_elsewhere *elsewhere; /* ends with {0}; NULL: none */
    const char *see_also;                      /* the other program */
};

/* Runs the command that the arguments name, and returns its exit status. */
int program_main(const struct program *program, int argc, char **argv);

/* What an exit status means: the last line of --help. */
#define PROGRAM_EXIT_STATUS "0 yes or done, 1 the answer is no, 2 it cannot be done"

#endif
