#include "man.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "crawlbox_version.h"

static const struct program *the_program; /* whose commands' pages are printed */

/* Text as roff takes it literally; `first` is true at the beginning of a line, where a dot or quote is a
 * request. */
static void put(const char *text, size_t length, bool first)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (first && (c == '.' || c == '\''))
            fputs("\\&", stdout);
        first = false;
        switch (c) {
        case '\\': fputs("\\e", stdout); break;
        case '-': fputs("\\-", stdout); break;
        case '\'': fputs("\\(aq", stdout); break;
        case '^': fputs("\\(ha", stdout); break;
        case '~': fputs("\\(ti", stdout); break;
        case '`': fputs("\\(ga", stdout); break;
        default: putchar(c); break;
        }
    }
}

static void put_text(const char *text)
{
    put(text, strlen(text), true);
}

static void put_head(const char *name, const char *summary)
{
    printf(".TH ");
    for (const char *at = name; *at; at++)
        *at == '-' ? (void)fputs("\\-", stdout) : (void)putchar(toupper((unsigned char)*at));
    printf(" 1 \"\" \"crawlbox %s\" \"crawlbox\"\n.SH NAME\n", CRAWLBOX_VERSION);
    put_text(name);
    printf(" \\- ");
    put_text(summary);
    putchar('\n');
}

/* Whether the paragraph at `text` is a table: it has blanks that line something up. */
static bool is_table(const char *text, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (text[i] == ' ' && text[i - 1] == ' ')
            return true;
    return false;
}

static void put_paragraph(const char *text, size_t length)
{
    bool table = is_table(text, length);
    printf(table ? ".PP\n.nf\n" : ".PP\n");
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t line = end ? (size_t)(end - text) : length;
        put(text, line, true);
        putchar('\n');
        line += end != NULL;
        text += line;
        length -= line;
    }
    if (table)
        printf(".fi\n");
}

static void put_paragraphs(const char *text)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        put_paragraph(text, length);
        text += length;
        text += strspn(text, "\n");
    }
}

static void put_option(int letter, const char *name, const char *value, const char *help)
{
    printf(".TP\n");
    if (letter > ' ' && letter < 127)
        printf("\\fB\\-%c\\fR, ", letter);
    printf("\\fB\\-\\-");
    put_text(name);
    printf("\\fR");
    if (value) {
        printf(" \\fI");
        put_text(value);
        printf("\\fR");
    }
    putchar('\n');
    put_text(help);
    putchar('\n');
}

static void put_synopsis(const struct cli_help *help)
{
    printf(".SH SYNOPSIS\n");
    for (const char *usage = help->usage;;) {
        size_t length = strcspn(usage, "\n");
        printf(".PP\n\\fB");
        put_text(the_program->name);
        printf(" %s\\fR ", help->command);
        put(usage, length, false);
        putchar('\n');
        if (usage[length] == '\0')
            break;
        usage += length + 1;
    }
}

static void put_exit_status(void)
{
    printf(".SH EXIT STATUS\n");
    put_text(PROGRAM_EXIT_STATUS ".");
    putchar('\n');
}

static const char *summary_of(const char *name)
{
    for (const struct program_command *command = the_program->commands; command->name; command++)
        if (strcmp(name, command->name) == 0)
            return command->summary;
    return "";
}

/* A page of this manual by its name: "crawlbox-card(1)" in bold, except for the section. */
static void put_page(const char *program, const char *command)
{
    printf("\\fB");
    put_text(program);
    if (command)
        printf("\\-%s", command);
    printf("\\fR(1)\n");
}

static void write_command(const struct cli_help *help)
{
    char name[64];
    snprintf(name, sizeof name, "%s-%s", the_program->name, help->command);
    put_head(name, summary_of(help->command));
    put_synopsis(help);
    printf(".SH DESCRIPTION\n");
    put_paragraphs(help->summary);
    printf(".SH OPTIONS\n");
    for (const struct cli_option *option = help->options; option && option->name; option++)
        put_option(option->letter, option->name, option->value, option->help);
    put_option('h', "help", NULL, "show this text");
    put_exit_status();
    printf(".SH SEE ALSO\n");
    put_page(the_program->name, NULL);
}

void man_begin(const struct program *program)
{
    the_program = program;
    cli_show_help = write_command;
}

static void put_commands(const struct program *program)
{
    printf(".SH COMMANDS\n");
    for (const struct program_command *command = program->commands; command->name; command++) {
        printf(".TP\n");
        put_page(program->name, command->name);
        put_text(command->summary);
        putchar('\n');
    }
}

void man_write_program(const struct program *program)
{
    put_head(program->name, program->summary);
    printf(".SH SYNOPSIS\n.nf\n\\fB");
    put_text(program->name);
    printf("\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n\\fB");
    put_text(program->name);
    printf("\\fR \\-\\-version | \\-\\-help\n.fi\n.SH DESCRIPTION\n");
    put_paragraphs(program->description);
    put_commands(program);
    printf(".SH OPTIONS\n");
    put_option(0, "version", NULL, "print the version, which is that of the images built with it");
    put_option('h', "help", NULL, "list the commands");
    put_exit_status();
    printf("Errors are told on standard error: what happened, to what, and what to do.\n");
    printf(".SH SEE ALSO\n");
    put_page(program->see_also, NULL);
}
