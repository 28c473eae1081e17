#include "suite.h"
#include "base/status.h"
#include "fetch/fetch.h"

/* A network of one server, by script: each connection answers with the next text, in pieces of `step` bytes. */
enum { TEXT_MAX = 2048, PUBLIC_ADDRESS = 0x01010101, FOREVER = 1000000 };

static struct {
    const char *const *answers; /* one a connection; NULL behind the last: refused */
    unsigned connection;
    size_t sent;      /* bytes of the present answer that were read */
    size_t step;      /* bytes a read */
    uint32_t read_ms; /* time that each read takes */
    uint32_t clock_ms;
    uint32_t address;
    int resolve_status, connect_status, secure_status, write_status, read_status;
    bool open;
    bool stays_open; /* after the answer: the server waits for the next request */
    uint16_t port;
    char host[64];
    unsigned resolves, connects, secures, closes, writes;
} net;

static int net_resolve(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    net.resolves++;
    strncpy(net.host, host, sizeof net.host - 1);
    *address = net.address;
    return net.resolve_status;
}

static int net_connect(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    TEST_ASSERT_EQUAL_HEX32(net.address, address);
    TEST_ASSERT_FALSE_MESSAGE(net.open, "two connections at a time");
    net.connects++;
    net.port = port;
    net.sent = 0;
    if (net.connect_status != STATUS_OK)
        return net.connect_status;
    net.open = true;
    return STATUS_OK;
}

static int net_secure(void *context, const char *host, uint32_t timeout_ms)
{
    (void)context, (void)host, (void)timeout_ms;
    net.secures++;
    return net.secure_status;
}

static int net_write(void *context, const void *bytes, size_t count, uint32_t timeout_ms)
{
    (void)context, (void)bytes, (void)count, (void)timeout_ms;
    TEST_ASSERT_TRUE(net.open);
    net.writes++;
    return net.write_status;
}

static int net_read(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    (void)context;
    TEST_ASSERT_TRUE(net.open);
    if (net.read_ms > timeout_ms) {
        net.clock_ms += timeout_ms;
        return STATUS_TIMEOUT;
    }
    net.clock_ms += net.read_ms;
    const char *answer = net.answers[net.connection];
    size_t left = strlen(answer) - net.sent;
    if (left == 0 && net.read_status != STATUS_OK)
        return net.read_status;
    if (left == 0 && net.stays_open) {
        net.clock_ms += timeout_ms;
        return STATUS_TIMEOUT;
    }
    size_t count = left < net.step ? left : net.step;
    count = count < size ? count : size;
    memcpy(to, answer + net.sent, count);
    net.sent += count;
    return (int)count;
}

static void net_close(void *context)
{
    (void)context;
    if (net.open)
        net.connection++;
    net.open = false;
    net.closes++;
}

static uint32_t net_now(void *context)
{
    (void)context;
    return net.clock_ms;
}

static const struct fetch_port port = {NULL,      net_resolve, net_connect, net_secure,
                                       net_write, net_read,    net_close,   net_now};

/* What came out. */
static struct {
    char request[TEXT_MAX], message[TEXT_MAX], body[TEXT_MAX];
    size_t request_length, message_length, body_length;
    unsigned headers;
    bool refuse_header, refuse_body;
} out;

static bool append(char *text, size_t *length, const char *bytes, size_t count)
{
    TEST_ASSERT_TRUE(*length + count < TEXT_MAX);
    memcpy(text + *length, bytes, count);
    *length += count;
    text[*length] = '\0';
    return true;
}

static bool take_request(void *context, const char *bytes, size_t count)
{
    (void)context;
    out.request_length = 0;
    return append(out.request, &out.request_length, bytes, count);
}

static bool take_message(void *context, const char *bytes, size_t count)
{
    (void)context;
    return append(out.message, &out.message_length, bytes, count);
}

static bool take_header(void *context, const struct http_response *response)
{
    (void)context;
    TEST_ASSERT_TRUE(http_response_has_header(response));
    out.headers++;
    return !out.refuse_header;
}

static bool take_body(void *context, const char *bytes, size_t count)
{
    (void)context;
    append(out.body, &out.body_length, bytes, count);
    return !out.refuse_body;
}

static const struct fetch_sink sink = {NULL, take_request, take_header, take_message, take_body};

static const struct fetch_options options = {
    .user_agent = "crawlbox/0.1 (+http://library.example/bot)",
    .from = "librarian@library.example",
    .limits = {.connect_ms = 5000, .first_byte_ms = 6000, .idle_ms = 7000, .total_ms = 20000},
    .body_max = 1000,
};

static struct fetch fetch;
static struct http_response response;
static char buffer[FETCH_BUFFER_MIN], location[128];

static void begin(const char *const *answers)
{
    memset(&net, 0, sizeof net);
    memset(&out, 0, sizeof out);
    net.answers = answers;
    net.step = FOREVER;
    net.address = PUBLIC_ADDRESS;
    fetch_init(&fetch, &port, &options, buffer, sizeof buffer);
}

static int get(const char *text)
{
    static char url_text[URL_BUFFER_SIZE];
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, url_text, sizeof url_text, text, strlen(text), NULL) > 0);
    out.message_length = out.body_length = 0;
    return fetch_get(&fetch, &url, NULL, &sink, &response, location, sizeof location);
}

#define HELLO "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nHello"

static void a_page_comes_out_as_received_and_as_payload(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nHel\r\n2\r\nlo\r\n0\r\n\r\n"};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/a?b=c#fragment"));
    TEST_ASSERT_EQUAL_STRING(answers[0], out.message);
    TEST_ASSERT_EQUAL_STRING("Hello", out.body);
    TEST_ASSERT_EQUAL(1, out.headers);
    TEST_ASSERT_EQUAL(FETCH_WHOLE, fetch.truncated);
    TEST_ASSERT_EQUAL_STRING("www.example.th", net.host);
    TEST_ASSERT_EQUAL(80, net.port);
}

static void the_request_names_the_host_and_drops_the_fragment(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    get("http://www.example.th:8080/a?b=c#fragment");
    TEST_ASSERT_EQUAL_STRING_LEN("GET /a?b=c HTTP/1.1\r\n", out.request, 21);
    TEST_ASSERT_NOT_NULL(strstr(out.request, "\r\nHost: www.example.th:8080\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(out.request, "\r\nFrom: librarian@library.example\r\n"));
    TEST_ASSERT_EQUAL(8080, net.port);
}

static void the_size_of_the_pieces_changes_nothing(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nHel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n"};
    for (size_t step = 1; step < 40; step++) {
        begin(answers);
        net.step = step;
        TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
        TEST_ASSERT_EQUAL_STRING(answers[0], out.message);
        TEST_ASSERT_EQUAL_STRING("Hello", out.body);
    }
}

static void the_connection_is_kept_for_the_same_server(void)
{
    static const char *const answers[] = {HELLO HELLO, HELLO};
    begin(answers);
    net.step = strlen(HELLO);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/1"));
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/2"));
    TEST_ASSERT_EQUAL(1, net.connects);
    TEST_ASSERT_EQUAL(200, get("http://other.example.th/"));
    TEST_ASSERT_EQUAL(2, net.connects);
    fetch_close(&fetch);
    TEST_ASSERT_FALSE(net.open);
}

static void another_port_or_scheme_is_another_server(void)
{
    static const char *const answers[] = {HELLO, HELLO, HELLO};
    begin(answers);
    get("http://www.example.th/");
    get("http://www.example.th:81/");
    get("https://www.example.th:81/");
    TEST_ASSERT_EQUAL(3, net.connects);
    TEST_ASSERT_EQUAL(1, net.secures);
}

static void a_stale_connection_is_opened_again_once(void)
{
    static const char *const answers[] = {HELLO, HELLO};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/1"));
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/2")); /* the server had closed in the meantime */
    TEST_ASSERT_EQUAL(2, net.connects);
    TEST_ASSERT_EQUAL_STRING("Hello", out.body);
}

static void an_empty_answer_on_a_fresh_connection_is_an_error(void)
{
    static const char *const answers[] = {""};
    begin(answers);
    TEST_ASSERT_EQUAL(FETCH_BROKEN, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(1, net.connects);
    TEST_ASSERT_FALSE(net.open);
}

static void a_private_address_is_never_connected_to(void)
{
    begin(NULL);
    net.address = 0xc0a80101;
    TEST_ASSERT_EQUAL(FETCH_PRIVATE_ADDRESS, get("http://router.example/"));
    TEST_ASSERT_EQUAL(0, net.connects);
    TEST_ASSERT_EQUAL_STRING("a private address", fetch.refused_address);
}

static void every_failure_of_the_network_has_a_status_of_its_own(void)
{
    static const char *const answers[] = {HELLO};
    static const struct {
        int *status, value, expected;
    } cases[] = {
        {&net.resolve_status, STATUS_NOT_FOUND, FETCH_DNS},
        {&net.connect_status, STATUS_REFUSED, FETCH_CONNECT},
        {&net.connect_status, STATUS_TIMEOUT, FETCH_CONNECT_TIMEOUT},
        {&net.secure_status, FETCH_TLS_NAME, FETCH_TLS_NAME},
        {&net.write_status, STATUS_CLOSED, FETCH_BROKEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(answers);
        *cases[i].status = cases[i].value;
        TEST_ASSERT_EQUAL(cases[i].expected, get("https://www.example.th/"));
        TEST_ASSERT_FALSE(net.open);
    }
}

static void ipv6_addresses_are_not_fetched(void)
{
    begin(NULL);
    TEST_ASSERT_EQUAL(FETCH_UNFETCHABLE, get("http://[2001:db8::1]/"));
    TEST_ASSERT_EQUAL(0, net.resolves);
}

static void a_body_that_is_too_long_is_cut(void)
{
    static char answer[1800];
    static const char *const answers[] = {answer};
    strcpy(answer, "HTTP/1.1 200 OK\r\n\r\n");
    memset(answer + strlen(answer), 'x', 1500);
    begin(answers);
    net.step = 100;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_LENGTH, fetch.truncated);
    TEST_ASSERT_FALSE_MESSAGE(net.open, "the rest is not read, so the connection is of no use");
}

static void a_body_that_breaks_off_is_kept_and_marked(void)
{
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nHello"};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_DISCONNECT, fetch.truncated);
    TEST_ASSERT_EQUAL_STRING("Hello", out.body);
    begin(answers);
    net.read_status = STATUS_CLOSED;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_DISCONNECT, fetch.truncated);
}

static void a_server_that_falls_silent_is_given_up(void)
{
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nHello"};
    begin(answers);
    net.stays_open = true;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_TIME, fetch.truncated);
    TEST_ASSERT_EQUAL(7000, fetch.duration_ms);
}

static void a_server_that_never_answers_is_given_up(void)
{
    static const char *const answers[] = {""};
    begin(answers);
    net.stays_open = true;
    TEST_ASSERT_EQUAL(FETCH_TIMEOUT, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(6000, fetch.duration_ms);
}

static void a_server_that_drips_is_given_up(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nHello Hello Hello Hello"};
    begin(answers);
    net.step = 1;
    net.read_ms = 1000;
    int status = get("http://www.example.th/");
    TEST_ASSERT_EQUAL(FETCH_TOO_SLOW, status); /* the time is over before the header is complete */
    TEST_ASSERT_TRUE(fetch.duration_ms <= 20000);
}

static void a_page_that_is_not_wanted_ends_at_its_header(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5\r\n\r\nHello"};
    begin(answers);
    out.refuse_header = true;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_UNWANTED, fetch.truncated);
    TEST_ASSERT_EQUAL(0, out.body_length);
    TEST_ASSERT_FALSE(net.open);
}

static void a_redirect_tells_its_target(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 301 Moved\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"};
    begin(answers);
    TEST_ASSERT_EQUAL(301, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL_STRING("/there", location);
    TEST_ASSERT_TRUE(net.open);
}

static void what_is_not_http_is_an_error(void)
{
    static const char *const answers[] = {"SSH-2.0-OpenSSH_9.2\r\n\r\n"};
    begin(answers);
    TEST_ASSERT_EQUAL(FETCH_NOT_HTTP, get("http://www.example.th:22/"));
    TEST_ASSERT_FALSE(net.open);
}

SUITE(fetch)
{
    RUN_TEST(a_page_comes_out_as_received_and_as_payload);
    RUN_TEST(the_request_names_the_host_and_drops_the_fragment);
    RUN_TEST(the_size_of_the_pieces_changes_nothing);
    RUN_TEST(the_connection_is_kept_for_the_same_server);
    RUN_TEST(another_port_or_scheme_is_another_server);
    RUN_TEST(a_stale_connection_is_opened_again_once);
    RUN_TEST(an_empty_answer_on_a_fresh_connection_is_an_error);
    RUN_TEST(a_private_address_is_never_connected_to);
    RUN_TEST(every_failure_of_the_network_has_a_status_of_its_own);
    RUN_TEST(ipv6_addresses_are_not_fetched);
    RUN_TEST(a_body_that_is_too_long_is_cut);
    RUN_TEST(a_body_that_breaks_off_is_kept_and_marked);
    RUN_TEST(a_server_that_falls_silent_is_given_up);
    RUN_TEST(a_server_that_never_answers_is_given_up);
    RUN_TEST(a_server_that_drips_is_given_up);
    RUN_TEST(a_page_that_is_not_wanted_ends_at_its_header);
    RUN_TEST(a_redirect_tells_its_target);
    RUN_TEST(what_is_not_http_is_an_error);
}
