/* A page from its bytes to its verdict: what the stages do together. */
#include "log_fixture.h"

#include "read/page.h"
#include "read/robots/robots.h"

static void on_link(void *context, const struct page_link *link)
{
    (void)context;
    TEST_ASSERT_EQUAL_UINT32(strlen(link->url->text), link->url->length);
    log_bytes(link->url->text, link->url->length);
    log_bytes(" ", 1);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    (void)context;
    (void)flags;
    log_bytes(text, size);
}

static const struct page_sink links_only = {.link = on_link};
static const struct page_sink text_only = {.text = on_text};

static struct page page;
static struct page_result result;
static char title[16];

/* Reads a page of a fixed address in pieces of `piece` bytes. */
static void read_page(const char *text, size_t piece, const struct page_sink *sink, const char *charset)
{
    static char address_text[URL_BUFFER_SIZE];
    static const char address[] = "http://example.co.th/a/b";
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, address_text, sizeof address_text, address, sizeof address - 1, NULL) >
                     0);
    const struct page_config config = {
        .address = &url, .http_charset = charset, .sink = sink, .title = title, .title_size = sizeof title};
    memset(&logged, 0, sizeof logged);
    page_begin(&page, &config);
    size_t size = strlen(text);
    for (size_t at = 0; at < size; at += piece)
        page_feed(&page, text + at, size - at < piece ? size - at : piece);
    page_end(&page, &result);
}

static void expect_links(const char *text, const char *links)
{
    for (size_t piece = 1; piece < 50; piece += 12) {
        read_page(text, piece, &links_only, NULL);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(links, logged.text, text);
    }
}

static void resolves_links_against_the_page(void)
{
    expect_links("<a href=c>", "http://example.co.th/a/c ");
    expect_links("<a href='../?x=1&amp;y=2#z'><a href=''>",
                 "http://example.co.th/?x=1&y=2 http://example.co.th/a/b ");
    expect_links("<a href='//x.th'><area href='https://y.th/'>", "http://x.th/ https://y.th/ ");
}

static void resolves_links_against_the_first_base(void)
{
    expect_links("<a href=c><base target=x><base href='/d/e'><base href='/f/'><a href=c>",
                 "http://example.co.th/a/c http://example.co.th/d/e http://example.co.th/f/ "
                 "http://example.co.th/d/c ");
    expect_links("<base href='javascript:x'><base href='http://y.th/'><a href=c>",
                 "http://y.th/ http://y.th/c ");
}

static void keeps_of_a_long_base_what_links_need(void)
{
    static char text[1024], expected[1024];
    static const char host[] = "http://y.th/d/";
    memset(text, 0, sizeof text);
    memcpy(text, "<base href='http://y.th/d/", 26);
    memset(text + 26, 'x', 300);
    strcpy(text + 326, "'><a href=c>");
    memset(expected, 0, sizeof expected);
    memcpy(expected, host, sizeof host - 1);
    memset(expected + 14, 'x', 300);
    strcpy(expected + 314, " http://y.th/d/c ");
    expect_links(text, expected);
}

/* It is resolved while the beginning of the page still lies in the buffer for links. */
static void reads_a_long_link_at_the_beginning(void)
{
    static char text[1200], expected[1024];
    memset(text, 0, sizeof text);
    memset(expected, 0, sizeof expected);
    memcpy(text, "<a href='http://y.th/", 21);
    memset(text + 21, 'x', 900);
    strcpy(text + 921, "'><a href=z>");
    memcpy(expected, "http://y.th/", 12);
    memset(expected + 12, 'x', 900);
    strcpy(expected + 912, " http://example.co.th/a/z ");
    expect_links(text, expected);
}

static void counts_links_that_it_does_not_hand_on(void)
{
    static char text[1400];
    memcpy(text, "<a href=mailto:x><a href='http://'><a href=/y><a href='/", 56);
    memset(text + 56, 'z', 1300);
    strcpy(text + 1356, "'>");
    read_page(text, 100, &links_only, NULL);
    TEST_ASSERT_EQUAL_UINT32(1, result.links);
    TEST_ASSERT_EQUAL_UINT32(2, result.links_refused);
    TEST_ASSERT_EQUAL_UINT32(1, result.links_too_long);
}

static void keeps_the_first_title_as_shown(void)
{
    read_page("<title> A\n  <b> </title><title>C</title>", 3, NULL, NULL);
    TEST_ASSERT_EQUAL_STRING("A <b>", title);
    read_page("<title>\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81</title>", 1, NULL, NULL);
    TEST_ASSERT_EQUAL_STRING("\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81", title);
    read_page("<title>x\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81</title>", 1, NULL, NULL);
    TEST_ASSERT_EQUAL_STRING("x\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81", title);
    read_page("no title", 1, NULL, NULL);
    TEST_ASSERT_EQUAL_STRING("", title);
}

static void reads_any_charset(void)
{
    read_page("<meta charset=tis-620><p>\xA1\xD2\xC3", 5, &text_only, NULL);
    TEST_ASSERT_EQUAL_STRING("\xE0\xB8\x81\xE0\xB8\xB2\xE0\xB8\xA3", logged.text);
    TEST_ASSERT_EQUAL_INT(TEXT_WINDOWS_874, result.charset);
    TEST_ASSERT_EQUAL_INT(TEXT_FROM_META, result.charset_source);
    read_page("<p>\xA1\xD2\xC3", 1, &text_only, "windows-874");
    TEST_ASSERT_EQUAL_STRING("\xE0\xB8\x81\xE0\xB8\xB2\xE0\xB8\xA3", logged.text);
    TEST_ASSERT_EQUAL_INT(TEXT_FROM_HTTP, result.charset_source);
}

static void reports_what_robots_may_do(void)
{
    read_page("<meta name=robots content=noindex>", 7, NULL, NULL);
    TEST_ASSERT_EQUAL_UINT(HTML_ROBOTS_NOINDEX, result.robots);
}

static struct {
    char text[200];
    char html_language[PAGE_LANGUAGE_BYTES];
    char meta_language[PAGE_LANGUAGE_BYTES];
} heard;

static void pack_text(struct lang *lang, const char *utf8, size_t size)
{
    (void)lang;
    strncat(heard.text, utf8, size);
}

static void pack_break(struct lang *lang)
{
    (void)lang;
    strcat(heard.text, "|");
}

static void pack_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *language)
{
    (void)lang;
    strcpy(heard.html_language, hints->html_lang ? hints->html_lang : "none");
    strcpy(heard.meta_language, hints->meta_language ? hints->meta_language : "none");
    language->matches = strcmp(hints->charset, "utf-8") == 0;
}

static const struct lang_pack listener = {
    .name = "xx", .verdict = "heard", .text = pack_text, .break_word = pack_break, .end = pack_end};

static void a_page_of_scripts_with_hardly_a_word_is_empty(void)
{
    static const struct {
        const char *text;
        bool is_empty;
    } cases[] = {
        {"<title>App</title><div id=app></div><script src=/app.js></script>", true},
        {"<script>document.write('a b c d e f g h i j k l m n o p q r s t u v w x y z')</script>", true},
        {"<p>few words and no scripts", false},
        {"<script></script><p>a b c d e f g h i j k l m n o p q r s t u v w x y z", false},
    };
    const struct page_config config = {.pack = lang_pack_find("ms")};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        page_begin(&page, &config);
        page_feed(&page, cases[i].text, strlen(cases[i].text));
        page_end(&page, &result);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_empty, result.is_empty, cases[i].text);
    }
}

static void gives_the_language_pack_all_it_needs(void)
{
    static const char text[] =
        "<html lang='th-TH'><meta http-equiv=content-language content='a language with a long name'>"
        "<meta name=language content=th><title>t</title>wo<b>r</b>d<br>\xE0\xB8\x81";
    const struct page_config config = {.pack = &listener};
    memset(&heard, 0, sizeof heard);
    page_begin(&page, &config);
    page_feed(&page, text, sizeof text - 1);
    page_end(&page, &result);
    TEST_ASSERT_EQUAL_STRING("|t|word|\xE0\xB8\x81", heard.text);
    TEST_ASSERT_EQUAL_STRING("th-TH", heard.html_language);
    TEST_ASSERT_EQUAL_STRING("th", heard.meta_language);
    TEST_ASSERT_TRUE(result.language.matches);
}

static void leaves_room_for_robots_in_five_kilobytes(void)
{
    /* on the box, that is: elsewhere pointers are wider */
    TEST_ASSERT_TRUE(sizeof(void *) > 4 || sizeof(struct page) + ROBOTS_STORE_BYTES <= 5 * 1024);
}

static void expect_embeds(const char *text, const char *embeds)
{
    static char address_text[URL_BUFFER_SIZE];
    static const char address[] = "http://example.co.th/a/b";
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, address_text, sizeof address_text, address, sizeof address - 1, NULL) >
                     0);
    const struct page_config config = {.address = &url, .sink = &links_only, .embeds = true};
    size_t size = strlen(text);
    for (size_t piece = 1; piece < 2000; piece = piece * 7 + 3) {
        memset(&logged, 0, sizeof logged);
        page_begin(&page, &config);
        for (size_t at = 0; at < size; at += piece)
            page_feed(&page, text + at, size - at < piece ? size - at : piece);
        page_end(&page, &result);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(embeds, logged.text, text);
    }
}

static void what_a_page_needs_is_resolved_and_counts_as_no_link(void)
{
    expect_embeds("<img src=c.png srcset='/d.png#x 1x,e.png 2x'><style>a{background:url(f.png)}b > "
                  "c{background:url(g.png)}</style>"
                  "<p style='background:url(//x.th/h.png)'><img "
                  "src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><a href=i>",
                  "http://example.co.th/a/c.png http://example.co.th/d.png http://example.co.th/a/e.png "
                  "http://example.co.th/a/f.png http://example.co.th/a/g.png http://x.th/h.png "
                  "http://example.co.th/a/i ");
    TEST_ASSERT_EQUAL(1, result.links);
    TEST_ASSERT_EQUAL(0, result.links_refused);
}

SUITE(page)
{
    RUN_TEST(what_a_page_needs_is_resolved_and_counts_as_no_link);
    RUN_TEST(resolves_links_against_the_page);
    RUN_TEST(resolves_links_against_the_first_base);
    RUN_TEST(keeps_of_a_long_base_what_links_need);
    RUN_TEST(reads_a_long_link_at_the_beginning);
    RUN_TEST(counts_links_that_it_does_not_hand_on);
    RUN_TEST(keeps_the_first_title_as_shown);
    RUN_TEST(reads_any_charset);
    RUN_TEST(reports_what_robots_may_do);
    RUN_TEST(a_page_of_scripts_with_hardly_a_word_is_empty);
    RUN_TEST(gives_the_language_pack_all_it_needs);
    RUN_TEST(leaves_room_for_robots_in_five_kilobytes);
}
