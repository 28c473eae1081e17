/* crawlbox url: what the box makes of a URL. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "url/url.h"

static const struct cli_option options[] = {
    {"base", 'b', "URL", "resolve relative links against URL"},
    {0},
};

static const struct cli_help help = {
    "url", "[--base URL] <URLS",
    "Reads URLs from standard input, one a line, and prints each as the box writes it, or '!' and why the "
    "box\n"
    "refuses it. The exit status is 0 whatever the answers are, 2 if the base itself is not a URL.",
    options};

static void print_url(const char *line, size_t length, const struct url *base)
{
    char buffer[URL_BUFFER_SIZE];
    struct url url;
    if (url_parse(&url, buffer, sizeof buffer, line, length, base) < 0)
        printf("!%s\n", url_reason(&url));
    else
        puts(url.text);
}

int cmd_url(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    char base_text[URL_BUFFER_SIZE];
    struct url base = {0};
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option != 'b')
            continue;
        int status = url_parse(&base, base_text, sizeof base_text, cli.value, strlen(cli.value), NULL);
        if (status < 0 && status != STATUS_UNSUPPORTED)
            return cli_error("--base %s: %s", cli.value, url_reason(&base));
    }
    if (cli.argc != 0)
        return cli_usage_error(&cli, "takes no arguments; the URLs come from standard input");
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        print_url(line, (size_t)length, &base);
    }
    free(line);
    return CLI_YES;
}
