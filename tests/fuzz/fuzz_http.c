/* A hostile server: the first byte chooses how its answer is cut. Any cut gives the same facts, body and byte
 * counts. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fetch/http/date.h"
#include "fetch/http/http.h"

struct outcome {
    struct http_response response;
    char location[40];
    char cookie[HTTP_COOKIE_BYTES];
    uint32_t body_hash;
};

static void receive(struct outcome *outcome, const char *bytes, size_t size, size_t step, bool head)
{
    memset(outcome, 0, sizeof *outcome);
    http_response_begin(&outcome->response, outcome->location, sizeof outcome->location, head);
    outcome->response.cookie = outcome->cookie;
    size_t at = 0;
    while (at < size && !http_response_ended(&outcome->response)) {
        struct http_span body;
        size_t count = size - at < step ? size - at : step;
        size_t used = http_response_push(&outcome->response, bytes + at, count, &body);
        if (used == 0 || used > count || body.size > used)
            abort();
        for (size_t i = 0; i < body.size; i++)
            outcome->body_hash = outcome->body_hash * 31 + (unsigned char)body.data[i];
        at += used;
    }
    if (outcome->response.message_bytes != at)
        abort();
    http_response_close(&outcome->response);
    if (!http_response_ended(&outcome->response))
        abort();
}

/* What is sent back is one line of printable bytes, whatever was set. */
static void check_cookie(const char *cookie)
{
    if (strlen(cookie) >= HTTP_COOKIE_BYTES || (cookie[0] != '\0' && strncmp(cookie, "; ", 2) != 0))
        abort();
    for (; *cookie; cookie++)
        if ((unsigned char)*cookie < ' ' || *cookie == 0x7f)
            abort();
}

static void compare(const struct outcome *a, const struct outcome *b)
{
    const struct http_response *x = &a->response, *y = &b->response;
    if (x->status != y->status || x->failure != y->failure || x->keep_alive != y->keep_alive ||
        x->encoded != y->encoded || x->body_bytes != y->body_bytes || x->message_bytes != y->message_bytes ||
        x->retry_after_s != y->retry_after_s || x->retry_at_s != y->retry_at_s ||
        a->body_hash != b->body_hash || strcmp(x->content_type, y->content_type) != 0 ||
        strcmp(x->charset, y->charset) != 0 || strcmp(x->etag, y->etag) != 0 ||
        strcmp(a->location, b->location) != 0 || strcmp(a->cookie, b->cookie) != 0)
        abort();
    check_cookie(a->cookie);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char page[] = "HTTP/1.1 200 OK\r\n", moved[] = "HTTP/1.1 302 Ok\r\n";
    if (size < 1)
        return 0;
    http_date_parse((const char *)data, size);
    const char *header = data[0] & 32 ? moved : page;
    size_t length = size - 1, skip = data[0] & 64 ? sizeof page - 1 : 0;
    char *answer = malloc(length + skip + 1);
    memcpy(answer, header, skip);
    memcpy(answer + skip, data + 1, length);
    static struct outcome whole, pieces;
    receive(&whole, answer, length + skip, length + skip, data[0] & 128);
    receive(&pieces, answer, length + skip, 1 + data[0] % 32, data[0] & 128);
    compare(&whole, &pieces);
    free(answer);
    return 0;
}
