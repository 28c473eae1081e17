/*
 * The tokenizer against what the HTML standard says. A case is a piece of HTML and the tokens it stands for,
 * written as [tag name=value], [/tag], [tag/], {comment}, {!doctype}, and text as it is. Every case is fed
 * whole, byte by byte, and in two pieces cut at every place.
 */
#include "log_fixture.h"

#include "read/html/reference.h"
#include "read/html/token.h"

static struct {
    bool comment_open;
    unsigned content; /* what tag_close answers */
} reader;

static void on_text(void *context, const char *text, size_t size)
{
    (void)context;
    if (size == 1 && *text == '\0')
        log_string("(NUL)");
    else
        log_bytes(text, size);
}

/* A tag that the end of the page cuts off is taken back: the log keeps where the tag began. */
static size_t tag_begin;

static bool on_tag_open(void *context, bool end_tag, const char *name, size_t size)
{
    (void)context;
    tag_begin = logged.used;
    log_string(end_tag ? "[/" : "[");
    log_bytes(name, size);
    return true;
}

static bool on_attribute_name(void *context, const char *name, size_t size)
{
    (void)context;
    log_string(" ");
    log_bytes(name, size);
    log_string("=");
    return true;
}

static bool on_attribute(void *context, const char *value, size_t size, bool cut)
{
    (void)context;
    log_bytes(value, size);
    if (cut)
        log_string("...");
    return false;
}

static unsigned on_tag_close(void *context, bool self_closing)
{
    (void)context;
    tag_begin = SIZE_MAX;
    log_string(self_closing ? "/]" : "]");
    return reader.content;
}

static void on_comment(void *context, const char *text, size_t size, bool last)
{
    (void)context;
    if (!reader.comment_open)
        log_string("{");
    log_bytes(text, size);
    if (last)
        log_string("}");
    reader.comment_open = !last;
}

static void on_doctype(void *context, const char *text, size_t size, bool last)
{
    if (!reader.comment_open)
        log_string("{!");
    reader.comment_open = true;
    on_comment(context, text, size, last);
}

static const struct html_token_sink sink = {
    .text = on_text,
    .tag_open = on_tag_open,
    .attribute_name = on_attribute_name,
    .attribute = on_attribute,
    .tag_close = on_tag_close,
    .comment = on_comment,
    .doctype = on_doctype,
};

struct html_case {
    const char *input;
    size_t size;
    const char *tokens;
};

#define CASE(input, tokens)                                                                                  \
    {                                                                                                        \
        input, sizeof(input) - 1, tokens                                                                     \
    }

static struct html_tokenizer tokens;

static void begin(unsigned content, const char *element)
{
    memset(&logged, 0, sizeof logged);
    memset(&reader, 0, sizeof reader);
    tag_begin = SIZE_MAX;
    html_token_begin(&tokens, &sink, NULL);
    if (element)
        html_token_set_content(&tokens, content, element, strlen(element));
}

static void end(void)
{
    html_token_end(&tokens);
    if (tag_begin != SIZE_MAX)
        logged.text[tag_begin] = '\0';
}

static void try_case(const struct html_case *c, unsigned content, const char *element)
{
    size_t size = c->size;
    for (size_t cut = 0; cut <= size; cut++) {
        begin(content, element);
        html_token_feed(&tokens, c->input, cut);
        html_token_feed(&tokens, c->input + cut, size - cut);
        end();
        TEST_ASSERT_EQUAL_STRING_MESSAGE(c->tokens, logged.text, c->input);
    }
    begin(content, element);
    for (size_t i = 0; i < size; i++)
        html_token_feed(&tokens, c->input + i, 1);
    end();
    TEST_ASSERT_EQUAL_STRING_MESSAGE(c->tokens, logged.text, c->input);
}

#define TRY_CASES(cases, content, element)                                                                   \
    for (size_t i_ = 0; i_ < sizeof(cases) / sizeof(cases)[0]; i_++)                                         \
    try_case(&(cases)[i_], content, element)

static void reads_tags_and_attributes(void)
{
    static const struct html_case cases[] = {
        CASE("<p>one</p>", "[p]one[/p]"),
        CASE("<A HREF=\"X\">", "[a href=X]"),
        CASE("<a href='x' b=y c>", "[a href=x b=y c=]"),
        CASE("<a href = \"x\" b\n=\ny>", "[a href=x b=y]"),
        CASE("<br/><br /><br / x>", "[br/][br/][br x=]"),
        CASE("<a b=c/>", "[a b=c/]"),
        CASE("<a b='c'd=e>", "[a b=c d=e]"),
        CASE("<a =x=y>", "[a =x=y]"),
        CASE("<a b=>x", "[a b=]x"),
        CASE("<a b=\"<>'\" c='\"'>", "[a b=<>' c=\"]"),
        CASE("<a b=x\"y'z=`>", "[a b=x\"y'z=`]"),
        CASE("<a \"b'<>", "[a \"b'<=]"),
        CASE("<a/b/c=d>", "[a b= c=d]"),
        CASE("</a b=c>", "[/a]"),
        CASE("</a/>", "[/a/]"),
        CASE("<a b=1 b=2>", "[a b=1 b=2]"),
        CASE("<\xE0\xB8\x81>", "<\xE0\xB8\x81>"),
        CASE("<x\xE0\xB8\x81 \xE0\xB8\x82=\xE0\xB8\x83>", "[x\xE0\xB8\x81 \xE0\xB8\x82=\xE0\xB8\x83]"),
        CASE("<a b=\"1\r\n2\r3\n4\">", "[a b=1\n2\n3\n4]"),
        CASE("<a\0b c\0d=\"e\0f\" g=h\0>", "[a\xEF\xBF\xBD"
                                           "b c\xEF\xBF\xBD"
                                           "d=e\xEF\xBF\xBD"
                                           "f g=h\xEF\xBF\xBD]"),
    };
    TRY_CASES(cases, HTML_DATA, NULL);
}

static void takes_broken_markup_for_text(void)
{
    static const struct html_case cases[] = {
        CASE("1 < 2", "1 < 2"),  CASE("<3", "<3"),       CASE("<", "<"),
        CASE("</", "</"),        CASE("a<<b>", "a<[b]"), CASE("<>", "<>"),
        CASE("</>x", "x"),       CASE("x<a", "x"),       CASE("x<a href=\"y", "x"),
        CASE("x<a b", "x"),      CASE("x</a", "x"),      CASE("a\r\nb\rc\r\r\nd\n", "a\nb\nc\n\nd\n"),
        CASE("a\0b", "a(NUL)b"),
    };
    TRY_CASES(cases, HTML_DATA, NULL);
}

static void ends_comments_where_browsers_do(void)
{
    static const struct html_case cases[] = {
        CASE("<!--x-->y", "{x}y"),
        CASE("<!---->y", "{}y"),
        CASE("<!-->y", "{}y"),
        CASE("<!--->y", "{}y"),
        CASE("<!---x-->y", "{-x}y"),
        CASE("<!----x-->y", "{--x}y"),
        CASE("<!--x--!>y", "{x}y"),
        CASE("<!--x--!y-->z", "{x--!y}z"),
        CASE("<!--x--!-->z", "{x--!}z"),
        CASE("<!--x->y-->z", "{x->y}z"),
        CASE("<!--x--->z", "{x-}z"),
        CASE("<!--x---->z", "{x--}z"),
        CASE("<!--<!--x-->y-->", "{<!--x}y-->"),
        CASE("<!--x", "{x}"),
        CASE("<!--x--", "{x}"),
        CASE("<!--x--!", "{x}"),
        CASE("<!-x-->y", "{-x--}y"),
        CASE("<!>y", "{}y"),
        CASE("<!", "{}"),
        CASE("<!-", "{-}"),
        CASE("<?php echo '>' ?>", "{?php echo '}' ?>"),
        CASE("</ x>y", "{ x}y"),
        CASE("</3>y", "{3}y"),
        CASE("<!doc>y", "{doc}y"),
        CASE("<!DOCTYPE html>y", "{! html}y"),
        CASE("<!docTYPE", "{!}"),
        CASE("<!DOCTYPE html PUBLIC \"-//W3C//DTD\r\nHTML\">y", "{! html PUBLIC \"-//W3C//DTD\nHTML\"}y"),
        CASE("<![CDATA[x]]>y", "{[CDATA[x]]}y"),
        CASE("<![CDA>y", "{[CDA}y"),
        CASE("<!--a\0b\r\nc-->", "{a\xEF\xBF\xBD"
                                 "b\nc}"),
    };
    TRY_CASES(cases, HTML_DATA, NULL);
}

static void decodes_character_references(void)
{
    static const struct html_case cases[] = {
        CASE("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
        CASE("&eacute;&Eacute;&thetasym;", "\xC3\xA9\xC3\x89\xCF\x91"),
        CASE("&nbsp;&hellip;&euro;", "\xC2\xA0\xE2\x80\xA6\xE2\x82\xAC"),
        CASE("&amp &copy2 &notit; &notin;", "& \xC2\xA9"
                                            "2 \xC2\xACit; \xE2\x88\x89"),
        CASE("&hellip &unknown; &x", "&hellip &unknown; &x"),
        CASE("& &; &&amp;", "& &; &&"),
        CASE("&#3585;&#x0E01;&#X0e01;&#3585 &#x0e01",
             "\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81 \xE0\xB8\x81"),
        CASE("&#; &# &#x; &#xg &#X", "&#; &# &#x; &#xg &#X"),
        CASE("&#128;&#x80;&#153;&#x9F;&#x81;", "\xE2\x82\xAC\xE2\x82\xAC\xE2\x84\xA2\xC5\xB8\xC2\x81"),
        CASE("&#0;&#xD800;&#x110000;&#99999999999;", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"),
        CASE("&#x1F600;&#x10FFFF;", "\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF"),
        CASE("&amp", "&"),
        CASE("&am", "&am"),
        CASE("&", "&"),
        CASE("&#", "&#"),
        CASE("&#65", "A"),
        CASE("&ampamp;", "&amp;"),
        CASE("&amp\r\n;", "&\n;"),
    };
    TRY_CASES(cases, HTML_DATA, NULL);
}

static void leaves_ampersands_of_addresses_alone(void)
{
    static const struct html_case cases[] = {
        CASE("<a b=\"?x=1&copy=2&amp;y=3\">", "[a b=?x=1&copy=2&y=3]"),
        CASE("<a b='?x&copyy&copy&lt'>", "[a b=?x&copyy\xC2\xA9<]"),
        CASE("<a b=?x&amp;y&ampz&amp>", "[a b=?x&y&ampz&]"),
        CASE("<a b=&#65;&#x42&>", "[a b=AB&]"),
        CASE("<a b='&notit;&notin;&unknown;'>", "[a b=&notit;\xE2\x88\x89&unknown;]"),
    };
    TRY_CASES(cases, HTML_DATA, NULL);
}

static void ends_a_title_at_its_end_tag_only(void)
{
    static const struct html_case cases[] = {
        CASE("a<b>&amp;</b></title>c<b>", "a<b>&</b>[/title]c[b]"),
        CASE("a</TITLE x=y>c", "a[/title]c"),
        CASE("a</title/>c", "a[/title/]c"),
        CASE("a</titlex></title>", "a</titlex>[/title]"),
        CASE("a</tit", "a</tit"),
        CASE("a</ti</title>", "a</ti[/title]"),
        CASE("<!--</title>-->", "<!--[/title]-->"),
        CASE("\0</", "\xEF\xBF\xBD</"),
        CASE("x</title\0></title>", "x</title\xEF\xBF\xBD>[/title]"),
    };
    TRY_CASES(cases, HTML_RCDATA, "title");
}

static void leaves_raw_text_alone(void)
{
    static const struct html_case cases[] = {
        CASE("a<b>&amp;</b></style>c", "a<b>&amp;</b>[/style]c"),
        CASE("a\r\nb\0</style >", "a\nb\xEF\xBF\xBD[/style]"),
        CASE("<!--</style>-->", "<!--[/style]-->"),
    };
    TRY_CASES(cases, HTML_RAWTEXT, "style");
    static const struct html_case endless[] = {
        CASE("a<b></plaintext>\r&amp;\0", "a<b></plaintext>\n&amp;\xEF\xBF\xBD"),
    };
    TRY_CASES(endless, HTML_PLAINTEXT, "plaintext");
}

static void follows_scripts_into_their_comments(void)
{
    static const struct html_case cases[] = {
        CASE("if (a<b) x='</p>'</script>y", "if (a<b) x='</p>'[/script]y"),
        CASE("<!--</script>-->", "<!--[/script]-->"),
        CASE("<!--<script></script>--></script>y", "<!--<script></script>-->[/script]y"),
        CASE("<!--<script></script></script>y", "<!--<script></script>[/script]y"),
        CASE("<!--<script>--></script>y", "<!--<script>-->[/script]y"),
        CASE("<!--<SCRIPT/</Script ></script>y", "<!--<SCRIPT/</Script >[/script]y"),
        CASE("<!--<scripty></script>y", "<!--<scripty>[/script]y"),
        CASE("<!-->x<script></script>y", "<!-->x<script>[/script]y"),
        CASE("<!-<script></script>y", "<!-<script>[/script]y"),
        CASE("<!--<script>-x-></script></script>y", "<!--<script>-x-></script>[/script]y"),
        CASE("<!--<script>--->x</script>y", "<!--<script>--->x[/script]y"),
        CASE("<!--\0-\r\n->--></script>", "<!--\xEF\xBF\xBD-\n->-->[/script]"),
        CASE("x</scr", "x</scr"),
        CASE("<!", "<!"),
        CASE("<!--<scr", "<!--<scr"),
    };
    TRY_CASES(cases, HTML_SCRIPT, "script");
}

static void reads_cdata_where_it_is_allowed(void)
{
    static const struct html_case cases[] = {
        CASE("<![CDATA[a<b>&amp;]]>c<b>", "a<b>&amp;c[b]"),
        CASE("<![CDATA[]]]>c", "]c"),
        CASE("<![CDATA[]]x]>]]>c", "]]x]>c"),
        CASE("<![CDATA[a\r\n]", "a\n]"),
        CASE("<![CDATA[a]]", "a]]"),
        CASE("<![cdata[x]]>", "{[cdata[x]]}"),
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t cut = 0; cut <= strlen(cases[i].input); cut++) {
            begin(HTML_DATA, NULL);
            html_token_allow_cdata(&tokens, true);
            html_token_feed(&tokens, cases[i].input, cut);
            html_token_feed(&tokens, cases[i].input + cut, strlen(cases[i].input) - cut);
            end();
            TEST_ASSERT_EQUAL_STRING(cases[i].tokens, logged.text);
        }
}

static void switches_to_the_content_that_the_sink_names(void)
{
    begin(HTML_DATA, NULL);
    reader.content = HTML_RAWTEXT;
    html_token_feed(&tokens, "<style a=b><p></style><p>", 25);
    end();
    TEST_ASSERT_EQUAL_STRING("[style a=b]<p>[/style][p]", logged.text);
    begin(HTML_DATA, NULL);
    reader.content = HTML_SCRIPT | HTML_SKIP;
    html_token_feed(&tokens, "<script>x<p>\r\n<!--</script>", 27);
    reader.content = HTML_DATA;
    html_token_feed(&tokens, "y", 1);
    end();
    TEST_ASSERT_EQUAL_STRING("[script][/script]y", logged.text);
}

static void cuts_long_values_at_a_whole_character(void)
{
    static const char thai[] = "\xE0\xB8\x81";
    for (unsigned piece = 1; piece <= 3; piece += 2) {
        begin(HTML_DATA, NULL);
        html_token_feed(&tokens, "<a b='x", 7);
        for (unsigned i = 0; i < 500; i++) {
            html_token_feed(&tokens, thai, piece);
            html_token_feed(&tokens, thai + piece, 3 - piece);
        }
        html_token_feed(&tokens, "' c=d>", 6);
        end();
        size_t whole = (HTML_VALUE_BYTES - 1) / 3 * 3 + 1;
        TEST_ASSERT_EQUAL_UINT32(strlen("[a b=") + whole + strlen("... c=d]"), strlen(logged.text));
        TEST_ASSERT_EQUAL_STRING("\xE0\xB8\x81... c=d]", logged.text + strlen("[a b=") + whole - 3);
    }
}

static void tells_long_names_apart_by_their_begin_only(void)
{
    begin(HTML_DATA, NULL);
    html_token_feed(&tokens, "<abcdefghijabcdefghijabcdefghijabcdefghij>", 42);
    end();
    TEST_ASSERT_EQUAL_STRING("[abcdefghijabcdefghijabcdefghijab]", logged.text);
}

static void skips_what_nobody_wants(void)
{
    static const struct html_token_sink nothing = {0};
    html_token_begin(&tokens, &nothing, NULL);
    static const char page[] = "<!doctype x><p a='>'>x&amp;\r\n<!-- -- > --><script>y</script></p>";
    for (size_t i = 0; i < sizeof page - 1; i++)
        html_token_feed(&tokens, page + i, 1);
    html_token_end(&tokens);
    TEST_ASSERT_EQUAL_UINT8(0, tokens.state);
}

static void knows_references_by_name(void)
{
    TEST_ASSERT_EQUAL_HEX32(0x00E9, html_reference_named("eacute", 6));
    TEST_ASSERT_EQUAL_HEX32(0x03D1, html_reference_named("thetasym", 8));
    TEST_ASSERT_EQUAL_HEX32(0x00C6, html_reference_named("AElig", 5));
    TEST_ASSERT_EQUAL_HEX32(0x200C, html_reference_named("zwnj", 4));
    TEST_ASSERT_EQUAL_HEX32(0, html_reference_named("eacut", 5));
    TEST_ASSERT_EQUAL_HEX32(0, html_reference_named("", 0));
    TEST_ASSERT_EQUAL_HEX32(0, html_reference_named("thetasymx", 9));
}

SUITE(html_token)
{
    RUN_TEST(reads_tags_and_attributes);
    RUN_TEST(takes_broken_markup_for_text);
    RUN_TEST(ends_comments_where_browsers_do);
    RUN_TEST(decodes_character_references);
    RUN_TEST(leaves_ampersands_of_addresses_alone);
    RUN_TEST(ends_a_title_at_its_end_tag_only);
    RUN_TEST(leaves_raw_text_alone);
    RUN_TEST(follows_scripts_into_their_comments);
    RUN_TEST(reads_cdata_where_it_is_allowed);
    RUN_TEST(switches_to_the_content_that_the_sink_names);
    RUN_TEST(cuts_long_values_at_a_whole_character);
    RUN_TEST(tells_long_names_apart_by_their_begin_only);
    RUN_TEST(skips_what_nobody_wants);
    RUN_TEST(knows_references_by_name);
}
