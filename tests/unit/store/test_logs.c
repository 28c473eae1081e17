#include "suite.h"
#include "base/utc.h"
#include "fetch/http/fetch_status.h"
#include "store/crawl_log.h"
#include "store/progress.h"

static char text[1024];
static struct sink_span span;

static struct sink collect(void)
{
    memset(text, 0, sizeof text);
    span = (struct sink_span){text, sizeof text - 1};
    return sink_memory(&span);
}

static const struct crawl_log_line whole = {.start_seconds = 1794792734,
                                            .start_ms = 876,
                                            .duration_ms = 1247,
                                            .status = 200,
                                            .bytes = 30720,
                                            .uri = "https://www.example.go.th/",
                                            .path = "LL",
                                            .via = "https://www.example.go.th/a",
                                            .mime = "text/html",
                                            .worker = 1,
                                            .digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
                                            .source = "seeds",
                                            .annotations = "warcRevisit:digest"};

static void a_line_has_heritrix_twelve_fields(void)
{
    struct sink sink = collect();
    crawl_log_emit(&sink, &whole);
    TEST_ASSERT_EQUAL_STRING("2026-11-16T01:32:16.123Z   200      30720 https://www.example.go.th/ LL "
                             "https://www.example.go.th/a text/html #001 20261116013214876+1247 "
                             "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ seeds warcRevisit:digest\n",
                             text);
}

static void what_is_not_known_is_a_dash(void)
{
    struct sink sink = collect();
    const struct crawl_log_line line = {
        .start_seconds = 1794792734, .status = FETCH_ROBOTS, .uri = "http://x/"};
    crawl_log_emit(&sink, &line);
    TEST_ASSERT_EQUAL_STRING(
        "2026-11-16T01:32:14.000Z -9998          0 http://x/ - - - #000 20261116013214000+0 - - -\n", text);
}

static void fields_cannot_be_shifted_from_outside(void)
{
    struct sink sink = collect();
    struct crawl_log_line line = whole;
    line.uri = "http://x/ y\nz";
    line.mime = "text/html; charset=x";
    crawl_log_emit(&sink, &line);
    TEST_ASSERT_NOT_NULL(strstr(text, " http://x/%20y%0Az LL "));
    TEST_ASSERT_NOT_NULL(strstr(text, " text/html;%20charset=x #001 "));
    TEST_ASSERT_EQUAL_PTR(text + strlen(text) - 1, strchr(text, '\n'));
}

static void progress_lines_have_as_many_columns_as_their_head(void)
{
    struct sink sink = collect();
    const struct progress progress = {.seconds = 1794792736, .pages = 7, .ram_free_bytes = 9};
    unsigned tabs[2] = {0, 0}, line = 0;
    progress_emit_head(&sink);
    progress_emit(&sink, &progress);
    for (const char *at = text; *at; at++) {
        tabs[line] += *at == '\t';
        line += *at == '\n' && line == 0;
    }
    TEST_ASSERT_EQUAL_UINT(9, tabs[0]);
    TEST_ASSERT_EQUAL_UINT(tabs[0], tabs[1]);
    TEST_ASSERT_NOT_NULL(strstr(text, "\n2026-11-16T01:32:16Z\t7\t0\t"));
}

static void dates_are_right_on_the_days_that_are_not(void)
{
    static const struct {
        uint32_t seconds;
        const char *digits;
    } cases[] = {
        {0, "19700101000000"},           {951782399, "20000228235959"},   {951782400, "20000229000000"},
        {951868800, "20000301000000"},   {1709251199, "20240229235959"},  {1735689599, "20241231235959"},
        {4107542400u, "21000301000000"}, {4107542399u, "21000228235959"}, {UINT32_MAX, "21060207062815"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sink sink = collect();
        sink_utc_digits(&sink, cases[i].seconds);
        TEST_ASSERT_EQUAL_STRING(cases[i].digits, text);
    }
}

SUITE(logs)
{
    RUN_TEST(a_line_has_heritrix_twelve_fields);
    RUN_TEST(what_is_not_known_is_a_dash);
    RUN_TEST(fields_cannot_be_shifted_from_outside);
    RUN_TEST(progress_lines_have_as_many_columns_as_their_head);
    RUN_TEST(dates_are_right_on_the_days_that_are_not);
}
