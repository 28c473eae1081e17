/* crawlbox text: the text of a page as a browser would show it, roughly. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "commands.h"
#include "page_text.h"

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

    static struct page_text text;
    page_text_begin(&text, stdout, charset);
    page_text_feed(&text, page, size);
    page_text_end(&text);
    free(page);
    return CLI_YES;
}
