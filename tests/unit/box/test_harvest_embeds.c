/* What pages need: told by pages and stylesheets, stored if it is what it should be, cut off early if not. */
#include "read/url/scope.h" /* before the fixture: its `url` would stand behind parameters of that name */

#include "harvest_fixture.h"

enum {
    ALL_KINDS =
        EMBED_BIT(EMBED_STYLE) | EMBED_BIT(EMBED_FONT) | EMBED_BIT(EMBED_PICTURE) | EMBED_BIT(EMBED_SCRIPT),
    MOST_BYTES = 200,
};

#define HTML    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
#define CSS     "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n"
#define PICTURE "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"

static const struct store_settings settings = {.file_bytes = 1 << 20};
static uint8_t documents = URL_ENDING_PDF + 1; /* how many of their endings are wanted */

/* Asks for something of that kind; the answer comes in pieces of `step` bytes. */
static void get(enum embed kind, const char *text, size_t step)
{
    const char *const answers[] = {text};
    const struct visit_request request = {
        .url = &url, .observer = &observer, .path = "E", .embed = (uint8_t)kind, .most_bytes = MOST_BYTES};
    begin(answers, HARVEST_KEEP_TARGET);
    options.embeds = ALL_KINDS;
    options.documents = documents;
    card.store.settings = &settings;
    net.step = step;
    parse("http://m.my/a/b");
    TEST_ASSERT_EQUAL(0, harvest_page(&harvest, &request, &answer));
    TEST_ASSERT_FALSE(memory.lent);
    TEST_ASSERT_FALSE(answer.is_page || answer.is_target);
    TEST_ASSERT_EQUAL(1, card.lines);
    options.embeds = options.documents = 0;
}

static void expect_kept(enum embed kind, const char *text, const char *notes)
{
    for (size_t step = 1; step <= 1000; step += 333) {
        get(kind, text, step);
        TEST_ASSERT_TRUE_MESSAGE(answer.is_embed, text);
        TEST_ASSERT_EQUAL(1, card.committed);
        TEST_ASSERT_EQUAL(strlen(text), card.message_length);
        TEST_ASSERT_EQUAL_STRING(notes, card.log[0].notes);
    }
}

static void expect_refused(enum embed kind, const char *text, const char *notes)
{
    for (size_t step = 1; step <= 1000; step += 333) {
        get(kind, text, step);
        TEST_ASSERT_FALSE_MESSAGE(answer.is_embed, text);
        TEST_ASSERT_EQUAL(0, card.committed);
        TEST_ASSERT_EQUAL_STRING(notes, card.log[0].notes);
    }
}

static void what_came_is_stored_if_it_is_no_page(void)
{
    expect_kept(EMBED_PICTURE, PICTURE "\x89PNG", "embed");
    expect_kept(EMBED_PICTURE, "HTTP/1.1 200 OK\r\n\r\nGIF89a...........................", "embed");
    expect_kept(EMBED_PICTURE, PICTURE "<!DOCTYPE svg PUBLIC ''><svg/>", "embed");
    expect_kept(EMBED_PICTURE,
                "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /c\r\n\r\n<html>moved", "embed");
    TEST_ASSERT_EQUAL_STRING("R http://m.my/c\n", crawl.links);
}

static void a_picture_that_is_a_page_is_not_stored(void)
{
    expect_refused(EMBED_PICTURE, HTML "\x89PNG", "embed,notKept");
    expect_refused(EMBED_PICTURE, PICTURE "<html><p>gone, and nobody says so", "embed,notKept");
    expect_refused(EMBED_PICTURE, PICTURE "\n <!doctype HTML><p>gone, and nobody says so", "embed,notKept");
    expect_refused(EMBED_SCRIPT, PICTURE "<html>short", "embed,notKept");
    expect_refused(EMBED_PICTURE, "HTTP/1.1 404 No\r\nContent-Type: image/png\r\n\r\nx", "embed,notKept");
}

static void a_document_begins_as_one(void)
{
    expect_kept(EMBED_DOCUMENT, PICTURE "%PDF-1.4", "embed");
    expect_refused(EMBED_DOCUMENT, PICTURE "PK\3\4.................", "embed,notKept");
    expect_refused(EMBED_DOCUMENT, PICTURE, "embed,notKept");
    documents = URL_ENDING_OFFICE + 1;
    expect_kept(EMBED_DOCUMENT, PICTURE "PK\3\4.................", "embed");
    expect_refused(EMBED_DOCUMENT, PICTURE "<html><p>gone, and nobody says so", "embed,notKept");
    documents = URL_ENDING_PDF + 1;
}

static void what_is_too_long_is_cut_off_and_not_stored(void)
{
    static char text[600];
    strcpy(text, PICTURE);
    memset(text + strlen(text), 'x', MOST_BYTES);
    expect_kept(EMBED_PICTURE, text, "embed");
    strcat(text, "x");
    expect_refused(EMBED_PICTURE, text, "embed,notKept,truncated");
    get(EMBED_PICTURE, "HTTP/1.1 200 OK\r\nContent-Length: 201\r\n\r\nx", 1000);
    TEST_ASSERT_FALSE(answer.is_embed);
    TEST_ASSERT_EQUAL_STRING("embed,notKept,truncated", card.log[0].notes);
}

static void a_stylesheet_tells_what_it_needs(void)
{
    for (size_t step = 1; step <= 1000; step += 333) {
        get(EMBED_STYLE,
            CSS
            "@import 'c.css';@font-face{src:url(/d.woff#x)}a{background:url(//o.my/e.png)}b{c:url(data:x)}",
            step);
        TEST_ASSERT_EQUAL_STRING("E http://m.my/a/c.css\nE http://m.my/d.woff\nE http://o.my/e.png\n",
                                 crawl.links);
        TEST_ASSERT_TRUE(answer.is_embed);
    }
    get(EMBED_STYLE, CSS "@charset \"tis-620\";a{background:url(\xa1.png)}", 7);
    TEST_ASSERT_EQUAL_STRING("E http://m.my/a/%E0%B8%81.png\n", crawl.links);
    get(EMBED_PICTURE, CSS "a{background:url(e.png)}", 7);
    TEST_ASSERT_EQUAL_STRING("", crawl.links);
}

static void get_page(uint8_t kinds, uint8_t endings)
{
    static const char *const answers[] = {HTML "<link rel=stylesheet href=s.css><img src=p.png><script "
                                               "src=j.js></script><a href=d.pdf>x</a><a href=e.docx>x</a>"
                                               "<style>@font-face{src:url(f.woff)}</style><a href=l>x</a>"};
    const struct visit_request request = {.url = &url, .observer = &observer, .path = ""};
    begin(answers, HARVEST_KEEP_TARGET);
    options.embeds = kinds;
    options.documents = endings;
    parse("http://m.my/");
    TEST_ASSERT_EQUAL(0, harvest_page(&harvest, &request, &answer));
    options.embeds = options.documents = 0;
}

static void a_page_tells_what_is_wanted_of_what_it_needs(void)
{
    get_page(0, 0);
    TEST_ASSERT_EQUAL_STRING("L http://m.my/d.pdf\nL http://m.my/e.docx\nL http://m.my/l\n", crawl.links);
    get_page(EMBED_BIT(EMBED_STYLE) | EMBED_BIT(EMBED_FONT), 0);
    TEST_ASSERT_EQUAL_STRING("E http://m.my/s.css\nL http://m.my/d.pdf\nL http://m.my/e.docx\nE "
                             "http://m.my/f.woff\nL http://m.my/l\n",
                             crawl.links);
    get_page(ALL_KINDS, URL_ENDING_PDF + 1);
    TEST_ASSERT_EQUAL_STRING("E http://m.my/s.css\nE http://m.my/p.png\nE http://m.my/j.js\nE "
                             "http://m.my/d.pdf\nL http://m.my/d.pdf\n"
                             "L http://m.my/e.docx\nE http://m.my/f.woff\nL http://m.my/l\n",
                             crawl.links);
    get_page(0, URL_ENDING_OFFICE + 1);
    TEST_ASSERT_EQUAL_STRING("E http://m.my/d.pdf\nL http://m.my/d.pdf\nE http://m.my/e.docx\n"
                             "L http://m.my/e.docx\nL http://m.my/l\n",
                             crawl.links);
}

SUITE(harvest_embeds)
{
    RUN_TEST(what_came_is_stored_if_it_is_no_page);
    RUN_TEST(a_picture_that_is_a_page_is_not_stored);
    RUN_TEST(a_document_begins_as_one);
    RUN_TEST(what_is_too_long_is_cut_off_and_not_stored);
    RUN_TEST(a_stylesheet_tells_what_it_needs);
    RUN_TEST(a_page_tells_what_is_wanted_of_what_it_needs);
}
