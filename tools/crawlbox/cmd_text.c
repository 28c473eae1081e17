/* crawlbox text: the text of a page as a browser would show it, roughly. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "read/page.h"

/* White space is printed as one space or line break, before the text that follows it. */
struct printer {
    enum html_gap due; /* 0: none */
    bool started;      /* something was printed already */
};

static void print_due(struct printer *printer)
{
    if (printer->due && printer->started)
        putchar(printer->due == HTML_GAP_LINE ? '\n' : ' ');
    printer->due = 0;
    printer->started = true;
}

static void want_gap(struct printer *printer, enum html_gap gap)
{
    if (gap > printer->due)
        printer->due = gap;
}

static void print_text(void *context, const char *text, size_t size, unsigned flags)
{
    struct printer *printer = context;
    for (size_t i = 0; i < size;) {
        size_t length = 0;
        while (i + length < size && !strchr(" \t\n\f\r", text[i + length]))
            length++;
        if (length > 0) {
            print_due(printer);
            cli_print_plain(text + i, length);
        }
        i += length;
        if (i < size) {
            want_gap(printer, (flags & HTML_TEXT_LINES) && text[i] == '\n' ? HTML_GAP_LINE : HTML_GAP_SPACE);
            i++;
        }
    }
}

static void print_gap(void *context, enum html_gap gap)
{
    want_gap(context, gap);
}

static const struct cli_option options[] = {
    {"charset", 'c', "NAME", "the charset that the server named for the page"},
    {0},
};

static const struct cli_help help = {
    "text", "[--charset NAME] FILE",
    "Prints the text of an HTML page as a browser would show it, roughly: each block on a line of its own,\n"
    "title first, without scripts and styles, as UTF-8. FILE may be - for standard input.",
    options};

int cmd_text(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    const char *charset = NULL;
    for (int option; (option = cli_next(&cli)) != CLI_END;)
        if (option == 'c')
            charset = cli.value;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs exactly one FILE");
    size_t size = 0;
    char *page = cli_read_file(cli.argv[0], &size);
    if (!page)
        return CLI_CANNOT;

    static const struct page_sink sink = {.text = print_text, .gap = print_gap};
    static struct page state;
    struct printer printer = {0};
    const struct page_config config = {.http_charset = charset, .sink = &sink, .context = &printer};
    struct page_result result;
    page_begin(&state, &config);
    page_feed(&state, page, size);
    page_end(&state, &result);
    if (printer.started)
        putchar('\n');
    free(page);
    return CLI_YES;
}
