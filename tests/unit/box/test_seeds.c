#include "suite.h"

#include "base/format.h"
#include "base/status.h"
#include "box/seeds.h"

static char told[600];
static char buffer[SEEDS_URL_BYTES];

static void add(const char *text)
{
    size_t used = strlen(told), size = strlen(text);
    TEST_ASSERT_LESS_THAN(sizeof told, used + size);
    memcpy(told + used, text, size + 1);
}

static void note_seed(void *context, const struct url *url, unsigned line)
{
    char number[16];
    (void)context;
    format_text(number, sizeof number, "%u ", line);
    add(number);
    add(url->text);
    add("\n");
}

static void note_wrong(void *context, const char *why, struct text_span text, unsigned line)
{
    char number[100];
    (void)context;
    format_text(number, sizeof number, "%u ! %.*s: %s\n", line, (int)(text.size < 20 ? text.size : 20),
                text.text, why);
    add(number);
}

static const char *read_in_steps(const char *text, size_t step)
{
    static struct seeds seeds;
    told[0] = '\0';
    seeds_begin(&seeds, buffer, sizeof buffer, note_seed, note_wrong, NULL);
    for (size_t left = strlen(text); left > 0;) {
        size_t part = left < step ? left : step;
        text_lines_feed(&seeds.lines, text, part);
        text += part;
        left -= part;
    }
    text_lines_end(&seeds.lines);
    return told;
}

static void reads_sites_urls_and_remarks(void)
{
    static const char text[] = "\xef\xbb\xbf# libraries\r\n"
                               "www.Example.ac.th\r\n"
                               "\r\n"
                               "  https://example.go.th/a#b \t# news\n"
                               "example.th:8080/x?y # z\n"
                               "#\n"
                               "\xe0\xb9\x84\xe0\xb8\x97\xe0\xb8\xa2.\xe0\xb9\x84\xe0\xb8\x97\xe0\xb8\xa2";
    for (size_t step = 1; step < 50; step++)
        TEST_ASSERT_EQUAL_STRING("2 http://www.example.ac.th/\n"
                                 "4 https://example.go.th/a#b\n"
                                 "5 http://example.th:8080/x?y\n"
                                 "7 http://xn--o3cw4h.xn--o3cw4h/\n",
                                 read_in_steps(text, step));
}

static void tells_of_what_is_no_seed_and_reads_on(void)
{
    TEST_ASSERT_EQUAL_STRING("1 ! ftp://example.th/: not an http or https address\n"
                             "2 ! two words: a character that host names may not have\n"
                             "3 http://b.th/\n",
                             read_in_steps("ftp://example.th/\ntwo words\nb.th\n", 99));
    TEST_ASSERT_EQUAL_STRING("1 ! ftp:/example.th/: not an http or https address\n"
                             "2 ! ftp:: not an http or https address\n",
                             read_in_steps("ftp:/example.th/\nftp:\n", 99));
}

static void tells_once_of_a_line_that_is_too_long(void)
{
    static char text[500];
    static const char next[] = "\nb.th\n";
    memset(text, 'x', sizeof text);
    memcpy(text + sizeof text - sizeof next, next, sizeof next);
    TEST_ASSERT_EQUAL_STRING("1 ! xxxxxxxxxxxxxxxxxxxx: too long\n2 http://b.th/\n", read_in_steps(text, 64));
}

static const char *without(const char *text, const char *seed, unsigned removed)
{
    static struct seeds seeds;
    static char copy[300];
    static char seed_buffer[SEEDS_URL_BYTES];
    struct url url;
    struct sink_span span = {copy, sizeof copy - 1};
    struct sink out = sink_memory(&span);
    TEST_ASSERT_EQUAL(STATUS_OK, seeds_parse(&url, seed_buffer, sizeof seed_buffer, seed, strlen(seed)));
    seeds_copy_begin(&seeds, buffer, sizeof buffer, &url, &out);
    text_lines_feed(&seeds.lines, text, strlen(text));
    text_lines_end(&seeds.lines);
    TEST_ASSERT_EQUAL(removed, seeds.removed);
    *span.at = '\0';
    return copy;
}

static void a_seed_is_removed_however_it_is_written(void)
{
    TEST_ASSERT_EQUAL_STRING(
        "# a\r\nb.th # x\nnonsense here\nc.th\n",
        without("# a\r\nwww.a.th\r\nb.th # x\nhttp://a.th/index.html # y\nnonsense here\n"
                "c.th",
                "a.th", 2));
    TEST_ASSERT_EQUAL_STRING("b.th\n", without("b.th", "a.th", 0));
}

static void a_seed_may_fill_its_line_but_not_the_buffer(void)
{
    static char name[SEEDS_URL_BYTES + 1];
    struct url url;
    memset(name, 'x', sizeof name);
    name[1] = '.';
    name[9] = '/';
    TEST_ASSERT_EQUAL(STATUS_OK, seeds_parse(&url, buffer, sizeof buffer, name, TEXT_LINE_MAX));
    for (size_t size = TEXT_LINE_MAX; size < sizeof name; size++)
        (void)seeds_parse(&url, buffer, sizeof buffer, name, size); /* the sanitizer watches */
    TEST_ASSERT_EQUAL(STATUS_INVALID, seeds_parse(&url, buffer, sizeof buffer, name, sizeof name));
    TEST_ASSERT_EQUAL(URL_TOO_LONG, url.problem);
}

static void lines_are_counted_in_any_list(void)
{
    static struct seeds seeds;
    told[0] = '\0';
    seeds_begin(&seeds, buffer, sizeof buffer, note_seed, note_wrong, NULL);
    for (unsigned line = 1; line < 100000; line++)
        text_lines_feed(&seeds.lines, "\n", 1);
    text_lines_feed(&seeds.lines, "a.th\n", 5);
    TEST_ASSERT_EQUAL_STRING("100000 http://a.th/\n", told);
}

SUITE(seeds)
{
    RUN_TEST(reads_sites_urls_and_remarks);
    RUN_TEST(tells_of_what_is_no_seed_and_reads_on);
    RUN_TEST(tells_once_of_a_line_that_is_too_long);
    RUN_TEST(a_seed_is_removed_however_it_is_written);
    RUN_TEST(a_seed_may_fill_its_line_but_not_the_buffer);
    RUN_TEST(lines_are_counted_in_any_list);
}
