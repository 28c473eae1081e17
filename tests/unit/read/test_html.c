/*
 * What a crawler gets of a page. A case is a piece of HTML and what comes of it: text as it is, `|` a line
 * break, `_` a space between cells, (a 1 url) a link with its number, (note value), T:... title text, (#1
 * before~anchor~after). Every case is fed whole, byte by byte, and in two pieces cut at every place.
 */
#include "log_fixture.h"

#include "read/html/attribute.h"
#include "read/html/html.h"

static unsigned logged_flags; /* of the text logged last */

static void log_number(uint32_t number)
{
    char digits[] = {(char)('0' + number / 10 % 10), (char)('0' + number % 10)};
    log_bytes(number > 9 ? digits : digits + 1, number > 9 ? 2 : 1);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    (void)context;
    if (flags != logged_flags)
        log_string(flags & HTML_TEXT_TITLE ? "T:" : flags & HTML_TEXT_LINES ? "P:" : "");
    logged_flags = flags;
    log_bytes(text, size);
}

static void on_gap(void *context, enum html_gap gap)
{
    (void)context;
    log_string(gap == HTML_GAP_LINE ? "|" : "_");
}

static void on_link(void *context, const struct html_link *link)
{
    (void)context;
    log_string("(");
    log_string(html_element_name(link->element));
    if (link->rel & HTML_REL_NOFOLLOW)
        log_string(" nofollow");
    if (link->rel & HTML_REL_CANONICAL)
        log_string(" canonical");
    if (link->rel & HTML_REL_NEXT)
        log_string(" next");
    if (link->rel & HTML_REL_OTHER)
        log_string(" other");
    log_string(" ");
    log_number(link->number);
    log_string(" ");
    log_bytes(link->url, link->size);
    log_string(")");
}

static void on_note(void *context, enum html_note note, const char *value, size_t size)
{
    (void)context;
    static const char *const names[] = {"lang", "meta-lang", "charset", "content-type", "too-long"};
    log_string("(");
    log_string(names[note]);
    log_string(" ");
    log_bytes(value, note == HTML_NOTE_URL_TOO_LONG ? 4 : size);
    log_string(")");
}

static void on_anchor(void *context, const struct html_anchor *anchor)
{
    (void)context;
    log_string("(#");
    log_number(anchor->number);
    log_string(" ");
    log_bytes(anchor->before, anchor->before_size);
    log_string("~");
    log_bytes(anchor->text, anchor->text_size);
    log_string("~");
    log_bytes(anchor->after, anchor->after_size);
    log_string(")");
}

static const struct html_sink everything = {on_text, on_gap, on_link, on_anchor, on_note};
static const struct html_sink anchors_only = {.anchor = on_anchor};

static struct html_reader reader;
static struct html_anchors anchors;

static void begin(const struct html_sink *sink)
{
    memset(&logged, 0, sizeof logged);
    logged_flags = 0;
    html_begin(&reader, sink, NULL, sink->text ? NULL : &anchors);
}

struct html_case {
    const char *input;
    const char *outcome;
};

static void try_case(const struct html_case *c, const struct html_sink *sink)
{
    size_t size = strlen(c->input);
    for (size_t cut = 0; cut <= size; cut++) {
        begin(sink);
        html_feed(&reader, c->input, cut);
        html_feed(&reader, c->input + cut, size - cut);
        html_end(&reader);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(c->outcome, logged.text, c->input);
    }
    begin(sink);
    for (size_t i = 0; i < size; i++)
        html_feed(&reader, c->input + i, 1);
    html_end(&reader);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(c->outcome, logged.text, c->input);
}

#define TRY_CASES(cases, sink)                                                                               \
    for (size_t i_ = 0; i_ < sizeof(cases) / sizeof(cases)[0]; i_++)                                         \
    try_case(&(cases)[i_], sink)

static void breaks_text_where_a_browser_does(void)
{
    static const struct html_case cases[] = {
        {"wo<b>r</b>d<span>s</span>", "words"},
        {"one<p>two</p>three", "one|two|three"},
        {"one<br>two<BR/>three", "one|two|three"},
        {"<div><div><p>x</div></div>", "|x|"},
        {"<table><tr><td>a<td>b<tr><th>c", "|a_b|c"},
        {"a<button>b</button>c", "a_b_c"},
        {"<td>a</td></tr>b", "_a_|b"},
        {"a<x-y>b</x-y>c<wbr>d", "abcd"},
        {"a<!-- no -->b<?no?>c", "abc"},
        {"<h1>a</h1><ul><li>b<li>c</ul>", "|a|b|c|"},
        {"a&nbsp;&#3585;&amp;", "a\xC2\xA0\xE0\xB8\x81&"},
        {"<select><option>a<option>b</select>", "_|a|b_"},
    };
    TRY_CASES(cases, &everything);
}

static void leaves_out_what_is_not_shown(void)
{
    static const struct html_case cases[] = {
        {"a<script>b<p></script>c", "ac"},
        {"a<style>b</style>c", "ac"},
        {"a<noscript>b<a href=x>c</a></noscript>", "ab(a 1 x)c"},
        {"a<noframes>b</noframes><noembed>c</noembed>d", "ad"},
        {"a<iframe src=x>b<p></iframe>c", "a_(iframe 1 x)c"},
        {"a<template>b<template>c</template>d</template>e", "ae"},
        {"<title>a<b>&lt;</title>c", "|T:a<b><|c"},
        {"<textarea>a<b>\nc</textarea>d", "_P:a<b>\nc_d"},
        {"<pre>a\nb</pre>c", "|P:a\nb|c"},
        {"<xmp>a<b></xmp>c", "|P:a<b>|c"},
        {"a<plaintext>b</plaintext>&amp;", "a|P:b</plaintext>&amp;"},
        {"a<script>b", "a"},
    };
    TRY_CASES(cases, &everything);
}

static void knows_its_way_around_drawings_and_formulas(void)
{
    static const struct html_case cases[] = {
        {"<svg><title>a</title><text>b</text></svg>c", "bc"},
        {"<svg><style>a<b>c</style>d</svg>e", "cde"},
        {"<svg><style>a</style>b<style/>c<script>d</script></svg><style>e</style>f", "bcf"},
        {"<svg><![CDATA[<x>]]></svg><![CDATA[<y>]]>z", "<x>]]>z"},
        {"<svg><foreignObject><title>a</title>b<![CDATA[c]]></foreignObject><title>d</title></svg>",
         "|T:a|b"},
        {"<svg><path><div><![CDATA[a]]>b<title>c</title>", "|b|T:c|"},
        {"<svg><svg></svg><title>a</title>b</svg><title>c</title>", "b|T:c|"},
        {"<svg/><title>a</title>b", "|T:a|b"},
        {"<math><mi>a</mi><![CDATA[b]]></math><![CDATA[c]]>", "ab"},
        {"<svg><a href=x>y</a></svg>", "(a 1 x)y"},
        {"<svg><title>a</svg>b", "b"},
    };
    TRY_CASES(cases, &everything);
}

static void finds_links(void)
{
    static const struct html_case cases[] = {
        {"<a href=x>y</a>", "(a 1 x)y"},
        {"<A HREF='x?a=1&amp;b=2&copy=3'>", "(a 1 x?a=1&b=2&copy=3)"},
        {"<a name=x>", ""},
        {"<a href=x href=y>", "(a 1 x)"},
        {"<a href>", "(a 1 )"},
        {"<a class='href=x' rel='Noopener NoFollow' href=\" x \">", "(a nofollow other 1  x )"},
        {"<map><area href=x><area nohref></map>", "(area 1 x)"},
        {"<frameset><frame src=x><frame src=''>", "|(frame 1 x)"},
        {"<iframe src=x></iframe><iframe></iframe>", "_(iframe 1 x)"},
        {"<form action=x method=get><form>", "|(form 1 x)"},
        {"<link rel=canonical href=x><link rel='next foo' href=y>",
         "(link canonical 1 x)(link next other 2 y)"},
        {"<base href=x target=_top><base target=y>", "(base 1 x)"},
        {"<img src=x><script src=y></script>", ""},
        {"</a href=x>", ""},
        {"<a href=x", ""},
        {"<!--<a href=x>--><textarea><a href=y></textarea>", "_P:<a href=y>_"},
    };
    TRY_CASES(cases, &everything);
}

static void understands_meta(void)
{
    static const struct html_case cases[] = {
        {"<meta http-equiv=Refresh content='5; URL=x'>", "(meta 1 x)"},
        {"<meta content='0;url=\"x\"y' http-equiv=refresh>", "(meta 1 x)"},
        {"<meta http-equiv=refresh content=5><meta http-equiv=refresh content=x>", ""},
        {"<html lang=th xml:lang=en>", "|(lang th)"},
        {"<html xml:lang=ms>", "|(lang ms)"},
        {"<meta http-equiv='Content-Language' content='fa'>", "(meta-lang fa)"},
        {"<meta name=language content=Thai>", "(meta-lang Thai)"},
        {"<meta charset=tis-620>", "(charset tis-620)"},
        {"<meta http-equiv=content-type content='text/html; charset=x'>",
         "(content-type text/html; charset=x)"},
        {"<meta name=description content=x><meta charset", ""},
    };
    TRY_CASES(cases, &everything);
}

static void finds_the_address_of_a_refresh(void)
{
    static const struct html_case cases[] = {
        {"0;url=x", "x"},   {" 5 , URL = 'x y' z", "x y"},
        {"1.5;x", "x"},     {".;x", "x"},
        {"0 x", "x"},       {"0;url 'x'", "url 'x'"},
        {"0;'x'y", "x"},    {"0;\"x", "x"},
        {"0;urlx", "urlx"}, {"0;url=", ""},
        {"0", ""},          {"", ""},
        {"x", ""},          {"0x;url=y", ""},
        {"-1;url=y", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *value = cases[i].input;
        size_t size = strlen(value);
        bool found = html_refresh_address(&value, &size);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(strlen(cases[i].outcome), found ? size : 0, cases[i].input);
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, memcmp(cases[i].outcome, value, found ? size : 0), cases[i].input);
    }
}

static void adds_up_what_robots_may_do(void)
{
    static const struct {
        const char *input;
        unsigned robots;
    } cases[] = {
        {"<meta name=robots content='noindex'>", HTML_ROBOTS_NOINDEX},
        {"<meta content='all,NOFOLLOW' name=ROBOTS>", HTML_ROBOTS_NOFOLLOW},
        {"<meta name=robots content='none'>", HTML_ROBOTS_NOINDEX | HTML_ROBOTS_NOFOLLOW},
        {"<meta name=robots content=nofollow><meta name=robots content=noindex>",
         HTML_ROBOTS_NOINDEX | HTML_ROBOTS_NOFOLLOW},
        {"<meta name=robots content='index, follow'>", 0},
        {"<meta name=other content='noindex'>", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(&everything);
        html_feed(&reader, cases[i].input, strlen(cases[i].input));
        html_end(&reader);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].robots, reader.robots, cases[i].input);
    }
}

static void drops_addresses_that_are_too_long(void)
{
    for (unsigned length = HTML_URL_BYTES; length <= HTML_VALUE_BYTES + 100; length += 76) {
        begin(&everything);
        html_feed(&reader, "<a href='", 9);
        for (unsigned i = 0; i < length; i++)
            html_feed(&reader, "x", 1);
        html_feed(&reader, "' rel=nofollow>", 15);
        html_end(&reader);
        if (length == HTML_URL_BYTES)
            TEST_ASSERT_EQUAL_MEMORY("(a nofollow 1 xxx", logged.text, 17);
        else
            TEST_ASSERT_EQUAL_STRING("(too-long xxxx)", logged.text);
        TEST_ASSERT_EQUAL_UINT32(length == HTML_URL_BYTES, reader.links);
    }
}

static void hands_out_anchors_and_what_is_around_them(void)
{
    static const struct html_case cases[] = {
        {"a <a href=x>b</a> c", "(#1 a~b~c)"},
        {"a<a href=x> b <b> c</b></a>d", "(#1 a~b c~d)"},
        {"<p>a\n  b<p><a href=x>c</a><p>d", "(#1 a b~c~d)"},
        {"<a href=x><img></a>", "(#1 ~~)"},
        {"a<a href=x>b<a href=y>c</a>d</a>e", "(#1 a~b~cde)(#2 ab~c~de)"},
        {"<title>t</title><a href=x>a</a><script>s</script>", "(#1 ~a~)"},
        {"<a href=x>a<a name=y>b</a>", "(#1 ~a~b)"},
        {"<a href=x>a", "(#1 ~a~)"},
        {"<area href=x>a<a href=y>b</a>", "(#2 a~b~)"},
    };
    TRY_CASES(cases, &anchors_only);
}

/* `count` times 1 to 9 and a Thai letter, so that characters and bytes differ. */
static void feed_digits(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char digit = (char)('0' + i % 10);
        if (digit == '0')
            html_feed(&reader, "\xE0\xB8\x81", 3);
        else
            html_feed(&reader, &digit, 1);
    }
}

static unsigned characters_between(const char *text, const char *end)
{
    unsigned characters = 0;
    for (; text < end; text++)
        characters += (*text & 0xC0) != 0x80;
    return characters;
}

static void keeps_a_hundred_characters_on_either_side(void)
{
    begin(&anchors_only);
    feed_digits(1000);
    html_feed(&reader, "<a href=x>y</a>", 15);
    feed_digits(1000);
    TEST_ASSERT_EQUAL_MEMORY("(#1 ", logged.text, 4);
    const char *anchor = strstr(logged.text, "~y~");
    TEST_ASSERT_NOT_NULL(anchor);
    TEST_ASSERT_EQUAL_UINT(HTML_AROUND_CHARACTERS, characters_between(logged.text + 4, anchor));
    TEST_ASSERT_EQUAL_UINT(HTML_AROUND_CHARACTERS,
                           characters_between(anchor + 3, logged.text + logged.used - 1));
}

static void cuts_an_anchor_that_is_longer_than_its_buffer(void)
{
    begin(&anchors_only);
    html_feed(&reader, "<a href=x>", 10);
    feed_digits(5000);
    html_feed(&reader, "</a>z<a href=y>w</a>", 20);
    html_end(&reader);
    const char *second = strstr(logged.text, ")(#2 ");
    TEST_ASSERT_NOT_NULL(second);
    TEST_ASSERT_TRUE(second - logged.text > HTML_ANCHOR_TEXT_BYTES / 2 &&
                     second - logged.text < HTML_ANCHOR_TEXT_BYTES + 10);
    TEST_ASSERT_EQUAL_STRING("z~w~)", logged.text + logged.used - 5);
}

static void hands_out_every_anchor_of_a_long_menu_in_order(void)
{
    begin(&anchors_only);
    for (unsigned i = 0; i < 60; i++)
        html_feed(&reader, "<a href=x>y</a>", 15);
    html_end(&reader);
    const char *next = logged.text;
    for (unsigned i = 1; i <= 60; i++) {
        char begin_of_next[] = {'(', '#', (char)('0' + i / 10), (char)('0' + i % 10), ' ', '\0'};
        if (i < 10)
            memmove(begin_of_next + 2, begin_of_next + 3, 3);
        next = strstr(next, begin_of_next);
        TEST_ASSERT_NOT_NULL(next);
    }
}

static void fits_the_memory_set_aside_for_it(void)
{
    TEST_ASSERT_TRUE(sizeof(struct html_reader) <= 1536);
    TEST_ASSERT_TRUE(sizeof(struct html_anchors) <= 1280);
}

static void on_embed(void *context, const struct html_link *link)
{
    static const char kinds[] = "-SFPJ";
    (void)context;
    if (link->embed == EMBED_NONE)
        return;
    log_bytes(&kinds[link->embed], 1);
    log_string(" ");
    log_bytes(link->url, link->size);
    log_string("; ");
}

static void expect_embeds(const char *input, const char *outcome)
{
    static const struct html_sink sink = {.link = on_embed};
    size_t size = strlen(input);
    for (size_t step = 1; step <= size; step += step == 1 ? 6 : size) {
        begin(&sink);
        reader.embeds = true;
        for (size_t at = 0; at < size; at += step)
            html_feed(&reader, input + at, size - at < step ? size - at : step);
        html_end(&reader);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(outcome, logged.text, input);
    }
}

static void finds_what_a_page_needs(void)
{
    expect_embeds(
        "<link rel=stylesheet href=a.css><LINK href='b.css' REL='alternate Stylesheet' media=print>",
        "S a.css; S b.css; ");
    expect_embeds("<link rel='shortcut icon' href=i.ico><link rel=next href=2><link rel=preconnect href=//x>",
                  "P i.ico; ");
    expect_embeds("<link rel=preload as=font href=f.woff2><link as=script rel=preload href=p.js><link "
                  "rel=preload as=fetch href=x>"
                  "<link rel=preload as=image imagesrcset='a.png 1x, b.png 2x'>",
                  "F f.woff2; J p.js; P a.png; P b.png; ");
    expect_embeds("<img src=a.png alt=x srcset='b.png 480w, c.png 2x'><picture><source srcset=d.webp "
                  "type=image/webp></picture>",
                  "P a.png; P b.png; P c.png; P d.webp; ");
    expect_embeds("<video poster=p.jpg src=v.mp4><source src=w.mp4></video><input type=image src=go.gif>",
                  "P p.jpg; P go.gif; ");
    expect_embeds("<script src='a.js?b=1&amp;c=2'></script><script>x = '<img src=no.png>'</script>",
                  "J a.js?b=1&c=2; ");
    expect_embeds("<object data=a.svg type=image/svg+xml><embed src=b.pdf></object>", "P a.svg; P b.pdf; ");
    expect_embeds("<body background=b.gif><table><td background='t.gif'>", "P b.gif; P t.gif; ");
    expect_embeds("<svg><image href=a.png /><image xlink:href='b.png'></image></svg>", "P a.png; P b.png; ");
}

static void finds_what_styles_in_a_page_need(void)
{
    expect_embeds(
        "<style>@import 'a.css'; @font-face{src:url(f.woff)} a > b{background:url(p.png)}</style>url(no.png)",
        "S a.css; F f.woff; P p.png; ");
    expect_embeds("<p style=\"background: url('a.png')\" class=x><p "
                  "style='background:url(&quot;b.png&quot;)'><p style=background:url(c.png>",
                  "P a.png; P b.png; P c.png; ");
    expect_embeds("<svg><style>.a{fill:url(#x);background:url(s.png)}</style></"
                  "svg><style>b{background:url(t.png)}</style>",
                  "P s.png; P t.png; ");
}

static void what_is_not_shown_is_not_needed(void)
{
    expect_embeds("<template><img src=a.png><style>b{background:url(c.png)}</style><link rel=stylesheet "
                  "href=d.css></template>",
                  "");
    expect_embeds(
        "<!-- <img src=a.png> --><textarea><img src=b.png></textarea><iframe><img src=c.png></iframe>", "");
    expect_embeds("<noscript><img src=a.png></noscript>", "P a.png; ");
    expect_embeds("<img src=''><img data-src=x.png><img>", "");
}

static void a_list_of_any_length_is_read(void)
{
    static char input[6000];
    strcpy(input, "<img srcset='");
    for (unsigned i = 0; i < 120; i++)
        strcat(input, "0123456789012345678901234567890123456789 2x,");
    strcat(input, "last.png'>");
    memset(&logged, 0, sizeof logged);
    static const struct html_sink sink = {.link = on_embed};
    begin(&sink);
    reader.embeds = true;
    html_feed(&reader, input, strlen(input));
    html_end(&reader);
    TEST_ASSERT_EQUAL_STRING("P last.png; ", logged.text + 120 * 44);
    TEST_ASSERT_EQUAL(0, reader.links);
}

static void whoever_does_not_ask_gets_links_alone(void)
{
    static const struct html_sink sink = {.link = on_embed};
    static const char input[] =
        "<link rel=stylesheet href=a.css><img src=a.png><p style='background:url(b.png)'>";
    begin(&sink);
    html_feed(&reader, input, sizeof input - 1);
    html_end(&reader);
    TEST_ASSERT_EQUAL_STRING("", logged.text);
    TEST_ASSERT_EQUAL(1, reader.links);
}

SUITE(html)
{
    RUN_TEST(finds_what_a_page_needs);
    RUN_TEST(finds_what_styles_in_a_page_need);
    RUN_TEST(what_is_not_shown_is_not_needed);
    RUN_TEST(a_list_of_any_length_is_read);
    RUN_TEST(whoever_does_not_ask_gets_links_alone);
    RUN_TEST(breaks_text_where_a_browser_does);
    RUN_TEST(leaves_out_what_is_not_shown);
    RUN_TEST(knows_its_way_around_drawings_and_formulas);
    RUN_TEST(finds_links);
    RUN_TEST(understands_meta);
    RUN_TEST(finds_the_address_of_a_refresh);
    RUN_TEST(adds_up_what_robots_may_do);
    RUN_TEST(drops_addresses_that_are_too_long);
    RUN_TEST(hands_out_anchors_and_what_is_around_them);
    RUN_TEST(keeps_a_hundred_characters_on_either_side);
    RUN_TEST(cuts_an_anchor_that_is_longer_than_its_buffer);
    RUN_TEST(hands_out_every_anchor_of_a_long_menu_in_order);
    RUN_TEST(fits_the_memory_set_aside_for_it);
}
