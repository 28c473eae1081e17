/* crawlbox url: what the box makes of a URL. */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "read/url/key.h"
#include "read/url/domain.h"
#include "read/url/url.h"

static const struct cli_option options[] = {
    {"base", 'b', "URL", "resolve relative links against URL"},
    {"key", 'k', NULL, "print the key by which pages are de-duplicated"},
    {"domain", 'd', NULL, "print the registered domain that the host belongs to"},
    {"parts", 'p', NULL, "print scheme, host, port, path, query and fragment, with tabs between"},
    {0},
};

static const struct cli_help help = {
    "url", "[--base URL] [--key | --domain | --parts] <URLS",
    "Reads URLs from standard input, one a line, and prints each as the box writes it, or '!' and\n"
    "why the box refuses it. If the base is not an http or https URL, relative links are refused.\n"
    "The exit status is 0 whatever the answers are, 2 if the base is no URL at all.",
    options};

static void print_parts(const struct url *url)
{
    const char *text = url->text;
    printf("%s\t%.*s\t%d\t%.*s\t%.*s\t%s\n", url->secure ? "https" : "http", (int)url_host_length(url),
           text + url->host, url->port, (int)url_path_length(url), text + url->path,
           (int)url_query_length(url), text + url->query, text + url->fragment);
}

static void print_url(const struct url *url, int what)
{
    char key[URL_BUFFER_SIZE];
    size_t length;
    const char *domain;
    switch (what) {
    case 'k':
        url_key(url, key, sizeof key);
        puts(key);
        break;
    case 'd':
        domain = url_domain(url, &length);
        printf("%.*s\n", (int)length, domain);
        break;
    case 'p': print_parts(url); break;
    default: puts(url->text); break;
    }
}

static void answer_lines(const struct url *base, int what)
{
    char buffer[URL_BUFFER_SIZE];
    char *line = NULL;
    size_t room = 0;
    struct url url;

    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        if (url_parse(&url, buffer, sizeof buffer, line, (size_t)length, base) < 0)
            printf("!%s\n", url_reason(&url));
        else
            print_url(&url, what);
    }
    free(line);
}

int cmd_url(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    char base_text[URL_BUFFER_SIZE];
    struct url base = {0};
    int what = 0;

    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option != 'b') {
            if (what)
                return cli_usage_error(&cli, "only one of --key, --domain and --parts can be printed");
            what = option;
            continue;
        }
        int status = url_parse(&base, base_text, sizeof base_text, cli.value, strlen(cli.value), NULL);
        if (status < 0 && status != STATUS_UNSUPPORTED)
            return cli_error("cannot use '%s' as the base: %s", cli.value, url_reason(&base));
    }
    if (cli.argc != 0)
        return cli_usage_error(&cli, "takes no arguments; the URLs come from standard input");
    answer_lines(&base, what);
    return ferror(stdin) ? cli_error("cannot read standard input") : CLI_YES;
}
