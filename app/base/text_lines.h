/*
 * Makes lines out of bytes that come in pieces of any size. A line of up to TEXT_LINE_MAX bytes is handed
 * over as a whole; a longer one in several parts, so that a function that copies a text loses nothing, and
 * one that reads it can refuse such a line.
 *
 *     struct text_lines lines;
 *     text_lines_begin(&lines, take, &mine);       each line calls take(&mine, &lines)
 *     text_lines_feed(&lines, bytes, count);       (any number of times)
 *     text_lines_end(&lines);                      the last line may lack its line feed
 *
 * RAM: TEXT_LINE_MAX and about 20 bytes.
 */
#ifndef CRAWLBOX_BASE_TEXT_LINES_H
#define CRAWLBOX_BASE_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_LINE_MAX = 140 };

struct text_lines;
typedef void (*text_lines_take)(void *context, const struct text_lines *lines);

struct text_lines {
    text_lines_take take;
    void *context;
    uint32_t number; /* of the line, from 1 */
    uint8_t length;  /* of this part of the line, without the line feed, but with a carriage return */
    bool is_first;   /* this part begins the line */
    bool is_last;    /* this part ends the line; a part that is first and last is the whole line */
    bool has_feed;   /* a line feed follows */
    char text[TEXT_LINE_MAX];
};

void text_lines_begin(struct text_lines *lines, text_lines_take take, void *context);
void text_lines_feed(struct text_lines *lines, const char *bytes, size_t count);
void text_lines_end(struct text_lines *lines);

/* A part of a line. */
struct text_span {
    const char *text;
    size_t size;
};

/* Returns the text without blanks, tabs and carriage returns around it. */
struct text_span text_trim(const char *text, size_t size);

/* Returns the line without the blanks around it, and without the byte order mark that some editors put
 * before the first line. */
struct text_span text_lines_trimmed(const struct text_lines *lines);

#endif
