/* crawlbox lang: which pages are in the language that we collect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "dict_load.h"
#include "read/lang/lang.h"
#include "read/page.h"

struct settings {
    const struct lang_pack *pack;
    struct dict dict;
    const char *charset;
    const struct url *address; /* NULL: not known */
};

static void print_row(const char *path, const struct lang_pack *pack, const struct page_result *result)
{
    const struct lang_result *language = &result->language;
    for (; *path; path++)
        putchar((unsigned char)*path < ' ' ? '?' : *path);
    printf("\t%s\t%u.%02u\t%u\t%u\t%s\t%s\n", language->matches ? pack->verdict : LANG_VERDICT_OTHER,
           language->ratio / 100u, language->ratio % 100u, language->words, language->dictionary_words,
           text_charset_name(result->charset), text_source_name(result->charset_source));
}

static void judge_page(const char *path, const char *page, size_t size, const struct settings *settings)
{
    static struct page state;
    struct page_result result;
    const struct page_config config = {
        .address = settings->address,
        .http_charset = settings->charset,
        .pack = settings->pack,
        .dict = &settings->dict,
    };
    page_begin(&state, &config);
    page_feed(&state, page, size);
    page_end(&state, &result);
    print_row(path, settings->pack, &result);
}

static const struct cli_option options[] = {
    {"pack", 'p', "NAME", "language pack: th (default), fa, ms or en"},
    {"charset", 'c', "NAME", "the charset that the server named for the pages"},
    {"url", 'u', "URL", "the address of the page, for packs that look at it"},
    {"dict", 'd', "FILE", "use this Thai dictionary instead of the built-in one"},
    {"header", 'H', NULL, "begin with a row of column names"},
    {0},
};

static const struct cli_help help = {
    "lang", "[--pack NAME] [--charset NAME] [--url URL] FILE...",
    "Judges HTML pages: a row with tabs for each FILE (- is standard input), with its path, the verdict "
    "(thai,\n"
    "persian, malay, english or other), the percentage of dictionary words among all words, words, "
    "dictionary words, "
    "the\n"
    "charset, and what told the charset (bom, http, meta, content, default).",
    options};

static const struct lang_pack *find_pack(const struct cli *cli)
{
    const struct lang_pack *pack = lang_pack_find(cli->value);
    if (!pack)
        exit(cli_usage_error(cli, "there is no language pack '%s'", cli->value));
    return pack;
}

int cmd_lang(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct settings settings = {.pack = lang_pack_find("th")};
    const char *dict_path = NULL, *url = NULL;
    bool header = false;

    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'p': settings.pack = find_pack(&cli); break;
        case 'c': settings.charset = cli.value; break;
        case 'u': url = cli.value; break;
        case 'd': dict_path = cli.value; break;
        default: header = true; break;
        }
    }
    if (cli.argc == 0)
        return cli_usage_error(&cli, "needs a FILE");
    struct url address;
    char address_text[URL_BUFFER_SIZE];
    if (url) {
        if (url_parse(&address, address_text, sizeof address_text, url, strlen(url), NULL) < 0)
            return cli_usage_error(&cli, "%s cannot be the address of a page: %s", url, url_reason(&address));
        settings.address = &address;
    }
    char *memory;
    int result = dict_load(&settings.dict, dict_path, &memory);
    if (result != 0)
        return result;
    if (header)
        puts("path\tverdict\tratio\twords\tdictionary_words\tcharset\tfound_by");
    for (int i = 0; i < cli.argc; i++) {
        size_t size;
        char *page = cli_read_file(cli.argv[i], &size);
        if (page)
            judge_page(cli.argv[i], page, size, &settings);
        else
            result = CLI_CANNOT;
        free(page);
    }
    free(memory);
    return result;
}
