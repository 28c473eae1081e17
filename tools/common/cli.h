/*
 * What every subcommand of a program shares: options, errors, exit status.
 *
 * A subcommand is one function in a file of its own (cmd_NAME.c) and one line in the commands.def of its
 * program:
 *
 *     static const struct cli_option options[] = {
 *         {"base", 'b', "URL", "resolve relative links against URL"},
 *         {0},
 *     };
 *     static const struct cli_help help = {"links", "[--base URL] FILE", "Lists links of a page.", options};
 *
 *     int cmd_links(int argc, char **argv)
 *     {
 *         struct cli cli = cli_begin(&help, argc, argv);
 *         const char *base = NULL;
 *         for (int option; (option = cli_next(&cli)) != CLI_END;)
 *             if (option == 'b')
 *                 base = cli.value;
 *         if (cli.argc != 1)
 *             return cli_usage_error(&cli, "needs exactly one FILE");
 *         ...
 *     }
 *
 * Options may stand anywhere on the line; `--` ends them. `--help` is answered from the same table.
 * Exit status: 0 yes or done, 1 the answer is no, 2 it cannot be done.
 */
#ifndef CRAWLBOX_CLI_H
#define CRAWLBOX_CLI_H

#include <stddef.h>
#include <stdio.h>

/* The program that runs, for what it says: "crawlbox", unless program_main() has put another name here. */
extern const char *cli_program;

enum { CLI_YES = 0, CLI_NO = 1, CLI_CANNOT = 2 };
enum { CLI_END = -1 };

struct cli_option {
    const char *name;  /* long form, without the dashes */
    int letter;        /* what cli_next() returns; also the short form if it is a printable character */
    const char *value; /* name of its value in the help text, NULL if it takes none */
    const char *help;  /* one line, no full stop */
};

struct cli_help {
    const char *command;
    const char *usage;   /* what follows the command's name; several forms are separated by '\n' */
    const char *summary; /* what it does, as sentences; may have several lines */
    const struct cli_option *options; /* ends with {0}; NULL: none but --help */
};

/* How --help shows it: as plain text, unless somebody puts another function here. */
extern void (*cli_show_help)(const struct cli_help *help);

struct cli {
    const struct cli_help *help;
    int argc; /* after CLI_END: the remaining arguments */
    char **argv;
    const char *value;   /* value of the option just returned */
    const char *cluster; /* rest of a group of short options such as -kv */
    char **words;        /* arguments seen so far that are no options; NULL after CLI_END */
    int word_count;
};

/* Starts reading the arguments; argv[0] is the subcommand's name. */
struct cli cli_begin(const struct cli_help *help, int argc, char **argv);

/* The next option's letter, or CLI_END. Prints help for --help, or an error for an unknown option, and
 * exits. */
int cli_next(struct cli *cli);

/*
 * For commands that do several things, such as `card init` and `card check`: takes the first argument off, ""
 * if there is none. cli_action_error() is for one that is not there or has the wrong arguments: it says how
 * it goes, out of the usage forms, and returns CLI_CANNOT.
 */
const char *cli_action(struct cli *cli);
int cli_action_error(const struct cli *cli, const char *action);

/* Says what is wrong with the arguments and how to get help; returns CLI_CANNOT. */
int cli_usage_error(const struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The program's name and the message on stderr; returns CLI_CANNOT, so that a command can `return
 * cli_error(...)`. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for two failures that many commands have: a file that cannot be written, for the reason in errno;
 * too little memory. */
int cli_cannot_write(const char *path);
int cli_no_memory(void);

/* Parses a decimal number between min and max, or exits with a message that names the option and the
 * range. */
long cli_number(const struct cli *cli, const char *option, long min, long max);

/*
 * Reads a whole file ("-" is standard input) into memory that the caller frees. Returns NULL after saying why
 * on stderr. A zero byte that is not counted in *size follows the data.
 */
char *cli_read_file(const char *path, size_t *size);

/*
 * Progress of long work on stderr: a line that redraws itself on a terminal, nothing elsewhere. `total` 0 is
 * unknown. Call cli_progress_end() before printing anything else.
 */
void cli_progress(const char *what, unsigned long long done, unsigned long long total);
void cli_progress_end(void);

/*
 * Prints text of a page (UTF-8, perhaps in pieces), each character that could drive a
 * terminal as a question mark: a page must not be able to paint over what stands there, or worse.
 */
void cli_print_plain(FILE *out, const char *text, size_t size);

/* The same for what stands in a line or a table, such as names of files on a card: ends of lines and tabs are
 * question marks, too. */
void cli_print_line(FILE *out, const char *text);

#endif
