/* crawlbox report: what a card or a collection holds, as one page for a browser or a printer. */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "output.h"
#include "report/page.h"
#include "report/source.h"

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "the page (default: report.html; - is standard output)"},
    {0},
};

static const struct cli_help help = {
    "report",
    "[--output FILE] CARD|COLLECTION",
    "Tells what was harvested, in Thai and English: pages and sites by day, domain and country, the harvest\n"
    "rate over time, how good the predictions were, what was refused and why, errors, and the card's "
    "health.\n"
    "CARD is an image file, a block device or the folder where a card is mounted; every record on it is "
    "checked\n"
    "on the way. COLLECTION is a folder that 'crawlbox card collect' made.\n\n"
    "The page needs no network and runs no script. It fits a phone, a wide screen and paper.",
    options,
};

static int write_page(const struct facts *facts, const char *path)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    page_write(out.file, facts);
    if (output_end(&out, CLI_YES) != CLI_YES)
        return CLI_CANNOT;
    if (strcmp(path, "-") != 0)
        printf("%s: %llu pages of %llu fetched are in the language, %llu are stored. Open it in a browser.\n",
               path, (unsigned long long)facts->wanted, (unsigned long long)facts->pages,
               (unsigned long long)facts->stored_pages);
    return CLI_YES;
}

int cmd_report(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    const char *output = "report.html";
    static struct facts facts;
    while (cli_next(&cli) != CLI_END)
        output = cli.value;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one CARD or COLLECTION");
    facts_begin(&facts);
    int result = source_read(&facts, cli.argv[0]);
    if (result == CLI_YES)
        result = write_page(&facts, output);
    facts_free(&facts);
    return result;
}
