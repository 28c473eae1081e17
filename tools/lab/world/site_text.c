/* Writes pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "read/lang/thai.h"
#include "settings/settings.h"
#include "world/site_internal.h"

enum {
    PARAGRAPHS_LEAST = 3,
    PARAGRAPHS_RANGE = 8,
    WORDS_LEAST = 20,
    WORDS_RANGE = 60,
    THAI_PURE = 95,    /* percent of the words of a Thai page that are Thai */
    THAI_MIXED = 35,   /* of every sixth: half a page in another language */
    FOREIGN_MIXED = 3, /* of the words of every sixth foreign page of a Thai site, ... */
    FOREIGN_OTHER = 1, /* ... and less in other languages, whose words here are all function words */
    LINK_EVERY_WORDS = 12,
};

struct writer {
    struct page_text *text;
    const struct siteweb *web;
    uint32_t host, page;
    enum world_language language; /* most of the page's words are in it ... */
    enum world_language second;   /* ... the others in this */
    uint32_t second_percent;
    bool windows_874;
    struct random random;
};

/* A Thai letter is one byte in windows-874: its place in the Thai block above 0xa0. */
static void append_windows_874(struct page_text *text, const char *word)
{
    for (const unsigned char *at = (const unsigned char *)word; *at;) {
        char byte = (char)*at;
        if (at[0] == 0xe0 && at[1] && at[2]) {
            uint32_t letter = (uint32_t)(at[0] & 15) << 12 | (uint32_t)(at[1] & 63) << 6 | (at[2] & 63);
            byte = (char)(0xa0 + letter - THAI_BLOCK);
            at += 2;
        }
        at++;
        text_append(text, &byte, 1);
    }
}

static void put_word(struct writer *writer)
{
    bool second = random_below(&writer->random, 100) < writer->second_percent;
    enum world_language language = second ? writer->second : writer->language;
    const char *word = vocabulary_word(&writer->web->vocabulary, language, random_next(&writer->random));
    if (writer->windows_874)
        append_windows_874(writer->text, word);
    else
        text_append(writer->text, word, strlen(word));
    bool blank = vocabulary_has_blanks(&writer->web->vocabulary, language) ||
                 random_below(&writer->random, 5) == 0; /* else only between phrases */
    if (blank)
        text_append(writer->text, " ", 1);
}

static void put_words(struct writer *writer, uint32_t count)
{
    while (count-- > 0)
        put_word(writer);
}

static void put_link(void *context, struct world_page target, const struct topicweb_link *between)
{
    (void)between;
    struct writer *writer = context;
    char address[WORLD_URL_BYTES];
    if (target.part == writer->host) {
        siteweb_path(writer->web, target.part, target.page, address);
        text_print(writer->text, "<li><a href=\"%s%s\">", address,
                   random_below(&writer->random, 8) ? "" : "#top");
    } else {
        siteweb_url(writer->web, target.part, target.page, address);
        text_print(writer->text, "<li><a href=\"%s\">", address);
    }
    put_words(writer, 2);
    text_print(writer->text, "</a>\n");
}

static bool is_mixed(const struct writer *writer)
{
    return random_hash(writer->web->base.seed, ASK_TEXT, writer->host, writer->page) % 6 == 0;
}

/* Only Thai is written in it. */
static bool is_windows_874(const struct siteweb *web, uint32_t host)
{
    return web->base.language == LANGUAGE_TH && web->hosts[host].flags & WORLD_FLAG_WINDOWS_874;
}

static void choose_languages(struct writer *writer)
{
    const struct world_host *about = &writer->web->hosts[writer->host];
    if (siteweb_page_is_thai(writer->web, writer->host, writer->page)) {
        writer->language = WORLD_THAI;
        writer->second = (enum world_language)about->language;
        writer->second_percent = is_mixed(writer) ? 100 - THAI_MIXED : 100 - THAI_PURE;
        writer->windows_874 = is_windows_874(writer->web, writer->host);
        if (writer->windows_874 && about->language != WORLD_ENGLISH)
            writer->second = WORLD_ENGLISH; /* the only other one that the charset has */
    } else {
        writer->language = (enum world_language)about->language;
        writer->second = WORLD_THAI;
        writer->second_percent = 0;
        if (siteweb_is_thai_site(about) && is_mixed(writer))
            writer->second_percent =
                writer->web->base.language == LANGUAGE_TH ? FOREIGN_MIXED : FOREIGN_OTHER;
    }
}

const char *siteweb_charset(const struct siteweb *web, uint32_t host, uint32_t page)
{
    bool thai = siteweb_page_is_thai(web, host, page);
    return thai && is_windows_874(web, host) ? "windows-874" : "utf-8";
}

int siteweb_write(struct siteweb *web, uint32_t host, uint32_t page, struct page_text *text)
{
    int status = web->vocabulary.own ? STATUS_OK : vocabulary_open(&web->vocabulary, web->base.language);
    if (status != STATUS_OK)
        return status;
    struct writer writer = {.text = text, .web = web, .host = host, .page = page};
    writer.random.state = random_hash(web->base.seed, ASK_TEXT, host, page);
    choose_languages(&writer);
    text->size = 0;
    text_print(text, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"%s\">\n<title>",
               siteweb_charset(web, host, page));
    put_words(&writer, 4);
    text_print(text, "</title>\n<style>body { margin: 2em }</style>\n</head>\n<body>\n<h1>");
    put_words(&writer, 3);
    text_print(text, "</h1>\n<ul>\n");
    siteweb_links(web, host, page, put_link, &writer);
    text_print(text, "</ul>\n");
    for (uint32_t i = PARAGRAPHS_LEAST + random_below(&writer.random, PARAGRAPHS_RANGE); i > 0; i--) {
        text_print(text, "<p>");
        put_words(&writer, WORDS_LEAST + random_below(&writer.random, WORDS_RANGE));
        text_print(text, "</p>\n");
    }
    text_print(text, "</body>\n</html>\n");
    return text->full ? STATUS_FULL : STATUS_OK;
}

int siteweb_write_robots(const struct siteweb *web, uint32_t host, struct page_text *text)
{
    char path[WORLD_PATH_BYTES];
    unsigned flags = web->hosts[host].flags;
    text->size = 0;
    text_print(text, "User-agent: *\n");
    if (flags & WORLD_FLAG_ROBOTS_ALL)
        text_print(text, "Disallow: /\n");
    else if (flags & WORLD_FLAG_ROBOTS_SECTION) { /* the folder of section 1 */
        siteweb_path(web, host, 1, path);
        *(strrchr(path, '/') + 1) = '\0';
        text_print(text, "Disallow: %s\n", path);
    } else
        text_print(text, "Disallow:\n");
    return text->full ? STATUS_FULL : STATUS_OK;
}
