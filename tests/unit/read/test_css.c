/* Each text is read as a whole and one byte at a time; both must give the same. The result is a line for
 * each address: its kind and the address. */
#include "read/css/css.h"
#include "suite.h"

enum { URL_ROOM = 41 }; /* for 40 characters */

static char found[1024];

static void take(void *context, enum embed kind, const char *url, size_t size)
{
    static const char kinds[] = "-SFPJD";
    size_t length = strlen(found);
    (void)context;
    TEST_ASSERT_TRUE(length + size + 4 < sizeof found);
    found[length++] = kinds[kind];
    found[length++] = ' ';
    memcpy(found + length, url, size);
    found[length + size] = '\n';
    found[length + size + 1] = '\0';
}

static void read_in_steps(enum css_form form, const char *text, size_t step)
{
    struct css_reader reader;
    char url[URL_ROOM];
    size_t size = strlen(text);
    found[0] = '\0';
    css_begin(&reader, form, url, sizeof url, take, NULL);
    for (size_t at = 0; at < size; at += step)
        css_feed(&reader, text + at, size - at < step ? size - at : step);
    css_end(&reader);
}

static void expect(enum css_form form, const char *text, const char *lines)
{
    read_in_steps(form, text, 1);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(lines, found, text);
    read_in_steps(form, text, strlen(text) + 1);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(lines, found, text);
}

static void sheet(const char *text, const char *lines)
{
    expect(CSS_SHEET, text, lines);
}

static void set(const char *text, const char *lines)
{
    expect(CSS_SRCSET, text, lines);
}

static void reader_takes_little_memory(void)
{
    TEST_ASSERT_TRUE(sizeof(struct css_reader) <= 64); /* 32 on the box, whose pointers are half as long */
}

static void finds_addresses_with_and_without_quotes(void)
{
    sheet("a{background:url(x.png)}b{background:URL( \"y z.png\" ) no-repeat}c{content:url('w.gif')}",
          "P x.png\nP y z.png\nP w.gif\n");
    sheet("a{background:url(\n x.png\t) }", "P x.png\n");
    sheet("a{background:url(\xE0\xB8\x81.png)}", "P \xE0\xB8\x81.png\n");
    sheet("a{list-style:url(a.png),url(b.png)}", "P a.png\nP b.png\n");
}

static void takes_no_address_out_of_comments_and_strings(void)
{
    sheet("/* url(a.png) */ /**/ a{color:red}/***/b{background:url(b.png)}/* open url(c.png)", "P b.png\n");
    sheet("a:before{content:\"url(a.png)\"} a{content:'\\'url(b.png)'}", "");
    sheet("a{content:\"x/*\"}b{background:url(b.png)}", "P b.png\n");
    sheet("/*/ url(a.png) */a{background:url(b.png)}", "P b.png\n");
    sheet("a{b:1/2;background:url(b.png)}", "P b.png\n");
    sheet("a{background:url(/*x*/a.png)}", "P /*x*/a.png\n");
}

static void tells_imports_fonts_and_pictures_apart(void)
{
    sheet("@charset \"utf-8\";@import \"a.css\";@import url(b.css) screen;@IMPORT url('c.css');",
          "S a.css\nS b.css\nS c.css\n");
    sheet("@font-face{font-family:X;src:url(x.eot);src:local(Y),url(x.woff2) "
          "format(\"woff2\"),url(x.ttf)}a{background:url(p.png)}",
          "F x.eot\nF x.woff2\nF x.ttf\nP p.png\n");
    sheet("@media print{@font-face{src:url(x.woff)}a{background:url(p.png)}}", "F x.woff\nP p.png\n");
}

static void an_import_behind_a_rule_does_not_count(void)
{
    sheet("@layer a, b; @import 'a.css'; a{} @import 'b.css'; @import url(c.css);", "S a.css\n");
    sheet("@media all{@import 'b.css';}", "");
    expect(CSS_DECLARATIONS, "@import 'a.css'; background:url(x.png)", "P x.png\n");
}

static void a_namespace_is_no_address(void)
{
    sheet("@namespace url(http://www.w3.org/1999/xhtml);@namespace svg "
          "\"http://www.w3.org/2000/svg\";a{b:url(c)}",
          "P c\n");
}

static void an_import_has_one_address(void)
{
    sheet("@import url(a.css) supports(background: url(b.png)) \"c.css\";", "S a.css\n");
}

static void decodes_escapes(void)
{
    sheet("a{background:url(a\\26 b.png)}", "P a&b.png\n");
    sheet("a{background:url(\"\\0E01.png\")}", "P \xE0\xB8\x81.png\n");
    sheet("a{background:url(\\000061 b\\).png)}", "P ab).png\n");
    sheet("a{background:u\\72l(x.png)}", "P x.png\n");
    sheet("a{background:url(\"a\\\nb.png\")}", "P ab.png\n");
    sheet("a{background:url(\\\xE0\xB8\x81.png)}", "P \xE0\xB8\x81.png\n");
    sheet("@\\69mport 'a.css';", "S a.css\n");
    sheet("a{background:url(\\0 .png)}", "P \xEF\xBF\xBD.png\n");
    sheet("a{background:url(\\ffffff .png)}", "P \xEF\xBF\xBD.png\n");
}

static void leaves_out_what_is_no_address(void)
{
    sheet("a{background:url()}b{background:url('')}c{fill:url(#d)}", "");
    sheet("a{background:url(a b.png)}b{background:url(c.png)}", "P c.png\n");
    sheet("a{background:url(a\"b.png)}b{background:url(c(d).png)}e{background:url(f.png)}", "P f.png\n");
    sheet("a{background:myurl(a.png)}b{background:url (c.png)}", "");
    sheet("a{content:\"a\n;background:url(c.png)}", "P c.png\n");
}

static void what_stands_open_is_closed_at_the_end(void)
{
    expect(CSS_DECLARATIONS, "background:url(a.png", "P a.png\n");
    expect(CSS_DECLARATIONS, "background:url('a.png", "");
    expect(CSS_DECLARATIONS, "background:url(a.png ", "P a.png\n");
    expect(CSS_DECLARATIONS, "background:url(a\\26", "P a&\n");
    expect(CSS_DECLARATIONS, "content:'a.png", "");
    expect(CSS_DECLARATIONS, "background:url(", "");
}

static void an_address_that_is_too_long_is_left_out(void)
{
    sheet("a{background:url(0123456789012345678901234567890123456789)}",
          "P 0123456789012345678901234567890123456789\n");
    sheet("a{background:url(01234567890123456789012345678901234567890)}b{background:url(c.png)}",
          "P c.png\n");
    sheet("a{background:url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB)}", "");
    set("0123456789012345678901234567890123456789012345 1x, b.png 2x", "P b.png\n");
}

static void reads_a_srcset(void)
{
    set("a.png", "P a.png\n");
    set(" a.png 1x ,\tb.png 2x,c.png", "P a.png\nP b.png\nP c.png\n");
    set("a.png, b.png 480w, c,d.png 2x", "P a.png\nP b.png\nP c,d.png\n");
    set(",, ,a.png,,, b.png", "P a.png\nP b.png\n");
    set("a\\b.png 1x", "P a\\b.png\n");
    set("", "");
}

SUITE(css)
{
    RUN_TEST(reader_takes_little_memory);
    RUN_TEST(finds_addresses_with_and_without_quotes);
    RUN_TEST(takes_no_address_out_of_comments_and_strings);
    RUN_TEST(tells_imports_fonts_and_pictures_apart);
    RUN_TEST(an_import_behind_a_rule_does_not_count);
    RUN_TEST(a_namespace_is_no_address);
    RUN_TEST(an_import_has_one_address);
    RUN_TEST(decodes_escapes);
    RUN_TEST(leaves_out_what_is_no_address);
    RUN_TEST(what_stands_open_is_closed_at_the_end);
    RUN_TEST(an_address_that_is_too_long_is_left_out);
    RUN_TEST(reads_a_srcset);
}
