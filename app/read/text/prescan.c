#include "read/text/prescan.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

struct scan {
    const char *at;
    const char *end;
};

struct attribute {
    const char *name;
    size_t name_size;
    const char *value;
    size_t value_size;
};

/* A META element as far as it concerns us; a repeated attribute counts the first time only. */
struct meta {
    bool seen_http_equiv, seen_content, seen_charset;
    bool is_content_type;
    bool from_content; /* the charset stands in `content`, so it counts only with http-equiv=content-type */
    enum text_charset charset;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static bool scan_is_at(const struct scan *scan, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(scan->end - scan->at) >= size && ascii_equals(scan->at, size, word);
}

static void scan_skip_past(struct scan *scan, char c)
{
    const char *found = memchr(scan->at, c, (size_t)(scan->end - scan->at));
    scan->at = found ? found + 1 : scan->end;
}

static void skip_comment(struct scan *scan)
{
    scan->at += 2; /* the dashes of "<!--" may be those of "-->" */
    while (scan->at < scan->end && !scan_is_at(scan, "-->"))
        scan->at++;
    scan->at = scan->at < scan->end ? scan->at + 3 : scan->end;
}

static void skip_blanks(struct scan *scan)
{
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
}

static void scan_value(struct scan *scan, struct attribute *attribute)
{
    skip_blanks(scan);
    if (scan->at == scan->end)
        return;
    if (*scan->at == '"' || *scan->at == '\'') {
        char quote = *scan->at++;
        attribute->value = scan->at;
        while (scan->at < scan->end && *scan->at != quote)
            scan->at++;
        attribute->value_size = (size_t)(scan->at - attribute->value);
        if (scan->at < scan->end)
            scan->at++;
        return;
    }
    attribute->value = scan->at;
    while (scan->at < scan->end && !is_blank(*scan->at) && *scan->at != '>')
        scan->at++;
    attribute->value_size = (size_t)(scan->at - attribute->value);
}

static bool ends_name(char c)
{
    return is_blank(c) || c == '=' || c == '/' || c == '>';
}

/* Reads the next attribute of a tag. Returns false at the tag's end or where the bytes end. */
static bool scan_attribute(struct scan *scan, struct attribute *attribute)
{
    *attribute = (struct attribute){.value = ""};
    while (scan->at < scan->end && (is_blank(*scan->at) || *scan->at == '/'))
        scan->at++;
    if (scan->at == scan->end || *scan->at == '>')
        return false;
    attribute->name = scan->at;
    do
        scan->at++; /* an '=' in the first place belongs to the name */
    while (scan->at < scan->end && !ends_name(*scan->at));
    attribute->name_size = (size_t)(scan->at - attribute->name);
    skip_blanks(scan);
    if (scan->at < scan->end && *scan->at == '=') {
        scan->at++;
        scan_value(scan, attribute);
    }
    return scan->at < scan->end; /* a tag that is cut off does not count */
}

static void note_attribute(struct meta *meta, const struct attribute *attribute)
{
    if (ascii_equals(attribute->name, attribute->name_size, "http-equiv") && !meta->seen_http_equiv) {
        meta->seen_http_equiv = true;
        meta->is_content_type = ascii_equals(attribute->value, attribute->value_size, "content-type");
    } else if (ascii_equals(attribute->name, attribute->name_size, "content") && !meta->seen_content) {
        meta->seen_content = true;
        enum text_charset charset = text_charset_of_content_type(attribute->value, attribute->value_size);
        if (charset != TEXT_CHARSET_UNKNOWN && !meta->seen_charset) {
            meta->charset = charset;
            meta->from_content = true;
        }
    } else if (ascii_equals(attribute->name, attribute->name_size, "charset") && !meta->seen_charset) {
        meta->seen_charset = true;
        meta->charset = text_charset_of_label(attribute->value, attribute->value_size);
        meta->from_content = false;
    }
}

static enum text_charset scan_meta(struct scan *scan)
{
    struct meta meta = {0};
    struct attribute attribute;

    scan->at += strlen("<meta");
    while (scan_attribute(scan, &attribute))
        note_attribute(&meta, &attribute);
    if (scan->at == scan->end || (meta.from_content && !meta.is_content_type))
        return TEXT_CHARSET_UNKNOWN;
    return meta.charset;
}

static void skip_tag(struct scan *scan)
{
    struct attribute attribute;
    while (scan->at < scan->end && !is_blank(*scan->at) && *scan->at != '>')
        scan->at++;
    while (scan_attribute(scan, &attribute))
        ;
}

static bool at_meta(const struct scan *scan)
{
    const size_t size = strlen("<meta");
    if (!scan_is_at(scan, "<meta") || (size_t)(scan->end - scan->at) == size)
        return false;
    return is_blank(scan->at[size]) || scan->at[size] == '/';
}

static bool at_tag(const struct scan *scan)
{
    const char *name = scan->at + 1;
    if (name < scan->end && *name == '/')
        name++;
    return name < scan->end && ascii_is_letter(*name);
}

static enum text_charset find_meta(struct scan scan)
{
    while (scan.at < scan.end) {
        const char *tag = memchr(scan.at, '<', (size_t)(scan.end - scan.at));
        if (!tag)
            break;
        scan.at = tag;
        if (scan_is_at(&scan, "<!--")) {
            skip_comment(&scan);
        } else if (at_meta(&scan)) {
            enum text_charset charset = scan_meta(&scan);
            if (charset != TEXT_CHARSET_UNKNOWN)
                return charset;
        } else if (at_tag(&scan)) {
            skip_tag(&scan);
        } else if (scan_is_at(&scan, "<!") || scan_is_at(&scan, "</") || scan_is_at(&scan, "<?")) {
            scan_skip_past(&scan, '>');
        } else {
            scan.at++;
        }
    }
    return TEXT_CHARSET_UNKNOWN;
}

static enum text_charset find_xml_encoding(struct scan scan)
{
    struct attribute attribute;

    if (!scan_is_at(&scan, "<?xml") || !memchr(scan.at, '>', (size_t)(scan.end - scan.at)))
        return TEXT_CHARSET_UNKNOWN;
    scan.at += strlen("<?xml");
    while (scan_attribute(&scan, &attribute))
        if (ascii_equals(attribute.name, attribute.name_size, "encoding"))
            return text_charset_of_label(attribute.value, attribute.value_size);
    return TEXT_CHARSET_UNKNOWN;
}

/* A stylesheet has `@charset "utf-8";` as its first bytes, in just this spelling. */
static enum text_charset find_css_charset(struct scan scan)
{
    static const char mark[] = "@charset \"";
    if (!scan_is_at(&scan, mark))
        return TEXT_CHARSET_UNKNOWN;
    const char *label = scan.at + sizeof mark - 1;
    const char *end = memchr(label, '"', (size_t)(scan.end - label));
    return end ? text_charset_of_label(label, (size_t)(end - label)) : TEXT_CHARSET_UNKNOWN;
}

enum text_charset text_prescan(const void *bytes, size_t size)
{
    struct scan scan = {bytes, (const char *)bytes + size};
    enum text_charset charset = find_meta(scan);
    if (charset == TEXT_CHARSET_UNKNOWN)
        charset = find_xml_encoding(scan);
    if (charset == TEXT_CHARSET_UNKNOWN)
        charset = find_css_charset(scan);
    return charset == TEXT_UTF_16LE || charset == TEXT_UTF_16BE ? TEXT_UTF_8 : charset;
}
