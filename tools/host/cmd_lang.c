/* crawlbox lang: which pages are in the language that we collect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "html/html.h"
#include "lang/dict_load.h"
#include "lang/lang.h"
#include "text/text.h"

enum { NOTE_BYTES = 64 };

/* One page on its way: bytes to text to words. */
struct judge {
    struct text text;
    struct html_reader html;
    struct lang lang;
    char html_lang[NOTE_BYTES];
    char meta_language[NOTE_BYTES];
};

static void on_utf8(void *context, const char *utf8, size_t size)
{
    struct judge *judge = context;
    html_feed(&judge->html, utf8, size);
}

static void on_text(void *context, const char *utf8, size_t size, unsigned flags)
{
    struct judge *judge = context;
    (void)flags;
    lang_text(&judge->lang, utf8, size);
}

static void on_gap(void *context, enum html_gap gap)
{
    struct judge *judge = context;
    (void)gap;
    lang_break(&judge->lang);
}

static void on_note(void *context, enum html_note note, const char *value, size_t size)
{
    struct judge *judge = context;
    if (note == HTML_NOTE_LANGUAGE)
        snprintf(judge->html_lang, sizeof judge->html_lang, "%.*s", (int)size, value);
    else if (note == HTML_NOTE_META_LANGUAGE)
        snprintf(judge->meta_language, sizeof judge->meta_language, "%.*s", (int)size, value);
}

static const struct html_sink html_sink = {.text = on_text, .gap = on_gap, .note = on_note};

struct settings {
    const struct lang_pack *pack;
    struct dict dict;
    const char *charset;
    const char *url;
};

static void print_row(const char *path, const struct settings *settings, const struct judge *judge,
                      const struct lang_result *result)
{
    for (; *path; path++)
        putchar((unsigned char)*path < ' ' ? '?' : *path);
    printf("\t%s\t%u.%02u\t%u\t%u\t%s\t%s\n", result->matches ? settings->pack->verdict : LANG_VERDICT_OTHER,
           result->ratio / 100u, result->ratio % 100u, result->words, result->dictionary_words,
           text_charset_name(judge->text.charset), text_source_name(judge->text.source));
}

static void judge_page(const char *path, const char *page, size_t size, const struct settings *settings)
{
    uint8_t prescan[TEXT_PRESCAN_BYTES];
    struct judge judge;
    struct lang_result result;

    judge.html_lang[0] = judge.meta_language[0] = '\0';
    lang_begin(&judge.lang, settings->pack, &settings->dict);
    html_begin(&judge.html, &html_sink, &judge, NULL);
    text_begin(&judge.text, settings->charset, prescan, on_utf8, &judge);
    text_push(&judge.text, page, size);
    text_end(&judge.text);
    html_end(&judge.html);
    struct lang_hints hints = {
        .url = settings->url,
        .html_lang = judge.html_lang[0] ? judge.html_lang : NULL,
        .meta_language = judge.meta_language[0] ? judge.meta_language : NULL,
        .charset = text_charset_name(judge.text.charset),
    };
    lang_end(&judge.lang, &hints, &result);
    print_row(path, settings, &judge, &result);
}

static const struct cli_option options[] = {
    {"pack", 'p', "NAME", "language pack: th (the default), fa or ms"},
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
    "persian, malay or other), the percentage of dictionary words among all words, words, dictionary words, "
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
    const char *dict_path = NULL;
    bool header = false;

    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'p': settings.pack = find_pack(&cli); break;
        case 'c': settings.charset = cli.value; break;
        case 'u': settings.url = cli.value; break;
        case 'd': dict_path = cli.value; break;
        default: header = true; break;
        }
    }
    if (cli.argc == 0)
        return cli_usage_error(&cli, "needs a FILE");
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
