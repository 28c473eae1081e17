/* Requests, dates, deadlines and the table of outcomes. */
#include "suite.h"
#include "base/status.h"
#include "fetch/http/date.h"
#include "fetch/http/deadline.h"
#include "fetch/http/fetch_status.h"
#include "fetch/http/http.h"

/* ---- Requests ---- */

static char buffer[512];

static struct http_request simple_request(void)
{
    return (struct http_request){.host = "www.example.th",
                                 .target = "/a?b=c",
                                 .user_agent = "crawlbox/1.0 (+http://library.example/)",
                                 .from = "web@library.example"};
}

static void a_request_says_who_we_are_and_what_we_can_read(void)
{
    struct http_request request = simple_request();
    int length = http_request_write(buffer, sizeof buffer, &request);
    TEST_ASSERT_GREATER_THAN_INT(0, length);
    buffer[length] = '\0';
    TEST_ASSERT_EQUAL_STRING("GET /a?b=c HTTP/1.1\r\n"
                             "Host: www.example.th\r\n"
                             "User-Agent: crawlbox/1.0 (+http://library.example/)\r\n"
                             "From: web@library.example\r\n"
                             "Accept: text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5\r\n"
                             "Accept-Encoding: identity\r\n"
                             "Connection: close\r\n"
                             "\r\n",
                             buffer);
}

static void a_request_names_the_language_that_is_looked_for_and_english_after_it(void)
{
    struct http_request request = simple_request();
    request.language = "th";
    buffer[http_request_write(buffer, sizeof buffer - 1, &request)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nAccept-Language: th,en;q=0.3\r\n"));
    request.language = "en";
    buffer[http_request_write(buffer, sizeof buffer - 1, &request)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nAccept-Language: en\r\n"));
}

static void a_server_that_compresses_is_told_that_it_must_not(void)
{
    struct http_request request = simple_request();
    request.strict = true;
    buffer[http_request_write(buffer, sizeof buffer - 1, &request)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nAccept-Encoding: identity;q=1, *;q=0\r\n"));
}

static void a_second_visit_asks_for_changes_only(void)
{
    struct http_request request = simple_request();
    request.etag = "\"abc\"";
    request.last_modified = "Sun, 06 Nov 1994 08:49:37 GMT";
    request.keep_alive = true;
    buffer[http_request_write(buffer, sizeof buffer - 1, &request)] = '\0';
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nIf-None-Match: \"abc\"\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(buffer, "\r\nConnection: keep-alive\r\n"));
}

static void a_request_never_leaves_its_buffer(void)
{
    struct http_request request = simple_request();
    int length = http_request_write(buffer, sizeof buffer, &request);
    for (int size = 0; size < length; size++) {
        buffer[size] = '!';
        TEST_ASSERT_EQUAL_INT(STATUS_TOO_LONG, http_request_write(buffer, (size_t)size, &request));
        TEST_ASSERT_EQUAL_INT('!', buffer[size]);
    }
    TEST_ASSERT_EQUAL_INT(length, http_request_write(buffer, (size_t)length, &request));
}

static void nothing_breaks_out_of_its_line(void)
{
    struct http_request requests[6];
    for (int i = 0; i < 6; i++)
        requests[i] = simple_request();
    requests[0].target = "/a\r\nX: y";
    requests[1].target = "/a b";
    requests[2].host = "a b";
    requests[3].etag = "\"a\nb\"";
    requests[4].target = "a";
    requests[5].user_agent = NULL;
    for (int i = 0; i < 6; i++)
        TEST_ASSERT_EQUAL_INT(STATUS_INVALID, http_request_write(buffer, sizeof buffer, &requests[i]));
}

/* ---- Dates ---- */

static uint32_t date(const char *text)
{
    return http_date_parse(text, strlen(text));
}

static void dates_have_three_forms(void)
{
    TEST_ASSERT_EQUAL_UINT32(784111777, date("Sun, 06 Nov 1994 08:49:37 GMT"));
    TEST_ASSERT_EQUAL_UINT32(784111777, date("Sunday, 06-Nov-94 08:49:37 GMT"));
    TEST_ASSERT_EQUAL_UINT32(784111777, date("Sun Nov  6 08:49:37 1994"));
}

static void dates_know_the_calendar(void)
{
    TEST_ASSERT_EQUAL_UINT32(951782400, date("Tue, 29 Feb 2000 00:00:00 GMT"));
    TEST_ASSERT_EQUAL_UINT32(951868800, date("Wed, 01 Mar 2000 00:00:00 GMT"));
    TEST_ASSERT_EQUAL_UINT32(1709164800, date("Thu, 29 Feb 2024 00:00:00 GMT"));
    TEST_ASSERT_EQUAL_UINT32(1735689599, date("Tue, 31 Dec 2024 23:59:59 GMT"));
    TEST_ASSERT_EQUAL_UINT32(4107542400u, date("Mon, 01 Mar 2100 00:00:00 GMT"));
}

static void what_is_no_date_is_zero(void)
{
    static const char *const texts[] = {"",
                                        "Sun",
                                        "soon",
                                        "Sun, 06 Nov 1994",
                                        "Sun, 06 Foo 1994 08:49:37 GMT",
                                        "Sun, 06 Nov 1994 25:00:00 GMT",
                                        "Sun, 00 Nov 1994 08:49:37 GMT",
                                        "Sun, 06 Nov 9999 08:49:37 GMT",
                                        "Sun, 06 Nov 1994 08:49",
                                        "123456"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, date(texts[i]), texts[i]);
}

/* ---- Deadlines ---- */

static const struct http_limits limits = {
    .connect_ms = 100, .first_byte_ms = 200, .idle_ms = 50, .total_ms = 1000};
static struct http_deadline deadline;

static void each_phase_has_a_limit_of_its_own(void)
{
    http_deadline_begin(&deadline, &limits, 0);
    TEST_ASSERT_EQUAL_INT(0, http_deadline_check(&deadline, 99));
    TEST_ASSERT_EQUAL_INT(FETCH_CONNECT_TIMEOUT, http_deadline_check(&deadline, 100));
    http_deadline_connected(&deadline, 90);
    TEST_ASSERT_EQUAL_INT(0, http_deadline_check(&deadline, 289));
    TEST_ASSERT_EQUAL_INT(FETCH_TIMEOUT, http_deadline_check(&deadline, 290));
    http_deadline_progress(&deadline, 280);
    TEST_ASSERT_EQUAL_INT(0, http_deadline_check(&deadline, 329));
    TEST_ASSERT_EQUAL_INT(FETCH_IDLE, http_deadline_check(&deadline, 330));
}

static void a_slow_drip_runs_into_the_total_limit(void)
{
    uint32_t now = 0;
    http_deadline_begin(&deadline, &limits, now);
    http_deadline_connected(&deadline, now);
    while (http_deadline_check(&deadline, now) == 0 && now < 5000) {
        http_deadline_progress(&deadline, now);
        now += 10;
    }
    TEST_ASSERT_EQUAL_INT(FETCH_TOO_SLOW, http_deadline_check(&deadline, now));
    TEST_ASSERT_EQUAL_UINT32(1000, now);
}

static void the_clock_may_wrap_around(void)
{
    http_deadline_begin(&deadline, &limits, UINT32_MAX - 20);
    TEST_ASSERT_EQUAL_INT(0, http_deadline_check(&deadline, 50));
    TEST_ASSERT_EQUAL_INT(FETCH_CONNECT_TIMEOUT, http_deadline_check(&deadline, 79));
}

static void the_time_left_is_the_shortest(void)
{
    http_deadline_begin(&deadline, &limits, 0);
    TEST_ASSERT_EQUAL_UINT32(100, http_deadline_left_ms(&deadline, 0));
    http_deadline_progress(&deadline, 980);
    TEST_ASSERT_EQUAL_UINT32(20, http_deadline_left_ms(&deadline, 980));
    TEST_ASSERT_EQUAL_UINT32(0, http_deadline_left_ms(&deadline, 1200));
}

/* ---- Outcomes ---- */

static void every_failure_has_a_code_and_a_sentence_of_its_own(void)
{
    static const int codes[] = {
#define FETCH_STATUS(code, id, passing, sentence) code,
#include "fetch/http/fetch_status.def"
#undef FETCH_STATUS
    };
    size_t count = sizeof codes / sizeof codes[0];
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_NOT_EQUAL(0, strcmp("unknown failure", fetch_status_text(codes[i])));
        for (size_t j = 0; j < i; j++)
            TEST_ASSERT_TRUE(codes[i] != codes[j] &&
                             strcmp(fetch_status_text(codes[i]), fetch_status_text(codes[j])) != 0);
    }
    TEST_ASSERT_EQUAL_STRING("unknown failure", fetch_status_text(-777));
}

static void codes_of_heritrix_keep_their_meaning(void)
{
    TEST_ASSERT_EQUAL_INT(-1, FETCH_DNS);
    TEST_ASSERT_EQUAL_INT(-2, FETCH_CONNECT);
    TEST_ASSERT_EQUAL_INT(-3, FETCH_BROKEN);
    TEST_ASSERT_EQUAL_INT(-4, FETCH_TIMEOUT);
    TEST_ASSERT_EQUAL_INT(-61, FETCH_NO_ROBOTS);
    TEST_ASSERT_EQUAL_INT(-9998, FETCH_ROBOTS);
}

static void passing_failures_are_worth_another_try(void)
{
    static const int passing[] = {
        FETCH_DNS, FETCH_CONNECT, FETCH_BROKEN, FETCH_TIMEOUT, FETCH_IDLE, FETCH_TLS, 429, 500, 503};
    static const int final[] = {FETCH_ROBOTS,
                                FETCH_NO_IPV4,
                                FETCH_TLS_NAME,
                                FETCH_TLS_CERTIFICATE,
                                FETCH_TLS_MEMORY,
                                FETCH_TLS_HANDSHAKE,
                                FETCH_TLS_CHOICE,
                                FETCH_TLS_NO_HOST,
                                FETCH_NOT_TLS,
                                FETCH_NOT_HTTP,
                                FETCH_PRIVATE_ADDRESS,
                                200,
                                301,
                                404,
                                501};
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
        TEST_ASSERT_TRUE(fetch_status_is_passing(passing[i]));
    for (size_t i = 0; i < sizeof final / sizeof final[0]; i++)
        TEST_ASSERT_FALSE(fetch_status_is_passing(final[i]));
}

static void three_statuses_mean_slow_down(void)
{
    int count = 0;
    for (int status = 0; status < 600; status++)
        count += fetch_status_means_slow_down(status);
    TEST_ASSERT_EQUAL_INT(3, count);
    TEST_ASSERT_TRUE(fetch_status_means_slow_down(403) && fetch_status_means_slow_down(429) &&
                     fetch_status_means_slow_down(503));
}

static void http_statuses_have_sentences(void)
{
    TEST_ASSERT_EQUAL_STRING("the server gave the page", fetch_status_text(200));
    TEST_ASSERT_EQUAL_STRING("the server has no such page", fetch_status_text(404));
    TEST_ASSERT_EQUAL_STRING("the server failed", fetch_status_text(502));
    TEST_ASSERT_EQUAL_STRING("the server gave a status that HTTP does not have", fetch_status_text(999));
}

SUITE(http)
{
    RUN_TEST(a_request_says_who_we_are_and_what_we_can_read);
    RUN_TEST(a_request_names_the_language_that_is_looked_for_and_english_after_it);
    RUN_TEST(a_server_that_compresses_is_told_that_it_must_not);
    RUN_TEST(a_second_visit_asks_for_changes_only);
    RUN_TEST(a_request_never_leaves_its_buffer);
    RUN_TEST(nothing_breaks_out_of_its_line);
    RUN_TEST(dates_have_three_forms);
    RUN_TEST(dates_know_the_calendar);
    RUN_TEST(what_is_no_date_is_zero);
    RUN_TEST(each_phase_has_a_limit_of_its_own);
    RUN_TEST(a_slow_drip_runs_into_the_total_limit);
    RUN_TEST(the_clock_may_wrap_around);
    RUN_TEST(the_time_left_is_the_shortest);
    RUN_TEST(every_failure_has_a_code_and_a_sentence_of_its_own);
    RUN_TEST(codes_of_heritrix_keep_their_meaning);
    RUN_TEST(passing_failures_are_worth_another_try);
    RUN_TEST(three_statuses_mean_slow_down);
    RUN_TEST(http_statuses_have_sentences);
}
