/* What servers send, and what comes of it: where the body ends, chunks, connections. */
#include "http_fixture.h"

/* ---- Where the body ends ---- */

static void a_length_ends_the_body(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    TEST_ASSERT_TRUE(http_response_ended(&response));
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_INT(200, response.status);
    TEST_ASSERT_EQUAL_STRING("hello", body);
    TEST_ASSERT_TRUE(response.keep_alive);
    TEST_ASSERT_EQUAL_UINT32(43, response.message_bytes);
    TEST_ASSERT_EQUAL_UINT32(5, response.body_bytes);
}

static void no_length_means_until_the_connection_closes(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\n\r\nhello");
    TEST_ASSERT_FALSE(http_response_ended(&response));
    push(" again");
    http_response_close(&response);
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_STRING("hello again", body);
    TEST_ASSERT_FALSE(response.keep_alive);
}

static void more_than_the_length_is_not_taken(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more");
    TEST_ASSERT_EQUAL_STRING("hello", body);
    TEST_ASSERT_EQUAL_UINT32(43, used_size);
}

static void less_than_the_length_is_a_broken_connection(void)
{
    receive("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
    TEST_ASSERT_EQUAL_INT(FETCH_BROKEN, response.failure);
    TEST_ASSERT_EQUAL_INT(200, response.status);
    TEST_ASSERT_EQUAL_STRING("hello", body);
    TEST_ASSERT_FALSE(response.keep_alive);
}

static void a_length_of_zero_is_no_body(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    TEST_ASSERT_TRUE(http_response_ended(&response));
}

static void the_same_length_twice_is_one(void)
{
    receive("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    receive("HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_STRING("hello", body);
}

static void different_or_senseless_lengths_are_refused(void)
{
    static const char *const lengths[] = {
        "5\r\nContent-Length: 6", "5, 6", "-5", "five", "", "5 5", "0x5", "+5", ",", "5,,5"};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        begin(false);
        push("HTTP/1.1 200 OK\r\nContent-Length: ");
        push(lengths[i]);
        push("\r\n\r\nhello");
        TEST_ASSERT_EQUAL_INT_MESSAGE(FETCH_BAD_LENGTH, response.failure, lengths[i]);
    }
}

static void a_huge_length_is_kept_without_overflow(void)
{
    receive_header("Content-Length: 99999999999999999999999999999999999999");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_TRUE(response.content_length > 0xffffffffu);
    push("hello");
    TEST_ASSERT_FALSE(http_response_ended(&response));
}

static void answers_without_body_end_with_the_header(void)
{
    static const char *const lines[] = {"HTTP/1.1 204 No Content\r\n", "HTTP/1.1 304 Not Modified\r\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        begin(false);
        push(lines[i]);
        push("Content-Length: 10\r\n\r\n");
        TEST_ASSERT_TRUE(http_response_ended(&response));
        TEST_ASSERT_EQUAL_INT(0, response.failure);
    }
    begin(true);
    push("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    TEST_ASSERT_TRUE(http_response_ended(&response));
}

/* ---- Chunks ---- */

#define CHUNKED "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

static void chunks_are_taken_off_the_body(void)
{
    begin(false);
    push(CHUNKED "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\nrest");
    TEST_ASSERT_TRUE(http_response_ended(&response));
    TEST_ASSERT_EQUAL_STRING("hello world", body);
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_UINT32(strlen(CHUNKED) + 26, response.message_bytes);
    TEST_ASSERT_TRUE(response.keep_alive);
}

static void chunk_extensions_and_trailers_are_skipped(void)
{
    begin(false);
    push(CHUNKED "5;a=b;c=\"d\"\r\nhello\r\nA \r\n0123456789\r\n000;x\r\nX-Sum: 1\r\nEtag: \"no\"\r\n\r\n");
    TEST_ASSERT_TRUE(http_response_ended(&response));
    TEST_ASSERT_EQUAL_STRING("hello0123456789", body);
    TEST_ASSERT_EQUAL_STRING("", response.etag);
}

static void chunks_may_end_lines_in_lf_only(void)
{
    receive("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_EQUAL_STRING("hello", body);
}

static void malformed_chunks_are_a_failure(void)
{
    static const char *const chunks[] = {"x\r\n",
                                         "\r\n",
                                         "-1\r\n",
                                         "5\r\nhelloo\r\n",
                                         "5 5\r\nhello 0\r\n\r\n",
                                         ";a=b\r\n",
                                         "fffffffffffffffff\r\n",
                                         "0x5\r\nhello\r\n"};
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        begin(false);
        push(CHUNKED);
        push(chunks[i]);
        TEST_ASSERT_EQUAL_INT_MESSAGE(FETCH_BAD_CHUNK, response.failure, chunks[i]);
    }
}

static void a_missing_last_chunk_is_a_broken_connection(void)
{
    receive(CHUNKED "5\r\nhello\r\n");
    TEST_ASSERT_EQUAL_INT(FETCH_BROKEN, response.failure);
    receive(CHUNKED "5\r\nhel");
    TEST_ASSERT_EQUAL_INT(FETCH_BROKEN, response.failure);
}

static void a_missing_farewell_after_the_last_chunk_is_forgiven(void)
{
    receive(CHUNKED "5\r\nhello\r\n0\r\n");
    TEST_ASSERT_EQUAL_INT(0, response.failure);
    TEST_ASSERT_FALSE(response.keep_alive);
}

static void chunks_beat_a_length_and_end_the_trust(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    TEST_ASSERT_EQUAL_STRING("hello", body);
    TEST_ASSERT_FALSE(response.has_length);
    TEST_ASSERT_FALSE(response.keep_alive);
}

static void another_transfer_coding_lasts_until_close(void)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: gzip\r\n\r\nabcdef");
    TEST_ASSERT_FALSE(http_response_ended(&response));
    TEST_ASSERT_TRUE(response.encoded);
    TEST_ASSERT_EQUAL_STRING("abcdef", body);
    receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nz\r\n0\r\n\r\n");
    TEST_ASSERT_TRUE(response.encoded && response.chunked);
    TEST_ASSERT_EQUAL_STRING("z", body);
    receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nab");
    TEST_ASSERT_FALSE(response.encoded);
    TEST_ASSERT_TRUE(response.has_length);
}

static void an_endless_line_between_chunks_is_cut_off(void)
{
    begin(false);
    push(CHUNKED "5;");
    for (int i = 0; i < HTTP_HEADER_MAX && !response.failure; i++)
        push("x");
    TEST_ASSERT_EQUAL_INT(FETCH_BAD_CHUNK, response.failure);
}

/* ---- Connections ---- */

static void a_connection_closed_in_the_header_is_broken(void)
{
    receive("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n");
    TEST_ASSERT_EQUAL_INT(FETCH_BROKEN, response.failure);
    receive("");
    TEST_ASSERT_EQUAL_INT(FETCH_BROKEN, response.failure);
}

static void only_silence_on_an_old_connection_is_stale(void)
{
    receive("");
    TEST_ASSERT_TRUE(http_response_is_stale(&response, true));
    TEST_ASSERT_FALSE(http_response_is_stale(&response, false));
    receive("H");
    TEST_ASSERT_FALSE(http_response_is_stale(&response, true));
}

static void an_answer_that_ended_takes_nothing(void)
{
    struct http_span span;
    receive("HTTP/1.1 204 No Content\r\n\r\n");
    TEST_ASSERT_EQUAL_UINT32(0, http_response_push(&response, "x", 1, &span));
    http_response_close(&response);
    TEST_ASSERT_EQUAL_INT(0, response.failure);
}

static void any_chunking_gives_the_same_answer(void)
{
    static const char answer[] =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /x\r\n y\r\n"
        "Content-Type: text/html; charset=tis-620\r\nTransfer-Encoding: chunked\r\n\r\n"
        "5;e\r\nhello\r\n6\r\n world\r\n0\r\nT: t\r\n\r\nrest";
    for (size_t step = 1; step < sizeof answer; step++) {
        begin(false);
        push_in_steps(answer, sizeof answer - 1, step);
        TEST_ASSERT_TRUE(http_response_ended(&response));
        TEST_ASSERT_EQUAL_STRING("hello world", body);
        TEST_ASSERT_EQUAL_STRING("/x y", location);
        TEST_ASSERT_EQUAL_STRING("tis-620", response.charset);
        TEST_ASSERT_EQUAL_UINT32(sizeof answer - 1 - 4, response.message_bytes);
    }
}

static void the_state_is_small(void)
{
    TEST_ASSERT_TRUE(sizeof(struct http_response) <= 600);
}

SUITE(http_body)
{
    RUN_TEST(a_length_ends_the_body);
    RUN_TEST(no_length_means_until_the_connection_closes);
    RUN_TEST(more_than_the_length_is_not_taken);
    RUN_TEST(less_than_the_length_is_a_broken_connection);
    RUN_TEST(a_length_of_zero_is_no_body);
    RUN_TEST(the_same_length_twice_is_one);
    RUN_TEST(different_or_senseless_lengths_are_refused);
    RUN_TEST(a_huge_length_is_kept_without_overflow);
    RUN_TEST(answers_without_body_end_with_the_header);
    RUN_TEST(chunks_are_taken_off_the_body);
    RUN_TEST(chunk_extensions_and_trailers_are_skipped);
    RUN_TEST(chunks_may_end_lines_in_lf_only);
    RUN_TEST(malformed_chunks_are_a_failure);
    RUN_TEST(a_missing_last_chunk_is_a_broken_connection);
    RUN_TEST(a_missing_farewell_after_the_last_chunk_is_forgiven);
    RUN_TEST(chunks_beat_a_length_and_end_the_trust);
    RUN_TEST(another_transfer_coding_lasts_until_close);
    RUN_TEST(an_endless_line_between_chunks_is_cut_off);
    RUN_TEST(a_connection_closed_in_the_header_is_broken);
    RUN_TEST(only_silence_on_an_old_connection_is_stale);
    RUN_TEST(an_answer_that_ended_takes_nothing);
    RUN_TEST(any_chunking_gives_the_same_answer);
    RUN_TEST(the_state_is_small);
}
