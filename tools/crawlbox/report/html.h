/*
 * Pieces of an HTML page. Whatever comes from the web or from a card goes through html_text(): it cannot
 * become markup.
 */
#ifndef CRAWLBOX_REPORT_HTML_H
#define CRAWLBOX_REPORT_HTML_H

#include <stdint.h>
#include <stdio.h>

#include "report/words.h"

/* Escapes; what is no UTF-8 and control characters become U+FFFD. */
void html_text(FILE *out, const char *text);

/* A host name as people write it: xn--o3cw4h is ไทย. */
void html_host(FILE *out, const char *name, size_t length);

void html_number(FILE *out, uint64_t number);              /* 1,234,567 */
void html_bytes(FILE *out, uint64_t bytes);                /* 1.2 MB */
void html_share(FILE *out, uint64_t part, uint64_t whole); /* 12.3 %, or a dash of nothing */
void html_day(FILE *out, uint32_t seconds);                /* 2026-11-16 */
void html_minute(FILE *out, uint32_t seconds);

/* A section with its heading; `id` is where links of the contents lead. */
void html_section(FILE *out, const char *id, enum word title);
void html_section_end(FILE *out);
void html_nothing(FILE *out);

/* A table with a head of `count` words in a box that can be scrolled by keys, too; HTML_BAR is a column of
 * html_bar(). Rows: <tr><th scope=row>...<td>... */
enum { HTML_BAR = WORDS };
void html_table(FILE *out, enum word about, const enum word *head, unsigned count);
void html_table_end(FILE *out);

/* The same folded away behind a chart. */
void html_details(FILE *out);
void html_details_end(FILE *out);

/* A bar in a cell of its own, as wide as part of whole. */
void html_bar(FILE *out, uint64_t part, uint64_t whole);

/* What the lines and bars of a chart mean. */
#define HTML_WANTED_KEY "<rect class=bar0 fill='#0b5fa5' width='24' height='10'/>"
#define HTML_OTHER_KEY  "<rect class=bar1 fill='#c2410c' width='24' height='10'/>"
#define HTML_DOTTED_KEY                                                                                      \
    "<path class=line0 stroke='#000' stroke-width='2' stroke-dasharray='2 3' d='M0 5H24'/>"
#define HTML_LINE_KEY "<path class=line1 stroke='#0b5fa5' stroke-width='2' d='M0 5H24'/>"
void html_legend(FILE *out, const char *const *keys, const enum word *words, unsigned count);

#endif
