/* crawlbox settings: what can be chosen, and whether a CRAWLBOX.INI is right. */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sheet.h"

static const struct cli_option options[] = {
    {"format", 'f', "FORM", "text, markdown, tsv, or ini: a CRAWLBOX.INI with the defaults, all explained"},
    {"check", 'c', "FILE",
     "say what is wrong with a CRAWLBOX.INI, and what a crawl still needs; exit 1 if anything"},
    {0},
};

static const struct cli_help help = {
    "settings", "[--format FORM]\n--check FILE",
    "Lists every setting of the box with its default, what it takes and what it is for.", options};

static int check(const char *path)
{
    struct settings settings;
    size_t size;
    char *text = cli_read_file(path, &size);
    if (!text)
        return CLI_CANNOT;
    settings_reset(&settings);
    unsigned wrong = sheet_read(&settings, path, text, size);
    wrong += sheet_missing(&settings, path);
    free(text);
    if (wrong == 0)
        printf("%s: complete, nothing wrong\n", path);
    return wrong == 0 ? CLI_YES : CLI_NO;
}

int cmd_settings(int argc, char **argv)
{
    static const char *const forms[] = {
        [SHEET_TEXT] = "text", [SHEET_MARKDOWN] = "markdown", [SHEET_TSV] = "tsv", [SHEET_INI] = "ini"};
    struct cli cli = cli_begin(&help, argc, argv);
    struct settings settings;
    const char *path = NULL;
    unsigned form = SHEET_TEXT;
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option == 'c') {
            path = cli.value;
            continue;
        }
        for (form = 0; form < sizeof forms / sizeof forms[0] && strcmp(forms[form], cli.value) != 0; form++)
            ;
        if (form == sizeof forms / sizeof forms[0])
            return cli_usage_error(&cli, "--format is text, markdown, tsv or ini");
    }
    if (cli.argc > 0)
        return cli_usage_error(&cli, "'%s' is too much", cli.argv[0]);
    if (path)
        return check(path);
    settings_reset(&settings);
    sheet_write(stdout, (enum sheet_form)form, &settings);
    return CLI_YES;
}
