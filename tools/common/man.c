#include "man.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "crawlbox_version.h"

/* Text as roff takes it literally; `first` is true at the beginning of a line, where a dot or quote is a request. */
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
        printf(".PP\n\\fBcrawlbox %s\\fR ", help->command);
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
    put_text(MAN_EXIT_STATUS ".");
    putchar('\n');
}

static const struct {
    const char *name, *summary;
} commands[] = {
#define COMMAND(name, summary) {#name, summary},
#include CRAWLBOX_COMMANDS
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *summary_of(const char *command)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(command, commands[i].name) == 0)
            return commands[i].summary;
    return "";
}

void man_write(const struct cli_help *help)
{
    char name[64];
    snprintf(name, sizeof name, "crawlbox-%s", help->command);
    put_head(name, summary_of(help->command));
    put_synopsis(help);
    printf(".SH DESCRIPTION\n");
    put_paragraphs(help->summary);
    printf(".SH OPTIONS\n");
    for (const struct cli_option *option = help->options; option && option->name; option++)
        put_option(option->letter, option->name, option->value, option->help);
    put_option('h', "help", NULL, "show this text");
    put_exit_status();
    printf(".SH SEE ALSO\n\\fBcrawlbox\\fR(1)\n");
}

void man_write_program(void)
{
    put_head("crawlbox", "the host side of a crawl box");
    printf(
        ".SH SYNOPSIS\n.nf\n\\fBcrawlbox\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n"
        "\\fBcrawlbox\\fR \\-\\-version | \\-\\-help\n.fi\n.SH DESCRIPTION\n"
        "A crawl box fills an SD card with the web pages of one language. This program makes its cards, "
        "empties\n"
        "them, reports what was harvested, talks with a box over its serial line, and crawls on this "
        "machine, on\n"
        "the network or in a simulated web. It is built from the same sources as the box.\n.SH COMMANDS\n");
    for (unsigned i = 0; i < COMMANDS; i++) {
        printf(".TP\n\\fBcrawlbox\\-%s\\fR(1)\n", commands[i].name);
        put_text(commands[i].summary);
        putchar('\n');
    }
    printf(".SH OPTIONS\n");
    put_option(0, "version", NULL, "print the version, which is that of the images built with it");
    put_option('h', "help", NULL, "list the commands");
    put_exit_status();
    printf("Errors are told on standard error: what happened, to what, and what to do.\n");
}
