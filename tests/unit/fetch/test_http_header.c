/* What servers send, and what comes of it: status lines and headers. */
#include "http_fixture.h"

/* ---- Status lines ---- */

static void status_lines_are_read_with_tolerance(void)
{
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"HTTP/1.1 200 OK", 200},    {"HTTP/1.1 200", 200},
        {"HTTP/1.1 200 ", 200},      {"HTTP/1.0 404 Not Found", 404},
        {"http/1.1 301 Moved", 301}, {"HTTP/1.1  200  OK", 200},
        {"HTTP/2 200", 200},         {"HTTP/1.1 999 Denied", 999},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(false);
        push(cases[i].line);
        push("\r\n\r\n");
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, response.failure, cases[i].line);
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].status, response.status, cases[i].line);
    }
}

static void what_is_not_http_is_noticed_at_once(void)
{
    static const char *const answers[] = {"<html>",
                                          "SSH-2.0-x",
                                          "HTTP/1.1 abc\r\n",
                                          "HTTP/1.1 20\r\n",
                                          "HTTP/1.1\r\n",
                                          "HTTP/1.1 2000 OK\r\n",
                                          "HTTP/1.1 200OK\r\n",
                                          "HTTP/1.1 000 x\r\n",
                                          "HTT\n"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        begin(false);
        push(answers[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(FETCH_NOT_HTTP, response.failure, answers[i]);
        TEST_ASSERT_FALSE(http_response_has_header(&response));
    }
}

static void an_empty_line_before_the_answer_is_skipped(void)
{
    receive("\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhi");
    TEST_ASSERT_EQUAL_STRING("hi", body);
}

static void interim_answers_are_skipped(void)
{
    begin(false);
    push("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLocation: /x\r\nContent-Length: 9\r\n\r\n"
         "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    TEST_ASSERT_EQUAL_INT(200, response.status);
    TEST_ASSERT_EQUAL_STRING("hi", body);
    TEST_ASSERT_FALSE(response.has_location);
    TEST_ASSERT_EQUAL_UINT32(used_size, response.message_bytes);
}

static void endless_interim_answers_are_cut_off(void)
{
    begin(false);
    for (int i = 0; i < HTTP_HEADER_MAX && !response.failure; i++)
        push("HTTP/1.1 100 Continue\r\n\r\n");
    TEST_ASSERT_EQUAL_INT(FETCH_HEADER_TOO_LONG, response.failure);
}

static void a_change_of_protocol_is_refused(void)
{
    receive("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
    TEST_ASSERT_EQUAL_INT(FETCH_NOT_HTTP, response.failure);
}

/* ---- Headers ---- */

static void names_come_in_any_case_and_lines_end_in_lf(void)
{
    receive("HTTP/1.1 200 OK\ncOnTeNt-LeNgTh:2\nCONTENT-TYPE:text/HTML\n\nhi");
    TEST_ASSERT_EQUAL_STRING("hi", body);
    TEST_ASSERT_TRUE(response.has_length);
    TEST_ASSERT_EQUAL_STRING("text/html", response.content_type);
}

static void content_type_and_charset_are_taken_apart(void)
{
    static const struct {
        const char *line, *type, *charset;
    } cases[] = {
        {"Content-Type: text/html; charset=TIS-620", "text/html", "tis-620"},
        {"Content-Type: text/html;charset=\"utf-8\"", "text/html", "utf-8"},
        {"Content-Type: Text/Plain ; foo=bar; Charset = 'windows-874' ; x", "text/plain", "windows-874"},
        {"Content-Type: application/pdf", "application/pdf", ""},
        {"Content-Type: text/html; charset=", "text/html", ""},
        {"Content-Type: text/html; charset=\"", "text/html", ""},
        {"Content-Type:", "", ""},
        {"Content-Type: ;charset=utf-8", "", "utf-8"},
        {"Content-Type: text/html; charset=a-name-much-longer-than-any-charset", "text/html", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        receive_header(cases[i].line);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].type, response.content_type, cases[i].line);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].charset, response.charset, cases[i].line);
    }
}

static void obsolete_folding_continues_a_value(void)
{
    receive_header("Content-Type: text/html;\r\n\t charset=utf-8\r\nLocation: /a\r\n b");
    TEST_ASSERT_EQUAL_STRING("utf-8", response.charset);
    TEST_ASSERT_EQUAL_STRING("/a b", location);
    receive_header(" what: is this\r\nX-Y: z\r\n Content-Length: 1\r\nContent-Type: text/css");
    TEST_ASSERT_FALSE(response.has_length);
    TEST_ASSERT_EQUAL_STRING("text/css", response.content_type);
}

static void lines_without_sense_are_skipped(void)
{
    receive_header("no colon here\r\n: no name\r\nX: y\r\nContent-Length : 2\r\n=?=");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_UINT32(2, response.content_length);
}

static void lines_longer_than_the_buffer_do_not_matter(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nSet-Cookie: ");
    for (int i = 0; i < 5000; i++)
        push("x");
    push("\r\nA-Header-Whose-Name-Is-Very-Long-Indeed: 1\r\nETag: \"");
    for (int i = 0; i < 300; i++)
        push("e");
    push("\"\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_STRING("hi", body);
    TEST_ASSERT_EQUAL_STRING("", response.etag);
    TEST_ASSERT_EQUAL_STRING("text/html", response.content_type);
}

static void megabytes_of_header_are_cut_off(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 100000 && !response.failure; i++)
        push("X-More: and more\r\n");
    TEST_ASSERT_EQUAL_INT(FETCH_HEADER_TOO_LONG, response.failure);
    TEST_ASSERT_EQUAL_UINT32(HTTP_HEADER_MAX + 1, response.message_bytes);
    TEST_ASSERT_FALSE(http_response_has_header(&response));
    begin(false);
    push("HTTP/1.1 200 ");
    for (int i = 0; i < 100000 && !response.failure; i++)
        push("so very OK");
    TEST_ASSERT_EQUAL_INT(FETCH_HEADER_TOO_LONG, response.failure);
}

static void the_target_of_a_redirect_is_kept_as_written(void)
{
    receive_header("Location:   //host/Path?q=1#f \t");
    TEST_ASSERT_TRUE(response.has_location);
    TEST_ASSERT_EQUAL_STRING("//host/Path?q=1#f", location);
    receive_header("Location: /first\r\nLocation: /second");
    TEST_ASSERT_EQUAL_STRING("/first", location);
    receive_header("Location:");
    TEST_ASSERT_FALSE(response.has_location);
}

static void a_target_longer_than_the_buffer_is_said_to_be(void)
{
    begin(false);
    push("HTTP/1.1 302 Found\r\nLocation: /");
    for (size_t i = 0; i < sizeof location - 2; i++)
        push("x");
    push("\r\n\r\n");
    TEST_ASSERT_TRUE(response.has_location && strlen(location) == sizeof location - 1);
    begin(false);
    push("HTTP/1.1 302 Found\r\nLocation: /");
    for (size_t i = 0; i < sizeof location - 1; i++)
        push("x");
    push("\r\nLocation: /short\r\n\r\n");
    TEST_ASSERT_TRUE(response.location_too_long);
    TEST_ASSERT_FALSE(response.has_location);
    TEST_ASSERT_EQUAL_STRING("", location);
}

static void redirects_are_five_statuses(void)
{
    static const int statuses[] = {301, 302, 303, 307, 308};
    int count = 0;
    for (int status = 100; status < 600; status++)
        count += http_status_is_redirect(status);
    TEST_ASSERT_EQUAL_INT(5, count);
    for (size_t i = 0; i < 5; i++)
        TEST_ASSERT_TRUE(http_status_is_redirect(statuses[i]));
}

static void keep_alive_is_what_version_and_connection_say(void)
{
    static const struct {
        const char *head;
        bool keep_alive;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\n", true},
        {"HTTP/1.1 200 OK\r\nConnection: close\r\n", false},
        {"HTTP/1.1 200 OK\r\nConnection: Upgrade, Close\r\n", false},
        {"HTTP/1.0 200 OK\r\n", false},
        {"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n", true},
        {"HTTP/1.1 200 OK\r\nConnection: closed\r\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(false);
        push(cases[i].head);
        push("Content-Length: 0\r\n\r\n");
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].keep_alive, response.keep_alive, cases[i].head);
    }
}

static void compression_that_nobody_asked_for_is_flagged(void)
{
    receive_header("Content-Encoding: gzip");
    TEST_ASSERT_TRUE(response.encoded);
    receive_header("Content-Encoding: identity");
    TEST_ASSERT_FALSE(response.encoded);
}

static void what_the_next_visit_needs_is_kept(void)
{
    receive_header("ETag: W/\"abc\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT");
    TEST_ASSERT_EQUAL_STRING("W/\"abc\"", response.etag);
    TEST_ASSERT_EQUAL_STRING("Sun, 06 Nov 1994 08:49:37 GMT", response.last_modified);
}

static void retry_after_is_seconds_or_a_date(void)
{
    receive_header("Retry-After: 120");
    TEST_ASSERT_EQUAL_UINT32(120, response.retry_after_s);
    receive_header("Retry-After: 99999999999999");
    TEST_ASSERT_EQUAL_UINT32(HTTP_RETRY_AFTER_MAX, response.retry_after_s);
    receive_header("Date: Sun, 06 Nov 1994 08:48:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT");
    TEST_ASSERT_EQUAL_UINT32(784111777, response.retry_at_s);
    TEST_ASSERT_EQUAL_UINT32(784111717, response.date_s);
    receive_header("Retry-After: soon");
    TEST_ASSERT_EQUAL_UINT32(0, response.retry_after_s);
    TEST_ASSERT_EQUAL_UINT32(0, response.retry_at_s);
}

/* ---- Cookies ---- */

static char jar[HTTP_COOKIE_BYTES];

static const char *cookies_after(const char *lines, const char *status)
{
    begin(false);
    response.cookie = jar;
    push("HTTP/1.1 ");
    push(status);
    push("\r\n");
    push(lines);
    push("\r\n\r\n");
    return jar;
}

static void cookies_of_a_redirect_are_kept_by_name(void)
{
    jar[0] = '\0';
    TEST_ASSERT_EQUAL_STRING("; a=1", cookies_after("Set-Cookie: a=1; Path=/; HttpOnly", "302 Found"));
    TEST_ASSERT_EQUAL_STRING("; a=1; b=", cookies_after("set-cookie:b=;Secure", "303 See Other"));
    TEST_ASSERT_EQUAL_STRING("; b=; ab=3; a=2=2",
                             cookies_after("Set-Cookie: ab=3\r\nSet-Cookie: a=2=2", "307 x"));
    TEST_ASSERT_EQUAL_STRING("; b=; a=2=2; ab=4",
                             cookies_after("Set-Cookie: ab=4; Domain=other.th", "301 x"));
    TEST_ASSERT_EQUAL_STRING("; a=2=2; ab=4; b=5", cookies_after("Set-Cookie: b=5", "308 x"));
}

static void cookies_of_pages_and_what_is_none_are_left_out(void)
{
    strcpy(jar, "; a=1");
    cookies_after("Set-Cookie: a=2", "200 OK");
    cookies_after("Set-Cookie: a=2", "404 Not Found");
    cookies_after("Set-Cookie: nothing\r\nSet-Cookie: =2\r\nSet-Cookie:\r\nSet-Cookie: ;a=2", "302 Found");
    cookies_after("Set-Cookie: a=2\x01\x02"
                  "b; x\r\nSet-Cookie: a=\t\x7f"
                  "2\r\nSet-Cookie: a b=2",
                  "302 Found");
    TEST_ASSERT_EQUAL_STRING("; a=1", jar);
    begin(false);
    push("HTTP/1.1 302 Found\r\nSet-Cookie: a=2\r\n\r\n"); /* nobody wants any */
    TEST_ASSERT_TRUE(http_response_has_header(&response));
}

/* 64 KB of it end the answer, as any header of that length does. */
static void long_cookies_are_left_out(void)
{
    static char line[600];
    strcpy(jar, "; a=1");
    memset(line, 'x', sizeof line - 1);
    memcpy(line, "Set-Cookie: b=", 14);
    cookies_after(line, "302 Found");
    TEST_ASSERT_EQUAL_STRING("; a=1", jar);
    line[12 + HTTP_COOKIE_BYTES - 2 - 5] = '\0'; /* one byte more than there is room for */
    cookies_after(line, "302 Found");
    TEST_ASSERT_EQUAL_STRING("; a=1", jar);
    line[12 + HTTP_COOKIE_BYTES - 3 - 5] = '\0';
    cookies_after(line, "302 Found");
    TEST_ASSERT_EQUAL(HTTP_COOKIE_BYTES - 1, strlen(jar));
    cookies_after("Set-Cookie: b=2", "302 Found");
    TEST_ASSERT_EQUAL_STRING("; a=1; b=2", jar);
    begin(false);
    response.cookie = jar;
    push("HTTP/1.1 302 Found\r\nSet-Cookie: c=");
    for (unsigned i = 0; i < 1024 && response.failure == 0; i++)
        push(line + 50);
    TEST_ASSERT_EQUAL_INT(FETCH_HEADER_TOO_LONG, response.failure);
    TEST_ASSERT_EQUAL_STRING("; a=1; b=2", jar);
}

static void a_cookie_of_an_interim_answer_is_forgotten(void)
{
    jar[0] = '\0';
    begin(false);
    response.cookie = jar;
    push("HTTP/1.1 103 Early Hints\r\nSet-Cookie: a=1\r\n\r\nHTTP/1.1 302 Found\r\nSet-Cookie: b=2\r\n\r\n");
    TEST_ASSERT_EQUAL_STRING("; b=2", jar);
}

SUITE(http_header)
{
    RUN_TEST(status_lines_are_read_with_tolerance);
    RUN_TEST(what_is_not_http_is_noticed_at_once);
    RUN_TEST(an_empty_line_before_the_answer_is_skipped);
    RUN_TEST(interim_answers_are_skipped);
    RUN_TEST(endless_interim_answers_are_cut_off);
    RUN_TEST(a_change_of_protocol_is_refused);
    RUN_TEST(names_come_in_any_case_and_lines_end_in_lf);
    RUN_TEST(content_type_and_charset_are_taken_apart);
    RUN_TEST(obsolete_folding_continues_a_value);
    RUN_TEST(lines_without_sense_are_skipped);
    RUN_TEST(lines_longer_than_the_buffer_do_not_matter);
    RUN_TEST(megabytes_of_header_are_cut_off);
    RUN_TEST(the_target_of_a_redirect_is_kept_as_written);
    RUN_TEST(a_target_longer_than_the_buffer_is_said_to_be);
    RUN_TEST(redirects_are_five_statuses);
    RUN_TEST(keep_alive_is_what_version_and_connection_say);
    RUN_TEST(compression_that_nobody_asked_for_is_flagged);
    RUN_TEST(what_the_next_visit_needs_is_kept);
    RUN_TEST(retry_after_is_seconds_or_a_date);
    RUN_TEST(cookies_of_a_redirect_are_kept_by_name);
    RUN_TEST(cookies_of_pages_and_what_is_none_are_left_out);
    RUN_TEST(long_cookies_are_left_out);
    RUN_TEST(a_cookie_of_an_interim_answer_is_forgotten);
}
