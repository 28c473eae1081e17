/* crawlbox links: the links of a page, as the box would follow them. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "read/page.h"

/* A link of the page: its rows are printed when the page is complete, since anchor texts come later than
 * links. */
struct row {
    uint32_t number;
    uint8_t element;
    uint8_t embed; /* enum embed */
    char *url;
    char *text, *before, *after; /* NULL: not known */
};

struct links {
    struct row *rows;
    size_t count, capacity;
    bool all, embeds;
};

/* The program has no use for half a list. */
static void *or_exit(void *memory)
{
    if (!memory)
        exit(cli_no_memory());
    return memory;
}

static char *copy(const char *text, size_t size)
{
    char *result = or_exit(malloc(size + 1));
    memcpy(result, text, size);
    result[size] = '\0';
    return result;
}

/* A style sheet, an icon or a font is named in the same way as the next page, but is none. */
static bool leads_to_a_page(const struct page_link *link)
{
    const unsigned pages = HTML_REL_CANONICAL | HTML_REL_NEXT | HTML_REL_PREVIOUS | HTML_REL_ALTERNATE;
    return link->element != HTML_LINK || ((link->rel & pages) && !(link->rel & HTML_REL_STYLESHEET));
}

static void take_link(void *context, const struct page_link *link)
{
    struct links *links = context;
    if (links->embeds ? link->embed == EMBED_NONE : !links->all && !leads_to_a_page(link))
        return;
    if (links->count == links->capacity) {
        links->capacity = links->capacity ? links->capacity * 2 : 64;
        links->rows = or_exit(realloc(links->rows, links->capacity * sizeof links->rows[0]));
    }
    links->rows[links->count++] = (struct row){
        .number = link->number,
        .element = link->element,
        .embed = link->embed,
        .url = copy(link->url->text, link->url->length),
    };
}

/* Anchors come in the order of their links: the one that is meant is among the last. */
static void take_anchor(void *context, const struct html_anchor *anchor)
{
    struct links *links = context;
    for (size_t i = links->count; i > 0 && links->rows[i - 1].number >= anchor->number; i--) {
        struct row *row = &links->rows[i - 1];
        if (row->number != anchor->number)
            continue;
        row->text = copy(anchor->text, anchor->text_size);
        row->before = copy(anchor->before, anchor->before_size);
        row->after = copy(anchor->after, anchor->after_size);
    }
}

static void print_words(const char *words)
{
    putchar('\t');
    if (words)
        cli_print_plain(stdout, words, strlen(words));
}

static void print_embeds(const struct links *links)
{
    static const char *const kinds[] = {"", "style", "font", "picture", "script"};
    for (size_t i = 0; i < links->count; i++)
        printf("%s\t%s\n", kinds[links->rows[i].embed], links->rows[i].url);
}

static void print_rows(const struct links *links, bool around)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct row *row = &links->rows[i];
        printf("%s\t%s", html_element_name(row->element), row->url);
        print_words(row->text);
        if (around) {
            print_words(row->before);
            print_words(row->after);
        }
        putchar('\n');
    }
}

static void free_rows(struct links *links)
{
    for (size_t i = 0; i < links->count; i++) {
        free(links->rows[i].url);
        free(links->rows[i].text);
        free(links->rows[i].before);
        free(links->rows[i].after);
    }
    free(links->rows);
}

static void read_page(struct links *links, const char *page, size_t size, const struct url *address,
                      const char *charset, bool is_style)
{
    static const struct page_sink sink = {.link = take_link, .anchor = take_anchor};
    static struct page state;
    static struct html_anchors anchors;
    const struct page_config config = {.address = address,
                                       .http_charset = charset,
                                       .sink = &sink,
                                       .context = links,
                                       .anchors = &anchors,
                                       .embeds = links->embeds,
                                       .is_style = is_style};
    struct page_result result;
    page_begin(&state, &config);
    page_feed(&state, page, size);
    page_end(&state, &result);
}

static const struct cli_option options[] = {
    {"base", 'b', "URL", "the address of the page: relative links are resolved against it"},
    {"charset", 'c', "NAME", "the charset that the server named for the page"},
    {"around", 'r', NULL, "also print the text before and behind each anchor, in two more columns"},
    {"all", 'a', NULL, "also print style sheets, icons and the like"},
    {"embeds", 'e', NULL, "print what the page needs instead: stylesheets, fonts, pictures, scripts"},
    {"css", 's', NULL, "the file is a stylesheet: print what it needs"},
    {0},
};

static const struct cli_help help = {
    "links", "[--base URL] [--charset NAME] [--around] [--all | --embeds | --css] FILE",
    "Lists the links of an HTML page: a row with tabs for each, with its "
    "tag (a, area, base, form, frame, iframe,\n"
    "link, meta), its address, and the text of the anchor. Addresses are "
    "absolute, without fragment, and http or\n"
    "https: others are left out. FILE may be - for standard input.",
    options};

int cmd_links(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    const char *base = NULL, *charset = NULL;
    struct links links = {0};
    bool around = false, is_style = false;
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'b': base = cli.value; break;
        case 'c': charset = cli.value; break;
        case 'r': around = true; break;
        case 's': is_style = true; /* fall through */
        case 'e': links.embeds = true; break;
        default: links.all = true; break;
        }
    }
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs exactly one FILE");
    struct url address;
    char address_text[URL_BUFFER_SIZE];
    if (base && url_parse(&address, address_text, sizeof address_text, base, strlen(base), NULL) < 0)
        return cli_usage_error(&cli, "%s cannot be a base: %s", base, url_reason(&address));
    size_t size = 0;
    char *page = cli_read_file(cli.argv[0], &size);
    if (!page)
        return CLI_CANNOT;
    read_page(&links, page, size, base ? &address : NULL, charset, is_style);
    if (links.embeds)
        print_embeds(&links);
    else
        print_rows(&links, around);
    free_rows(&links);
    free(page);
    return CLI_YES;
}
