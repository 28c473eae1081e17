#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cli_program = "crawlbox";

enum { OPTION_COLUMN = 26, HELP_WIDTH = 110, READ_STEP = 65536, ACTIONS_BYTES = 256 };

/* One line, or several that begin in the same column. */
static void print_wrapped(const char *text)
{
    while (strlen(text) > HELP_WIDTH - OPTION_COLUMN) {
        int length = HELP_WIDTH - OPTION_COLUMN;
        while (length > 0 && text[length] != ' ')
            length--;
        if (length == 0)
            break;
        printf("%.*s\n%*s", length, text, OPTION_COLUMN, "");
        text += length + 1;
    }
    puts(text);
}

static void print_option(int letter, const char *name, const char *value, const char *help)
{
    int width = letter > ' ' && letter < 127 ? printf("  -%c, ", letter) : printf("      ");
    width += printf("--%s%s%s", name, value ? " " : "", value ? value : "");
    if (width < OPTION_COLUMN)
        printf("%*s", OPTION_COLUMN - width, "");
    else
        printf("\n%*s", OPTION_COLUMN, "");
    print_wrapped(help);
}

static void print_help(const struct cli_help *help)
{
    const char *usage = help->usage;
    const char *prefix = "usage:";
    for (;;) {
        int length = (int)strcspn(usage, "\n");
        printf("%-6s %s %s %.*s\n", prefix, cli_program, help->command, length, usage);
        if (usage[length] == '\0')
            break;
        usage += length + 1;
        prefix = "";
    }
    printf("\n%s\n\noptions:\n", help->summary);
    for (const struct cli_option *option = help->options; option && option->name; option++)
        print_option(option->letter, option->name, option->value, option->help);
    print_option('h', "help", NULL, "show this text");
}

void (*cli_show_help)(const struct cli_help *help) = print_help;

struct cli cli_begin(const struct cli_help *help, int argc, char **argv)
{
    return (struct cli){.help = help, .argc = argc - 1, .argv = argv + 1, .words = argv + 1};
}

static char *take_argument(struct cli *cli)
{
    if (cli->argc == 0)
        return NULL;
    cli->argc--;
    return *cli->argv++;
}

static int finish_option(struct cli *cli, const struct cli_option *option, const char *attached)
{
    cli->value = NULL;
    if (option->value) {
        cli->value = attached ? attached : take_argument(cli);
        if (!cli->value)
            exit(cli_usage_error(cli, "--%s needs a value (%s)", option->name, option->value));
    } else if (attached) {
        exit(cli_usage_error(cli, "--%s takes no value", option->name));
    }
    return option->letter;
}

static int next_long(struct cli *cli, const char *text)
{
    size_t length = strcspn(text, "=");
    const char *attached = text[length] ? text + length + 1 : NULL;
    if (length == 4 && memcmp(text, "help", 4) == 0) {
        cli_show_help(cli->help);
        exit(CLI_YES);
    }
    for (const struct cli_option *option = cli->help->options; option && option->name; option++)
        if (strlen(option->name) == length && memcmp(option->name, text, length) == 0)
            return finish_option(cli, option, attached);
    exit(cli_usage_error(cli, "unknown option --%.*s", (int)length, text));
}

static int next_short(struct cli *cli)
{
    int letter = (unsigned char)*cli->cluster++;
    if (letter == 'h') {
        cli_show_help(cli->help);
        exit(CLI_YES);
    }
    for (const struct cli_option *option = cli->help->options; option && option->name; option++) {
        if (option->letter != letter)
            continue;
        const char *attached = option->value && *cli->cluster ? cli->cluster : NULL;
        if (attached)
            cli->cluster = "";
        return finish_option(cli, option, attached);
    }
    exit(cli_usage_error(cli, "unknown option -%c", letter));
}

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0';
}

/* Moves an argument that is no option to the front, where all of them will be in the end. */
static void set_aside(struct cli *cli)
{
    cli->words[cli->word_count++] = take_argument(cli);
}

static int end_options(struct cli *cli)
{
    while (cli->argc > 0)
        set_aside(cli);
    cli->argv = cli->words;
    cli->argc = cli->word_count;
    cli->argv[cli->argc] = NULL; /* as in main(): somebody may execute them */
    cli->words = NULL;
    return CLI_END;
}

int cli_next(struct cli *cli)
{
    if (!cli->words)
        return CLI_END;
    if (cli->cluster && *cli->cluster)
        return next_short(cli);
    while (cli->argc > 0 && !is_option(cli->argv[0]))
        set_aside(cli);
    const char *argument = take_argument(cli);
    if (!argument || strcmp(argument, "--") == 0)
        return end_options(cli);
    if (argument[1] == '-')
        return next_long(cli, argument + 2);
    cli->cluster = argument + 1;
    return next_short(cli);
}

const char *cli_action(struct cli *cli)
{
    const char *action = take_argument(cli);
    return action ? action : "";
}

/* The usage form behind this one, NULL if it is the last. */
static const char *next_form(const char *form)
{
    form = strchr(form, '\n');
    return form ? form + 1 : NULL;
}

/* "init, check or merge": the first words of the usage forms. */
static void list_actions(const struct cli_help *help, char *list, size_t size)
{
    size_t used = 0;
    for (const char *form = help->usage, *next; form && used < size; form = next) {
        next = next_form(form);
        const char *before = form == help->usage ? "" : next ? ", " : " or ";
        used += (size_t)snprintf(list + used, size - used, "%s%.*s", before, (int)strcspn(form, " \n"), form);
    }
}

int cli_action_error(const struct cli *cli, const char *action)
{
    char actions[ACTIONS_BYTES];
    size_t length = strlen(action);
    for (const char *form = cli->help->usage; form && length > 0; form = next_form(form))
        if (strncmp(form, action, length) == 0 && strcspn(form, " \n") == length)
            return cli_usage_error(cli, "it is: %s %s %.*s", cli_program, cli->help->command,
                                   (int)strcspn(form, "\n"), form);
    list_actions(cli->help, actions, sizeof actions);
    if (length > 0)
        return cli_usage_error(cli, "there is no '%s': say %s", action, actions);
    return cli_usage_error(cli, "say what to do: %s", actions);
}

static void print_error(const char *command, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

static void print_error(const char *command, const char *format, va_list arguments)
{
    cli_progress_end();
    fflush(stdout);
    fprintf(stderr, "%s%s%s: ", cli_program, command ? " " : "", command ? command : "");
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int cli_usage_error(const struct cli *cli, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(cli->help->command, format, arguments);
    va_end(arguments);
    fprintf(stderr, "try '%s %s --help'\n", cli_program, cli->help->command);
    return CLI_CANNOT;
}

int cli_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(NULL, format, arguments);
    va_end(arguments);
    return CLI_CANNOT;
}

int cli_cannot_write(const char *path)
{
    return cli_error("cannot write %s: %s", path, errno ? strerror(errno) : "is there room on the disk?");
}

int cli_no_memory(void)
{
    return cli_error(
        "this machine has not enough memory for it: end other programs, or try something smaller");
}

long cli_number(const struct cli *cli, const char *option, long min, long max)
{
    char *end;
    errno = 0;
    long number = strtol(cli->value, &end, 10);
    if (errno || end == cli->value || *end || number < min || number > max)
        exit(cli_usage_error(cli, "--%s must be a number from %ld to %ld, not '%s'", option, min, max,
                             cli->value));
    return number;
}

char *cli_read_file(const char *path, size_t *size)
{
    int standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t used = 0, room = 0, got;
    char *data = NULL;

    if (!file) {
        cli_error("cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    do {
        if (room - used < READ_STEP) {
            room = room ? room * 2 : 2 * READ_STEP;
            char *larger = realloc(data, room);
            if (!larger) {
                cli_error("%s is too large for this machine's memory", path);
                goto fail;
            }
            data = larger;
        }
        got = fread(data + used, 1, room - used - 1, file);
        used += got;
    } while (got > 0);
    if (ferror(file)) {
        cli_error("cannot read %s: %s", path, strerror(errno));
        goto fail;
    }
    if (!standard)
        fclose(file);
    data[used] = '\0';
    *size = used;
    return data;
fail:
    free(data);
    if (!standard)
        fclose(file);
    return NULL;
}

static int progress_shown;

void cli_progress(const char *what, unsigned long long done, unsigned long long total)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (total)
        fprintf(stderr, "\r%s %3llu %% (%llu of %llu)\033[K", what, done * 100 / total, done, total);
    else
        fprintf(stderr, "\r%s %llu\033[K", what, done);
    progress_shown = 1;
}

void cli_progress_end(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = 0;
}

enum { DELETE = 0x7f, C1_LEAD = 0xc2, C1_FIRST = 0x80, C1_LAST = 0x9f };

void cli_print_plain(FILE *out, const char *text, size_t size)
{
    static bool has_lead; /* of U+0080 to U+00BF, the first half of which are controls */
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        bool is_c1 = has_lead && c >= C1_FIRST && c <= C1_LAST;
        if (has_lead && !is_c1)
            fputc(C1_LEAD, out);
        has_lead = c == C1_LEAD;
        if (!has_lead)
            fputc(is_c1 || (c < ' ' && c != '\n' && c != '\t') || c == DELETE ? '?' : c, out);
    }
}

void cli_print_line(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text, next = (unsigned char)text[1];
        bool is_c1 = c == C1_LEAD && next >= C1_FIRST && next <= C1_LAST;
        fputc(is_c1 || c < ' ' || c == DELETE ? '?' : c, out);
        text += is_c1;
    }
}
