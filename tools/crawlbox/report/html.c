#include "report/html.h"

#include <stdbool.h>
#include <stddef.h>

#include <string.h>

#include "base/utc.h"
#include "read/url/punycode.h"

enum { LABEL_SIZE = 256 };

/* How many bytes a well-formed UTF-8 character at `text` has; 0: it is none, or a control character. */
static unsigned character(const unsigned char *text)
{
    if (text[0] >= ' ' && text[0] < 0x7f)
        return 1;
    unsigned count = text[0] >= 0xf0 && text[0] <= 0xf4 ? 4 : text[0] >= 0xe0 ? 3 : text[0] >= 0xc2 ? 2 : 0;
    if (text[0] > 0xf4)
        return 0;
    for (unsigned i = 1; i < count; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    unsigned second = count > 1 ? text[1] : 0;
    bool is_wrong = (text[0] == 0xe0 && second < 0xa0) || (text[0] == 0xed && second > 0x9f) ||
                    (text[0] == 0xf0 && second < 0x90) || (text[0] == 0xf4 && second > 0x8f) ||
                    (text[0] == 0xc2 && second < 0xa0);
    return is_wrong ? 0 : count;
}

static const char *entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void html_text(FILE *out, const char *text)
{
    while (*text) {
        unsigned count = character((const unsigned char *)text);
        const char *escaped = entity(*text);
        if (escaped || count == 0)
            fputs(escaped ? escaped : "\xef\xbf\xbd", out);
        else
            fwrite(text, 1, count, out);
        text += count > 0 ? count : 1;
    }
}

static void put_label(FILE *out, const char *label, size_t length)
{
    static const char prefix[] = "xn--";
    enum { PREFIX = sizeof prefix - 1 };
    char text[LABEL_SIZE];
    struct url_writer writer = {.text = text, .limit = sizeof text - 1};
    bool is_encoded = length > PREFIX && memcmp(label, prefix, PREFIX) == 0;
    if (is_encoded && punycode_decode(label + PREFIX, length - PREFIX, &writer) && !writer.overflow)
        text[writer.length] = '\0';
    else
        snprintf(text, sizeof text, "%.*s", (int)length, label);
    html_text(out, text);
}

void html_host(FILE *out, const char *name, size_t length)
{
    while (length > 0) {
        const char *dot = memchr(name, '.', length);
        size_t label = dot ? (size_t)(dot - name) : length;
        put_label(out, name, label);
        if (dot)
            fputc('.', out);
        label += dot != NULL;
        name += label;
        length -= label;
    }
}

void html_number(FILE *out, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            fputc(',', out);
        fputc(digits[i], out);
    }
}

void html_bytes(FILE *out, uint64_t bytes)
{
    static const char *const units[] = {"KB", "MB", "GB", "TB"};
    double value = (double)bytes / 1024;
    unsigned unit = 0;
    for (; value >= 1000 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        value /= 1024;
    fprintf(out, value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

void html_share(FILE *out, uint64_t part, uint64_t whole)
{
    if (whole > 0)
        fprintf(out, "%.1f %%", 100.0 * (double)part / (double)whole);
    else
        fputs("&ndash;", out);
}

void html_day(FILE *out, uint32_t seconds)
{
    struct utc at = utc_from_seconds(seconds);
    fprintf(out, "%u-%02u-%02u", at.year, at.month, at.day);
}

void html_minute(FILE *out, uint32_t seconds)
{
    struct utc at = utc_from_seconds(seconds);
    html_day(out, seconds);
    fprintf(out, " %02u:%02u", at.hour, at.minute);
}

void html_section(FILE *out, const char *id, enum word title)
{
    fprintf(out, "<section id=%s aria-labelledby=%s-title>\n<h2 id=%s-title>", id, id, id);
    word_put(out, title);
    fputs("</h2>\n", out);
}

void html_section_end(FILE *out)
{
    fputs("</section>\n", out);
}

void html_nothing(FILE *out)
{
    fputs("<p>", out);
    word_put(out, WORD_NOTHING);
    fputs("</p>\n", out);
}

void html_table(FILE *out, enum word about, const enum word *head, unsigned count)
{
    fputs("<div class=scroll tabindex=0 role=region aria-label=\"", out);
    word_put_plain(out, about);
    fputs("\"><table><thead><tr>", out);
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)head[i] == HTML_BAR) {
            fputs("<td class=bar>", out);
            continue;
        }
        fputs("<th scope=col>", out);
        word_put(out, head[i]);
    }
    fputs("<tbody>\n", out);
}

void html_table_end(FILE *out)
{
    fputs("</table></div>\n", out);
}

void html_details(FILE *out)
{
    fputs("<details><summary>", out);
    word_put(out, WORD_NUMBERS);
    fputs("</summary>\n", out);
}

void html_details_end(FILE *out)
{
    fputs("</details>\n", out);
}

void html_bar(FILE *out, uint64_t part, uint64_t whole)
{
    fprintf(
        out,
        "<td class=bar aria-hidden=true><svg viewBox='0 0 100 10' preserveAspectRatio=none><rect class=bar0 "
        "fill='#0b5fa5' width='%.1f' height='10'/></svg>",
        whole > 0 ? 100.0 * (double)part / (double)whole : 0);
}

void html_legend(FILE *out, const char *const *keys, const enum word *words, unsigned count)
{
    fputs("<p class=legend>", out);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "<span class=key><svg viewBox='0 0 24 10' aria-hidden=true>%s</svg> ", keys[i]);
        word_put(out, words[i]);
        fputs("</span> ", out);
    }
    fputs("</p>\n", out);
}
