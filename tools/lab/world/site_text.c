/* Writes pages. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "lang/thai.h"
#include "world/internal.h"
#include "world/text.h"

enum {
    PARAGRAPHS_LEAST = 3,
    PARAGRAPHS_RANGE = 8,
    WORDS_LEAST = 20,
    WORDS_RANGE = 60,
    THAI_PURE = 95,    /* percent of the words of a Thai page that are Thai */
    THAI_MIXED = 35,   /* of every sixth: half a page in another language */
    FOREIGN_MIXED = 3, /* of the words of every sixth foreign page of a Thai site */
    LINK_EVERY_WORDS = 12,
};

struct writer {
    struct page_text *text;
    const struct world *world;
    const struct vocabulary *vocabulary;
    uint32_t host, page;
    enum world_language language; /* most of the page's words are in it ... */
    enum world_language second;   /* ... the others in this */
    uint32_t second_percent;
    bool windows_874;
    struct random random;
};

void text_append(struct page_text *text, const char *bytes, size_t size)
{
    if (text->size + size > text->room) {
        size_t room = (text->room + size) * 2;
        char *larger = realloc(text->bytes, room);
        if (!larger) {
            text->full = true;
            return;
        }
        text->bytes = larger;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void __attribute__((format(printf, 2, 3))) put(struct page_text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (size > 0 && (size_t)size < sizeof line)
        text_append(text, line, (size_t)size);
}

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
    const char *word = vocabulary_word(writer->vocabulary, language, random_next(&writer->random));
    if (writer->windows_874)
        append_windows_874(writer->text, word);
    else
        text_append(writer->text, word, strlen(word));
    /* Thai, Lao, Chinese and Japanese put no blank between words, only between phrases. */
    bool blank =
        language == WORLD_ENGLISH || language == WORLD_GERMAN || random_below(&writer->random, 5) == 0;
    if (blank)
        text_append(writer->text, " ", 1);
}

static void put_words(struct writer *writer, uint32_t count)
{
    while (count-- > 0)
        put_word(writer);
}

static void put_link(void *context, const struct world_link *link)
{
    struct writer *writer = context;
    char address[WORLD_URL_BYTES];
    if (link->host == writer->host) {
        world_path(writer->world, link->host, link->page, address);
        put(writer->text, "<li><a href=\"%s%s\">", address, random_below(&writer->random, 8) ? "" : "#top");
    } else {
        world_url(writer->world, link->host, link->page, address);
        put(writer->text, "<li><a href=\"%s\">", address);
    }
    put_words(writer, 2);
    put(writer->text, "</a>\n");
}

static bool is_mixed(const struct writer *writer)
{
    return random_hash(writer->world->seed, ASK_TEXT, writer->host, writer->page) % 6 == 0;
}

static void choose_languages(struct writer *writer)
{
    const struct world_host *about = &writer->world->hosts[writer->host];
    if (world_page_is_thai(writer->world, writer->host, writer->page)) {
        writer->language = WORLD_THAI;
        writer->second = (enum world_language)about->language;
        writer->second_percent = is_mixed(writer) ? 100 - THAI_MIXED : 100 - THAI_PURE;
        writer->windows_874 = about->flags & WORLD_FLAG_WINDOWS_874;
        if (writer->windows_874 && about->language != WORLD_ENGLISH)
            writer->second = WORLD_ENGLISH; /* the only other one that the charset has */
    } else {
        writer->language = (enum world_language)about->language;
        writer->second = WORLD_THAI;
        writer->second_percent = world_is_thai_site(about) && is_mixed(writer) ? FOREIGN_MIXED : 0;
    }
}

const char *text_charset_of(const struct world *world, uint32_t host, uint32_t page)
{
    bool thai = world_page_is_thai(world, host, page);
    return thai && world->hosts[host].flags & WORLD_FLAG_WINDOWS_874 ? "windows-874" : "utf-8";
}

int text_write(struct page_text *text, const struct world *world, const struct vocabulary *vocabulary,
               uint32_t host, uint32_t page)
{
    struct writer writer = {
        .text = text, .world = world, .vocabulary = vocabulary, .host = host, .page = page};
    writer.random.state = random_hash(world->seed, ASK_TEXT, host, page);
    choose_languages(&writer);
    text->size = 0;
    put(text, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"%s\">\n<title>",
        text_charset_of(world, host, page));
    put_words(&writer, 4);
    put(text, "</title>\n<style>body { margin: 2em }</style>\n</head>\n<body>\n<h1>");
    put_words(&writer, 3);
    put(text, "</h1>\n<ul>\n");
    world_links(world, host, page, put_link, &writer);
    put(text, "</ul>\n");
    for (uint32_t i = PARAGRAPHS_LEAST + random_below(&writer.random, PARAGRAPHS_RANGE); i > 0; i--) {
        put(text, "<p>");
        put_words(&writer, WORDS_LEAST + random_below(&writer.random, WORDS_RANGE));
        put(text, "</p>\n");
    }
    put(text, "</body>\n</html>\n");
    return text->full ? STATUS_FULL : STATUS_OK;
}

int text_write_robots(struct page_text *text, const struct world *world, uint32_t host)
{
    char path[WORLD_PATH_BYTES];
    unsigned flags = world->hosts[host].flags;
    text->size = 0;
    put(text, "User-agent: *\n");
    if (flags & WORLD_FLAG_ROBOTS_ALL)
        put(text, "Disallow: /\n");
    else if (flags & WORLD_FLAG_ROBOTS_SECTION) { /* the folder of section 1 */
        world_path(world, host, 1, path);
        *(strrchr(path, '/') + 1) = '\0';
        put(text, "Disallow: %s\n", path);
    } else
        put(text, "Disallow:\n");
    return text->full ? STATUS_FULL : STATUS_OK;
}
