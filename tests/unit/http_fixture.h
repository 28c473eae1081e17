/* What the suites about HTTP answers share: short ways to receive one and to look at what came of it. */
#ifndef CRAWLBOX_UNIT_HTTP_FIXTURE_H
#define CRAWLBOX_UNIT_HTTP_FIXTURE_H

#include "suite.h"
#include "fetch/http/fetch_status.h"
#include "fetch/http/http.h"

static struct http_response response;
static char location[64];
static char body[256];
static size_t body_size, used_size;

/* Pushes the text in pieces of `step` bytes; what does not belong to the answer is left alone. */
static inline void push_in_steps(const char *text, size_t size, size_t step)
{
    size_t at = 0;
    while (at < size && !http_response_ended(&response)) {
        struct http_span span;
        size_t count = size - at < step ? size - at : step;
        size_t used = http_response_push(&response, text + at, count, &span);
        TEST_ASSERT_TRUE(used > 0 && used <= count && span.size <= used);
        TEST_ASSERT_TRUE(span.size == 0 ||
                         (span.data >= text + at && span.data + span.size <= text + at + used));
        TEST_ASSERT_TRUE(body_size + span.size < sizeof body);
        memcpy(body + body_size, span.data, span.size);
        body_size += span.size;
        at += used;
    }
    used_size += at;
    body[body_size] = '\0';
}

static inline void push(const char *text)
{
    push_in_steps(text, strlen(text), strlen(text) + 1);
}

static inline void begin(bool head)
{
    http_response_begin(&response, location, sizeof location, head);
    body_size = used_size = 0;
}

/* The answer to a GET, all at once, then the end of the connection. */
static inline void receive(const char *text)
{
    begin(false);
    push(text);
    http_response_close(&response);
}

static inline void receive_header(const char *line)
{
    begin(false);
    push("HTTP/1.1 200 OK\r\n");
    push(line);
    push("\r\n\r\n");
    TEST_ASSERT_TRUE(http_response_has_header(&response) || response.failure);
}

#endif
