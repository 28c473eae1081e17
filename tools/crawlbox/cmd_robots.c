/* crawlbox robots: what a robots.txt allows, as the box reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "read/robots/robots.h"
#include "read/url/url.h"

enum {
    STORE_DEFAULT = 4 * 1024 * 1024, /* room for the rules of any file */
    PATH_MAX_BYTES = 1024 * 1024,    /* and for paths longer than the box would fetch */
};

static const struct cli_option options[] = {
    {"agent", 'a', "NAME", "the crawler's product token; a version behind it is ignored (default: crawlbox)"},
    {"store", 's', "BYTES", "keep the rules in that much memory; the box has 2048 (default: enough)"},
    {0},
};

static const struct cli_help help = {
    "robots", "[--agent NAME] [--store BYTES] ROBOTSFILE URL...",
    "Says which URLs a robots.txt (- is standard input) lets the crawler fetch: a row with tabs for each "
    "URL, with\n"
    "allow or deny, the rule that decided or -, the URL, and the reason. A URL may also be a path from / "
    "on.\n"
    "Exit status: 0 all are allowed, 1 some are denied, 2 it cannot be said.",
    options};

/* Path and query of a URL, or NULL after saying what is wrong with it. The box refuses URLs that are too long
 * for it; here they are compared as they are. */
static const char *find_path(const char *text, char *buffer, size_t *length)
{
    static char base_buffer[URL_BUFFER_SIZE];
    struct url base, url;
    bool is_path = text[0] == '/' || text[0] == '\0';
    url_parse(&base, base_buffer, sizeof base_buffer, "http://localhost/", 17, NULL);
    if (url_parse(&url, buffer, URL_BUFFER_SIZE, text, strlen(text), is_path ? &base : NULL) >= 0) {
        *length = url_path_length(&url) + url_query_length(&url);
        return url.text + url.path;
    }
    if (url.problem != URL_TOO_LONG) {
        cli_error("%s: %s", text, url_reason(&url));
        return NULL;
    }
    const char *host = strstr(text, "://");
    const char *path = is_path || !host ? text : host + 3 + strcspn(host + 3, "/?#");
    *length = strcspn(path, "#");
    return path;
}

static void print_row(const struct robots_verdict *verdict, const char *url)
{
    fputs(verdict->allowed ? "allow\t" : "deny\t", stdout);
    if (verdict->pattern)
        printf("%s: %.*s", verdict->allowed ? "Allow" : "Disallow", (int)verdict->pattern_length,
               verdict->pattern);
    else
        putchar('-');
    putchar('\t');
    for (; *url; url++)
        putchar((unsigned char)*url < ' ' ? '?' : *url);
    printf("\t%s\n", robots_reason_text(verdict->reason));
}

static int judge(const void *store, int count, char **urls)
{
    char buffer[URL_BUFFER_SIZE];
    int status = CLI_YES;
    for (int i = 0; i < count; i++) {
        size_t length = 0;
        const char *path = find_path(urls[i], buffer, &length);
        if (!path) {
            status = CLI_CANNOT;
            continue;
        }
        struct robots_verdict verdict = robots_allows(store, path, length);
        print_row(&verdict, urls[i]);
        if (!verdict.allowed && status == CLI_YES)
            status = CLI_NO;
    }
    return status;
}

int cmd_robots(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    char agent[64] = "crawlbox";
    size_t store_size = STORE_DEFAULT;
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option == 'a')
            snprintf(agent, sizeof agent, "%.*s", (int)strcspn(cli.value, "/"), cli.value);
        else
            store_size = (size_t)cli_number(&cli, "store", ROBOTS_STORE_MIN, STORE_DEFAULT);
    }
    if (cli.argc < 2)
        return cli_usage_error(&cli, "needs a ROBOTSFILE and at least one URL");

    size_t size;
    char *file = cli_read_file(cli.argv[0], &size);
    if (!file)
        return CLI_CANNOT;
    void *store = malloc(store_size);
    if (!store) {
        free(file);
        return cli_no_memory();
    }
    struct robots_parser parser;
    robots_begin(&parser, store, store_size, agent, PATH_MAX_BYTES);
    robots_push(&parser, file, size);
    robots_finish(&parser, 0);
    int status = judge(store, cli.argc - 1, cli.argv + 1);
    free(store);
    free(file);
    return status;
}
