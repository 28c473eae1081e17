#include "read/html/html.h"

#include <string.h>

#include "base/ascii.h"
#include "read/html/attribute.h"

/* The attributes that are read; each is a bit of attributes_seen. */
enum attribute {
    ATTRIBUTE_URL, /* href, src or action, whichever the element has */
    ATTRIBUTE_REL,
    ATTRIBUTE_NAME,
    ATTRIBUTE_HTTP_EQUIV,
    ATTRIBUTE_CONTENT,
    ATTRIBUTE_CHARSET,
    ATTRIBUTE_LANG,
    ATTRIBUTE_XML_LANG,
    ATTRIBUTE_HREFLANG,
    ATTRIBUTE_AS,     /* these three are read only if embeds are wanted */
    ATTRIBUTE_EMBED,  /* an address of what the page needs */
    ATTRIBUTE_STREAM, /* CSS or a srcset, with such addresses in it */
};

/* What a META element is about. */
enum meta { META_OTHER, META_ROBOTS, META_REFRESH, META_LANGUAGE, META_CONTENT_TYPE };

/* Attributes are known by their length, their first and their last two letters: of all that an element has,
 * no two are alike in these. */
static const struct attribute_name {
    uint8_t element; /* HTML_OTHER: any element may have it */
    uint8_t attribute;
    uint8_t kind; /* of what the page needs: enum embed; of what is streamed: enum css_form */
    uint8_t size;
    char first, last_but_one, last;
} attribute_names[] = {
    {HTML_A, ATTRIBUTE_URL, 0, 4, 'h', 'e', 'f'},            /* href */
    {HTML_A, ATTRIBUTE_REL, 0, 3, 'r', 'e', 'l'},            /* rel */
    {HTML_AREA, ATTRIBUTE_URL, 0, 4, 'h', 'e', 'f'},         /* href */
    {HTML_AREA, ATTRIBUTE_REL, 0, 3, 'r', 'e', 'l'},         /* rel */
    {HTML_BASE, ATTRIBUTE_URL, 0, 4, 'h', 'e', 'f'},         /* href */
    {HTML_FORM, ATTRIBUTE_URL, 0, 6, 'a', 'o', 'n'},         /* action */
    {HTML_FORM, ATTRIBUTE_REL, 0, 3, 'r', 'e', 'l'},         /* rel */
    {HTML_FRAME, ATTRIBUTE_URL, 0, 3, 's', 'r', 'c'},        /* src */
    {HTML_IFRAME, ATTRIBUTE_URL, 0, 3, 's', 'r', 'c'},       /* src */
    {HTML_LINK, ATTRIBUTE_URL, 0, 4, 'h', 'e', 'f'},         /* href */
    {HTML_LINK, ATTRIBUTE_REL, 0, 3, 'r', 'e', 'l'},         /* rel */
    {HTML_LINK, ATTRIBUTE_HREFLANG, 0, 8, 'h', 'n', 'g'},    /* hreflang */
    {HTML_META, ATTRIBUTE_NAME, 0, 4, 'n', 'm', 'e'},        /* name */
    {HTML_META, ATTRIBUTE_HTTP_EQUIV, 0, 10, 'h', 'i', 'v'}, /* http-equiv */
    {HTML_META, ATTRIBUTE_CONTENT, 0, 7, 'c', 'n', 't'},     /* content */
    {HTML_META, ATTRIBUTE_CHARSET, 0, 7, 'c', 'e', 't'},     /* charset */
    {HTML_HTML, ATTRIBUTE_LANG, 0, 4, 'l', 'n', 'g'},        /* lang */
    {HTML_HTML, ATTRIBUTE_XML_LANG, 0, 8, 'x', 'n', 'g'},    /* xml:lang */
    /* from here on: what the page needs, if that is wanted */
    {HTML_OTHER, ATTRIBUTE_STREAM, CSS_DECLARATIONS, 5, 's', 'l', 'e'},     /* style */
    {HTML_OTHER, ATTRIBUTE_EMBED, EMBED_PICTURE, 10, 'b', 'n', 'd'},        /* background */
    {HTML_IMG, ATTRIBUTE_EMBED, EMBED_PICTURE, 3, 's', 'r', 'c'},           /* src */
    {HTML_IMG, ATTRIBUTE_STREAM, CSS_SRCSET, 6, 's', 'e', 't'},             /* srcset */
    {HTML_IMG, ATTRIBUTE_EMBED, EMBED_PICTURE, 4, 'h', 'e', 'f'},           /* href, in svg, ... */
    {HTML_IMG, ATTRIBUTE_EMBED, EMBED_PICTURE, 10, 'x', 'e', 'f'},          /* ... and xlink:href */
    {HTML_SCRIPT_ELEMENT, ATTRIBUTE_EMBED, EMBED_SCRIPT, 3, 's', 'r', 'c'}, /* src */
    {HTML_SOURCE, ATTRIBUTE_STREAM, CSS_SRCSET, 6, 's', 'e', 't'},          /* srcset */
    {HTML_LINK, ATTRIBUTE_STREAM, CSS_SRCSET, 11, 'i', 'e', 't'},           /* imagesrcset */
    {HTML_LINK, ATTRIBUTE_AS, EMBED_NONE, 2, 'a', 'a', 's'},                /* as */
    {HTML_INPUT, ATTRIBUTE_EMBED, EMBED_PICTURE, 3, 's', 'r', 'c'},         /* src */
    {HTML_VIDEO, ATTRIBUTE_EMBED, EMBED_PICTURE, 6, 'p', 'e', 'r'},         /* poster */
    {HTML_EMBED, ATTRIBUTE_EMBED, EMBED_PICTURE, 3, 's', 'r', 'c'},         /* src */
    {HTML_OBJECT, ATTRIBUTE_EMBED, EMBED_PICTURE, 4, 'd', 't', 'a'},        /* data */
};

enum {
    ATTRIBUTE_NAMES = sizeof attribute_names / sizeof attribute_names[0],
    LINK_ATTRIBUTE_NAMES = 18, /* without what the page needs */
};

static bool was_attribute_seen(const struct html_reader *reader, enum attribute attribute)
{
    return reader->attributes_seen & (1U << attribute);
}

/* Says whether the reader is inside svg or math, and not in an element there that holds HTML again. */
static bool in_foreign_content(const struct html_reader *reader)
{
    return reader->foreign && !reader->html_point;
}

static void report_gap(struct html_reader *reader, enum html_gap gap)
{
    /* a title in a drawing is none of the page's blocks */
    bool is_foreign = in_foreign_content(reader) && !(reader->flags & ELEMENT_BREAKOUT);
    if (gap <= reader->gap || reader->hidden || is_foreign)
        return;
    reader->gap = (uint8_t)gap;
    if (reader->anchors)
        html_anchors_gap(reader->anchors);
    if (reader->sink->gap)
        reader->sink->gap(reader->context, gap);
}

static void on_text(void *context, const char *text, size_t size)
{
    struct html_reader *reader = context;
    if (reader->hidden || (size == 1 && *text == '\0')) {
        if (reader->embeds && reader->hidden == HTML_STYLE)
            css_feed(&reader->css, text, size);
        return;
    }
    reader->gap = 0;
    if (reader->anchors && !(reader->text_flags & HTML_TEXT_TITLE))
        html_anchors_text(reader->anchors, text, size);
    if (reader->sink->text)
        reader->sink->text(reader->context, text, size, reader->text_flags);
}

static bool on_tag_open(void *context, bool end_tag, const char *name, size_t size)
{
    struct html_reader *reader = context;
    struct html_element_info info = html_element_find(name, size);
    reader->element = info.element;
    reader->flags = info.flags;
    reader->end_tag = end_tag;
    if (!(info.flags & ELEMENT_ATTRIBUTES) && !reader->embeds)
        return false;
    reader->attributes_seen = 0;
    reader->rel = 0;
    reader->as = EMBED_PICTURE; /* an icon does not say so */
    reader->meta = META_OTHER;
    return true;
}

/* Tells of a link, or of what the page needs: its number is 0. */
static void send_link(const struct html_reader *reader, uint32_t number, unsigned embed, const char *url,
                      size_t size)
{
    struct html_link link = {
        .number = number,
        .element = reader->element,
        .rel = reader->rel,
        .embed = (uint8_t)embed,
        .url = url,
        .size = size,
        .language = reader->other_value.text,
        .language_size = was_attribute_seen(reader, ATTRIBUTE_HREFLANG) ? reader->other_value.size : 0,
    };
    if (reader->sink->link && size <= HTML_URL_BYTES)
        reader->sink->link(reader->context, &link);
}

static void report_embed(void *context, enum embed kind, const char *url, size_t size)
{
    send_link(context, 0, kind, url, size);
}

/* Says whether the value of the attribute is wanted. Of an address, a rel and the like only the first counts.
 * What is in a template is not needed. */
static bool take_attribute(struct html_reader *reader, const struct attribute_name *name)
{
    unsigned bit = 1U << name->attribute;
    if (name->attribute < ATTRIBUTE_AS ? reader->attributes_seen & bit : reader->hidden)
        return false;
    reader->attributes_seen = (uint16_t)(reader->attributes_seen | bit);
    reader->attribute = name->attribute;
    reader->kind = name->kind;
    if (name->attribute == ATTRIBUTE_STREAM) {
        size_t room;
        char *url = html_token_stream(&reader->tokens, &room);
        css_begin(&reader->css, name->kind, url, room, report_embed, reader);
    }
    return true;
}

static bool on_attribute_name(void *context, const char *text, size_t size)
{
    struct html_reader *reader = context;
    const struct attribute_name *name = attribute_names;
    const struct attribute_name *end = name + (reader->embeds ? ATTRIBUTE_NAMES : LINK_ATTRIBUTE_NAMES);
    for (; name < end; name++)
        if (name->size == size && (name->element == reader->element || name->element == HTML_OTHER) &&
            name->first == text[0] && name->last_but_one == text[size - 2] && name->last == text[size - 1])
            return take_attribute(reader, name);
    return false;
}

static void on_piece(void *context, const char *text, size_t size)
{
    css_feed(&((struct html_reader *)context)->css, text, size);
}

static uint8_t meta_of_name(const char *value, size_t size)
{
    if (ascii_equals(value, size, "robots"))
        return META_ROBOTS;
    return ascii_equals(value, size, "language") ? META_LANGUAGE : META_OTHER;
}

static uint8_t meta_of_http_equiv(const char *value, size_t size)
{
    if (ascii_equals(value, size, "refresh"))
        return META_REFRESH;
    if (ascii_equals(value, size, "content-language"))
        return META_LANGUAGE;
    return ascii_equals(value, size, "content-type") ? META_CONTENT_TYPE : META_OTHER;
}

/* Reads an attribute. Its value stays in memory only if it cannot be understood before the rest of the tag
 * is known. */
static bool on_attribute(void *context, const char *value, size_t size, bool cut)
{
    struct html_reader *reader = context;
    struct html_value kept = {value, (uint16_t)size, cut};
    switch (reader->attribute) {
    case ATTRIBUTE_URL:
    case ATTRIBUTE_CONTENT:
    case ATTRIBUTE_LANG: reader->value = kept; return true;
    case ATTRIBUTE_CHARSET:
    case ATTRIBUTE_HREFLANG:
    case ATTRIBUTE_XML_LANG: reader->other_value = kept; return true;
    case ATTRIBUTE_REL: reader->rel = (uint8_t)html_rel_of(value, size); return false;
    case ATTRIBUTE_AS: reader->as = (uint8_t)html_as_of(value, size); return false;
    case ATTRIBUTE_STREAM: css_end(&reader->css); return false;
    case ATTRIBUTE_EMBED:
        if (size > 0 && !cut)
            report_embed(reader, reader->kind, value, size);
        return false;
    case ATTRIBUTE_NAME:
        if (reader->meta == META_OTHER)
            reader->meta = meta_of_name(value, size);
        return false;
    default: {
        uint8_t meta = meta_of_http_equiv(value, size);
        if (meta != META_OTHER)
            reader->meta = meta;
        return false;
    }
    }
}

static void report_note(struct html_reader *reader, enum html_note note, const struct html_value *value)
{
    if (reader->sink->note)
        reader->sink->note(reader->context, note, value->text, value->size);
}

/* What a link element brings that the page needs. */
static unsigned embed_of_link(const struct html_reader *reader)
{
    if (!reader->embeds || reader->element != HTML_LINK || reader->hidden)
        return EMBED_NONE;
    if (reader->rel & HTML_REL_STYLESHEET)
        return EMBED_STYLE;
    return reader->rel & HTML_REL_EMBED ? reader->as : EMBED_NONE;
}

static void report_link(struct html_reader *reader, const char *url, size_t size, bool cut)
{
    if (cut || size > HTML_URL_BYTES) {
        struct html_value value = {url, (uint16_t)size, true};
        report_note(reader, HTML_NOTE_URL_TOO_LONG, &value);
        return;
    }
    reader->links++;
    send_link(reader, reader->links, embed_of_link(reader), url, size);
    if (reader->anchors && reader->element == HTML_A)
        html_anchors_open(reader->anchors, reader->links);
}

static void read_meta(struct html_reader *reader)
{
    if (was_attribute_seen(reader, ATTRIBUTE_CHARSET))
        report_note(reader, HTML_NOTE_CHARSET, &reader->other_value);
    if (!was_attribute_seen(reader, ATTRIBUTE_CONTENT))
        return;
    const char *value = reader->value.text;
    size_t size = reader->value.size;
    switch (reader->meta) {
    case META_ROBOTS: reader->robots |= (uint8_t)html_robots_of(value, size); break;
    case META_LANGUAGE: report_note(reader, HTML_NOTE_META_LANGUAGE, &reader->value); break;
    case META_CONTENT_TYPE: report_note(reader, HTML_NOTE_CONTENT_TYPE, &reader->value); break;
    case META_REFRESH:
        if (html_refresh_address(&value, &size))
            report_link(reader, value, size, reader->value.cut);
        break;
    default: break;
    }
}

/* Acts on the attributes of a start tag. */
static void read_attributes(struct html_reader *reader)
{
    switch (reader->element) {
    case HTML_META: read_meta(reader); return;
    case HTML_HTML:
        if (was_attribute_seen(reader, ATTRIBUTE_LANG) || was_attribute_seen(reader, ATTRIBUTE_XML_LANG))
            report_note(reader, HTML_NOTE_LANGUAGE,
                        was_attribute_seen(reader, ATTRIBUTE_LANG) ? &reader->value : &reader->other_value);
        return;
    case HTML_A:
        if (reader->anchors)
            html_anchors_close(reader->anchors);
        break;
    default: break;
    }
    /* an empty address is the page itself in a hyperlink, and nothing in the others */
    bool may_be_empty = reader->element == HTML_A || reader->element == HTML_AREA;
    if (was_attribute_seen(reader, ATTRIBUTE_URL) && (reader->value.size > 0 || may_be_empty))
        report_link(reader, reader->value.text, reader->value.size, reader->value.cut);
}

static void hide_text(struct html_reader *reader)
{
    if (reader->hidden == 0) {
        reader->hidden = reader->element;
        reader->hidden_depth = 0;
    }
    if (reader->hidden == reader->element && reader->hidden_depth < UINT8_MAX)
        reader->hidden_depth++;
}

static void unhide_text(struct html_reader *reader)
{
    if (reader->hidden && reader->hidden == reader->element && --reader->hidden_depth == 0)
        reader->hidden = 0;
}

void html_begin_style(struct html_reader *reader)
{
    css_begin(&reader->css, CSS_SHEET, reader->tokens.value, HTML_VALUE_BYTES, report_embed, reader);
}

/* The text of a style element is not shown, but it may say what the page needs. */
static void hide_style(struct html_reader *reader)
{
    if (reader->hidden == 0)
        html_begin_style(reader);
    hide_text(reader);
}

static void leave_foreign_content(struct html_reader *reader)
{
    if (reader->hidden != HTML_TEMPLATE)
        reader->hidden = 0;
    reader->foreign = 0;
    reader->html_point = 0;
}

static void start_foreign_tag(struct html_reader *reader, bool self_closing)
{
    if (reader->flags & ELEMENT_BREAKOUT) {
        if (in_foreign_content(reader))
            leave_foreign_content(reader);
        return;
    }
    if (self_closing)
        return;
    bool is_root = reader->element == HTML_SVG || reader->element == HTML_MATH;
    if (is_root && !reader->foreign) {
        reader->foreign = reader->element;
        reader->foreign_depth = 1;
        reader->html_point = 0;
    } else if (reader->element == reader->foreign) {
        if (reader->foreign_depth < UINT8_MAX)
            reader->foreign_depth++;
    } else if (in_foreign_content(reader)) {
        switch (reader->element) {
        case HTML_TITLE:
        case HTML_DESC:
        case HTML_SCRIPT_ELEMENT: hide_text(reader); break;
        case HTML_STYLE: hide_style(reader); break;
        default: break;
        }
        if (reader->foreign == HTML_SVG && (reader->element == HTML_FOREIGNOBJECT ||
                                            reader->element == HTML_DESC || reader->element == HTML_TITLE))
            reader->html_point = reader->element;
    }
}

static void end_foreign_tag(struct html_reader *reader)
{
    if (reader->element == reader->foreign && --reader->foreign_depth == 0)
        leave_foreign_content(reader);
    else if (reader->element == reader->html_point)
        reader->html_point = 0;
}

/* Begins an element whose content is no markup. Returns what its content is, and whether its text is
 * shown. */
static unsigned start_raw_element(struct html_reader *reader)
{
    switch (reader->element) {
    case HTML_TITLE: reader->text_flags |= HTML_TEXT_TITLE; return HTML_RCDATA;
    case HTML_TEXTAREA: reader->text_flags |= HTML_TEXT_LINES; return HTML_RCDATA;
    case HTML_XMP: reader->text_flags |= HTML_TEXT_LINES; return HTML_RAWTEXT;
    case HTML_PLAINTEXT_ELEMENT: reader->text_flags |= HTML_TEXT_LINES; return HTML_PLAINTEXT;
    case HTML_PRE: reader->text_flags |= HTML_TEXT_LINES; return HTML_DATA;
    case HTML_TEMPLATE: hide_text(reader); return HTML_DATA;
    case HTML_SCRIPT_ELEMENT: reader->has_scripts = true; return HTML_SCRIPT | HTML_SKIP;
    case HTML_STYLE:
        if (!reader->embeds || reader->hidden)
            return HTML_RAWTEXT | HTML_SKIP;
        hide_style(reader);
        return HTML_RAWTEXT;
    case HTML_IFRAME:
    case HTML_NOEMBED:
    case HTML_NOFRAMES: return HTML_RAWTEXT | HTML_SKIP;
    default: return HTML_DATA;
    }
}

static void end_raw_element(struct html_reader *reader)
{
    unhide_text(reader);
    switch (reader->element) {
    case HTML_TITLE: reader->text_flags &= (uint8_t)~HTML_TEXT_TITLE; break;
    case HTML_TEXTAREA:
    case HTML_XMP:
    case HTML_PRE: reader->text_flags &= (uint8_t)~HTML_TEXT_LINES; break;
    case HTML_A:
        if (reader->anchors)
            html_anchors_close(reader->anchors);
        break;
    default: break;
    }
}

static unsigned start_tag(struct html_reader *reader, bool self_closing)
{
    if (reader->flags & ELEMENT_ATTRIBUTES)
        read_attributes(reader);
    if (reader->foreign || reader->element == HTML_SVG || reader->element == HTML_MATH) {
        bool was_foreign = in_foreign_content(reader);
        start_foreign_tag(reader, self_closing);
        html_token_allow_cdata(&reader->tokens, in_foreign_content(reader));
        if (was_foreign && reader->foreign)
            return HTML_DATA;
    }
    return reader->element > HTML_HTML || reader->element == HTML_IFRAME ? start_raw_element(reader)
                                                                         : (unsigned)HTML_DATA;
}

static unsigned on_tag_close(void *context, bool self_closing)
{
    struct html_reader *reader = context;
    if (reader->flags & (ELEMENT_LINE | ELEMENT_SPACE))
        report_gap(reader, reader->flags & ELEMENT_LINE ? HTML_GAP_LINE : HTML_GAP_SPACE);
    if (!reader->end_tag)
        return start_tag(reader, self_closing);
    if (reader->foreign) {
        end_foreign_tag(reader);
        html_token_allow_cdata(&reader->tokens, in_foreign_content(reader));
    }
    if (reader->element != HTML_OTHER)
        end_raw_element(reader);
    return HTML_DATA;
}

static const struct html_token_sink token_sink = {
    .text = on_text,
    .tag_open = on_tag_open,
    .attribute_name = on_attribute_name,
    .attribute = on_attribute,
    .piece = on_piece,
    .tag_close = on_tag_close,
};

void html_begin(struct html_reader *reader, const struct html_sink *sink, void *context,
                struct html_anchors *anchors)
{
    memset(reader, 0, offsetof(struct html_reader, tokens));
    reader->sink = sink;
    reader->context = context;
    reader->anchors = sink->anchor ? anchors : NULL;
    if (reader->anchors)
        html_anchors_begin(anchors, sink->anchor, context);
    html_token_begin(&reader->tokens, &token_sink, reader);
}

void html_feed(struct html_reader *reader, const char *text, size_t size)
{
    html_token_feed(&reader->tokens, text, size);
}

void html_end(struct html_reader *reader)
{
    html_token_end(&reader->tokens);
    if (reader->anchors)
        html_anchors_end(reader->anchors);
}
