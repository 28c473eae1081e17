#include "fetch_fixture.h"

enum { TEXT_MAX = 2048 };

/* What came out. */
static struct {
    char message[TEXT_MAX], body[TEXT_MAX];
    size_t message_length, body_length;
    size_t header_length; /* bytes of the message when the header was complete */
    unsigned headers;
    bool refuse_header, refuse_body;
    uint32_t slow_ms; /* time that a piece of the body takes where it is put */
} out;

static bool append(char *text, size_t *length, const char *bytes, size_t count)
{
    TEST_ASSERT_TRUE(*length + count < TEXT_MAX);
    memcpy(text + *length, bytes, count);
    *length += count;
    text[*length] = '\0';
    return true;
}

static bool take_message(void *context, const char *bytes, size_t count)
{
    (void)context;
    if (count == 0)
        out.message_length = 0;
    return append(out.message, &out.message_length, bytes, count);
}

static bool take_header(void *context, const struct http_response *response)
{
    (void)context;
    TEST_ASSERT_TRUE(http_response_has_header(response));
    out.headers++;
    out.header_length = out.message_length;
    return !out.refuse_header;
}

static bool take_body(void *context, const char *bytes, size_t count)
{
    (void)context;
    append(out.body, &out.body_length, bytes, count);
    net.clock_ms += out.slow_ms;
    return !out.refuse_body;
}

static const struct fetch_sink sink = {NULL, take_header, take_message, take_body};

static const struct fetch_options options = {
    .user_agent = "crawlbox/0.1 (+http://library.example/bot)",
    .from = "librarian@library.example",
    .language = "th",
    .limits = {.connect_ms = 5000, .first_byte_ms = 6000, .idle_ms = 7000, .total_ms = 20000},
    .body_max = 1000,
};

static struct fetch fetch;
static char location[URL_BUFFER_SIZE];
static struct fetch_exchange exchange = {.location = location};

static void begin(const char *const *answers)
{
    network_begin(answers);
    memset(&out, 0, sizeof out);
    fetch_init(&fetch, &network, &options);
}

static int get(const char *text)
{
    static char url_text[URL_BUFFER_SIZE];
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, url_text, sizeof url_text, text, strlen(text), NULL) > 0);
    out.message_length = out.body_length = 0;
    int status;
    do {
        status = fetch_open(&fetch, &url);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(text, url.text, "the URL is whole again");
        if (status == FETCH_UNATTEMPTED)
            status = fetch_get(&fetch, &url, NULL, &sink, &exchange);
    } while (status == FETCH_UNATTEMPTED);
    return status;
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
    TEST_ASSERT_EQUAL_MESSAGE(strstr(answers[0], "3\r\n") - answers[0], out.header_length,
                              "the header ends where a piece ends, before the first chunk's length");
    TEST_ASSERT_EQUAL(FETCH_WHOLE, fetch.truncated);
    TEST_ASSERT_EQUAL_STRING("www.example.th", net.host);
    TEST_ASSERT_EQUAL(80, net.port);
}

static void the_request_names_the_host_and_drops_the_fragment(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    get("http://www.example.th:8080/a?b=c#fragment");
    TEST_ASSERT_EQUAL_STRING_LEN("GET /a?b=c HTTP/1.1\r\n", net.request, 21);
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nHost: www.example.th:8080\r\n"));
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nFrom: librarian@library.example\r\n"));
    TEST_ASSERT_EQUAL(8080, net.port);
}

static void the_longest_url_can_be_asked_for(void)
{
    static const char *const answers[] = {HELLO};
    char text[URL_BUFFER_SIZE] = "http://www.example.th/";
    memset(text + strlen(text), 'a', URL_LIMIT - strlen(text));
    begin(answers);
    TEST_ASSERT_EQUAL(200, get(text));
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nAccept-Language: th,en;q=0.3\r\n"));
}

static void the_longest_cookie_fits_behind_the_longest_address(void)
{
    static const char *const answers[] = {"HTTP/1.1 204 x\r\n\r\n", "HTTP/1.1 204 x\r\n\r\n"};
    static char text[URL_LIMIT + 1] = "http://www.example.th/";
    begin(answers);
    fetch.cookies = true;
    strcpy(exchange.cookie, "; a=");
    memset(exchange.cookie + 4, 'x', HTTP_COOKIE_BYTES - 5);
    exchange.cookie[HTTP_COOKIE_BYTES - 1] = '\0';
    TEST_ASSERT_EQUAL(204, get(text));
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nCookie: a=xxx"));
    memset(text + 22, 'a', URL_LIMIT - 22);
    TEST_ASSERT_EQUAL(204, get(text));
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nCookie: a=xxx"));
}

/* The host stands in the request twice while it is written, so that there is less room behind a long name. */
static void a_cookie_for_which_there_is_no_room_is_left_out(void)
{
    static const char *const answers[] = {"HTTP/1.1 204 x\r\n\r\n", "HTTP/1.1 204 x\r\n\r\n"};
    static char text[URL_LIMIT + 1] = "http://";
    static char archived[FETCH_BUFFER_BYTES], url_text[URL_BUFFER_SIZE];
    struct url url;
    for (size_t at = 7; at < 187; at++)
        text[at] = at % 60 == 0 ? '.' : 'h';
    memcpy(text + 187, ".th/", 4);
    memset(text + 191, 'a', URL_LIMIT - 191);
    begin(answers);
    fetch.cookies = true;
    strcpy(exchange.cookie, "; a=");
    memset(exchange.cookie + 4, 'x', HTTP_COOKIE_BYTES - 5);
    TEST_ASSERT_EQUAL(204, get(text));
    TEST_ASSERT_NULL(strstr(net.request, "\r\nCookie:"));
    TEST_ASSERT_EQUAL(URL_LIMIT, url_parse(&url, url_text, sizeof url_text, text, URL_LIMIT, NULL));
    TEST_ASSERT_EQUAL(strlen(net.request), fetch_write_sent(&fetch, &url, NULL, archived));
    strcpy(exchange.cookie, "; a=1");
    TEST_ASSERT_EQUAL(204, get(text));
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nCookie: a=1\r\n"));
    TEST_ASSERT_EQUAL(FETCH_INTERNAL, fetch_write_sent(&fetch, &url, NULL, archived));
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

/* A reader of the archive takes the first header for that of the page. */
static void what_comes_before_the_answer_is_no_part_of_it(void)
{
    static const char *const answers[] = {
        "\r\n\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" HELLO};
    for (size_t step = 1; step <= strlen(answers[0]); step++) {
        begin(answers);
        net.step = step;
        TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
        TEST_ASSERT_EQUAL_STRING(HELLO, out.message);
        TEST_ASSERT_EQUAL_STRING("Hello", out.body);
        TEST_ASSERT_EQUAL(strlen(HELLO) - 5, out.header_length);
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

static void memory_for_an_answer_is_lent_until_it_has_come(void)
{
    static const char *const answers[] = {HELLO HELLO, "nonsense\r\n\r\n"};
    begin(answers);
    net.step = strlen(HELLO);
    fetch.sink_bytes = 1234;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/1"));
    TEST_ASSERT_EQUAL(1234, net.stays_free);
    TEST_ASSERT_EQUAL(1, net.reclaims);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/2"));
    TEST_ASSERT_EQUAL(2, net.reclaims);
    TEST_ASSERT_EQUAL(FETCH_NOT_HTTP, get("http://other.example.th/"));
    TEST_ASSERT_EQUAL(3, net.lends);
    TEST_ASSERT_EQUAL(3, net.reclaims);
}

/* Two names with one CRC-32, by which connections were once known. Found in a millisecond: the sum is
 * linear. */
static void nobody_answers_for_a_host_with_the_same_checksum(void)
{
    static const char *const answers[] = {HELLO "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nFORGED", HELLO};
    static const char *const attacker = "https://caaacaaccccaaaaaaaaccccccaccaacaaaaaaaaa.evil.example/";
    begin(answers);
    net.step = strlen(HELLO);
    TEST_ASSERT_EQUAL(200, get(attacker));
    TEST_ASSERT_TRUE_MESSAGE(net.open, "it is kept for pages of its own");
    TEST_ASSERT_EQUAL(200, get("https://www.victim.go.th/p1"));
    TEST_ASSERT_EQUAL_STRING("Hello", out.body);
    TEST_ASSERT_EQUAL(2, net.connects);
    TEST_ASSERT_EQUAL_MESSAGE(2, net.secures, "its certificate is looked at");
    TEST_ASSERT_EQUAL_STRING("www.victim.go.th", net.host);
}

static void a_connection_to_a_name_that_is_too_long_to_remember_is_not_kept(void)
{
    static const char *const answers[] = {HELLO HELLO, HELLO HELLO, HELLO};
    static const char *const longest =
        "http://a23456789.b23456789.c23456789.d23456789.e23456789.f23456.example/";
    static const char *const longer =
        "http://a23456789.b23456789.c23456789.d23456789.e23456789.f234567.example/";
    begin(answers);
    net.step = strlen(HELLO);
    TEST_ASSERT_EQUAL(200, get(longest));
    TEST_ASSERT_EQUAL(200, get(longest));
    TEST_ASSERT_EQUAL(1, net.connects);
    TEST_ASSERT_EQUAL(200, get(longer));
    TEST_ASSERT_EQUAL(200, get(longer));
    TEST_ASSERT_EQUAL(3, net.connects);
}

/* What lies behind an answer would be taken for the next one: the page of one address under another's. */
static void a_connection_with_bytes_that_nobody_asked_for_is_not_kept(void)
{
    static const char *const answers[] = {HELLO "HTTP/1.1 200 OK", HELLO,
                                          "HTTP/1.1 304 Not Modified\r\n\r\n<p>a body all the same", HELLO};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/1"));
    TEST_ASSERT_FALSE(net.open);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/2"));
    fetch_close(&fetch);
    TEST_ASSERT_EQUAL(304, get("http://www.example.th/3"));
    TEST_ASSERT_FALSE(net.open);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/4"));
    TEST_ASSERT_EQUAL(4, net.connects);
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

static void a_machine_beside_the_box_is_never_connected_to(void)
{
    begin(NULL);
    net.own_address = net.address;
    TEST_ASSERT_EQUAL(FETCH_PRIVATE_ADDRESS, get("http://staff.example/"));
    TEST_ASSERT_EQUAL(0, net.connects);
}

static void every_failure_of_the_network_has_a_status_of_its_own(void)
{
    static const char *const answers[] = {HELLO};
    static const struct {
        int *status, value, expected;
    } cases[] = {
        {&net.resolve_status, STATUS_NOT_FOUND, FETCH_DNS},
        {&net.resolve_status, STATUS_UNSUPPORTED, FETCH_NO_IPV4},
        {&net.connect_status, STATUS_REFUSED, FETCH_CONNECT},
        {&net.connect_status, STATUS_TIMEOUT, FETCH_CONNECT_TIMEOUT},
        {&net.resolve_status, STATUS_CALLED_OFF, FETCH_CALLED_OFF},
        {&net.connect_status, STATUS_CALLED_OFF, FETCH_CALLED_OFF},
        {&net.write_status, STATUS_CALLED_OFF, FETCH_CALLED_OFF},
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

static void a_flaw_of_the_certificate_is_told_as_long_as_the_connection_lasts(void)
{
    static const char *const answers[] = {HELLO HELLO, HELLO};
    begin(answers);
    net.step = strlen(HELLO);
    net.flaw = "it has expired";
    TEST_ASSERT_EQUAL(200, get("https://www.example.th/1"));
    TEST_ASSERT_EQUAL(200, get("https://www.example.th/2"));
    TEST_ASSERT_EQUAL_STRING("it has expired", fetch.tls_flaw);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_NULL(fetch.tls_flaw);
}

/* It would go into the records of a host that has nothing to do with it. */
static void the_address_of_another_host_is_not_told(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL_HEX32(PUBLIC_ADDRESS, fetch.address);
    net.gives_no_address = true;
    net.resolve_status = STATUS_TIMEOUT;
    TEST_ASSERT_EQUAL(FETCH_DNS, get("http://other.example.th/"));
    TEST_ASSERT_EQUAL_HEX32(0, fetch.address);
}

/* A dot behind a name is for its reader; name servers and certificates do without. */
static void a_name_that_ends_with_a_dot_is_asked_for_without(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    TEST_ASSERT_EQUAL(200, get("https://www.example.th./"));
    TEST_ASSERT_EQUAL_STRING("www.example.th", net.host);
}

/* A link to port 25 would have the box talk to a mail server, in words that whoever wrote the link has
 * chosen. */
static void ports_of_other_services_are_never_connected_to(void)
{
    static const char *const links[] = {"http://mail.example:25/", "https://mail.example:465/",
                                        "http://a.example:22/x",   "http://a.example:6667/",
                                        "http://a.example:10080/", "http://a.example:0/"};
    static const char *const answers[] = {HELLO, HELLO, HELLO};
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        begin(NULL);
        TEST_ASSERT_EQUAL_MESSAGE(FETCH_UNFETCHABLE, get(links[i]), links[i]);
        TEST_ASSERT_EQUAL(0, net.resolves);
        TEST_ASSERT_EQUAL(0, net.connects);
    }
    begin(answers);
    TEST_ASSERT_EQUAL_MESSAGE(200, get("http://honest.example:8080/"),
                              "servers that stand beside the usual ports are fine");
    TEST_ASSERT_EQUAL(200, get("https://honest.example:8443/"));
    TEST_ASSERT_EQUAL(200, get("http://honest.example:81/"));
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

/* What has come of it is no page: it is asked for again. */
static void a_body_that_is_called_off_is_not_kept(void)
{
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"};
    begin(answers);
    net.read_status = STATUS_CALLED_OFF;
    TEST_ASSERT_EQUAL(FETCH_CALLED_OFF, get("http://www.example.th/"));
    TEST_ASSERT_FALSE(net.open);
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

/* A card that makes a new file, or wears out, may take longer for one piece than a server may be silent. */
static void a_slow_card_cuts_no_page(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\nHello Hello Hello Hello"};
    begin(answers);
    net.step = strlen(answers[0]) - 11; /* two pieces */
    net.read_ms = 10;
    out.slow_ms = 9000;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_WHOLE, fetch.truncated);
    TEST_ASSERT_EQUAL_STRING("Hello Hello Hello Hello", out.body);
}

/* Else a server could make the box work for as long as it likes, a crumb at a time. */
static void what_the_box_does_with_a_page_counts_in_total(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\nHello Hello Hello Hello"};
    begin(answers);
    net.step = 1;
    out.slow_ms = 1500;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_CUT_TIME, fetch.truncated);
    TEST_ASSERT_TRUE(fetch.duration_ms >= 20000 && fetch.duration_ms <= 21500);
}

/* The whole box stood still, and the bytes are there. */
static void what_has_come_is_taken_before_the_clock_is_asked(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    net.write_ms = 6500; /* longer than a server may take to answer */
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    TEST_ASSERT_EQUAL(FETCH_WHOLE, fetch.truncated);
    TEST_ASSERT_EQUAL_STRING("Hello", out.body);
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
    TEST_ASSERT_EQUAL_STRING("/there", exchange.location);
    TEST_ASSERT_TRUE(net.open);
}

static void what_is_not_http_is_an_error(void)
{
    static const char *const answers[] = {"SSH-2.0-OpenSSH_9.2\r\n\r\n"};
    begin(answers);
    TEST_ASSERT_EQUAL(FETCH_NOT_HTTP, get("http://www.example.th:2222/"));
    TEST_ASSERT_FALSE(net.open);
}

/* ---- Connections that are opened ahead ---- */

static void a_server_that_will_be_asked_is_connected_to_ahead(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    fetch_ahead(&fetch, PUBLIC_ADDRESS + 1, 443);
    TEST_ASSERT_EQUAL(1, net.aheads);
    TEST_ASSERT_EQUAL_HEX32(PUBLIC_ADDRESS + 1, net.ahead_address);
    fetch_ahead(&fetch, PUBLIC_ADDRESS + 1, 0);
    TEST_ASSERT_EQUAL_MESSAGE(1, net.aheads, "port 0 is nobody's");
}

static void nobody_whom_we_may_not_ask_is_connected_to_ahead(void)
{
    static const char *const answers[] = {HELLO};
    begin(answers);
    net.own_address = 0x02020202;
    fetch_ahead(&fetch, 0x0a000001, 80);
    fetch_ahead(&fetch, 0x02020202, 80);
    TEST_ASSERT_EQUAL(0, net.aheads);
}

static void there_is_no_second_connection_to_a_server_whose_connection_is_kept(void)
{
    static const char *const answers[] = {HELLO, HELLO};
    begin(answers);
    net.stays_open = true;
    TEST_ASSERT_EQUAL(200, get("http://www.example.th/"));
    fetch_ahead(&fetch, PUBLIC_ADDRESS, 80);
    TEST_ASSERT_EQUAL(0, net.aheads);
    fetch_ahead(&fetch, PUBLIC_ADDRESS, 443);
    TEST_ASSERT_EQUAL(1, net.aheads);
    fetch_close(&fetch);
    fetch_ahead(&fetch, PUBLIC_ADDRESS, 80);
    TEST_ASSERT_EQUAL(2, net.aheads);
}

SUITE(fetch)
{
    RUN_TEST(a_page_comes_out_as_received_and_as_payload);
    RUN_TEST(the_request_names_the_host_and_drops_the_fragment);
    RUN_TEST(the_longest_url_can_be_asked_for);
    RUN_TEST(the_longest_cookie_fits_behind_the_longest_address);
    RUN_TEST(a_cookie_for_which_there_is_no_room_is_left_out);
    RUN_TEST(the_size_of_the_pieces_changes_nothing);
    RUN_TEST(what_comes_before_the_answer_is_no_part_of_it);
    RUN_TEST(the_connection_is_kept_for_the_same_server);
    RUN_TEST(memory_for_an_answer_is_lent_until_it_has_come);
    RUN_TEST(nobody_answers_for_a_host_with_the_same_checksum);
    RUN_TEST(a_connection_to_a_name_that_is_too_long_to_remember_is_not_kept);
    RUN_TEST(a_connection_with_bytes_that_nobody_asked_for_is_not_kept);
    RUN_TEST(another_port_or_scheme_is_another_server);
    RUN_TEST(a_stale_connection_is_opened_again_once);
    RUN_TEST(an_empty_answer_on_a_fresh_connection_is_an_error);
    RUN_TEST(a_private_address_is_never_connected_to);
    RUN_TEST(a_machine_beside_the_box_is_never_connected_to);
    RUN_TEST(every_failure_of_the_network_has_a_status_of_its_own);
    RUN_TEST(a_flaw_of_the_certificate_is_told_as_long_as_the_connection_lasts);
    RUN_TEST(the_address_of_another_host_is_not_told);
    RUN_TEST(a_name_that_ends_with_a_dot_is_asked_for_without);
    RUN_TEST(ports_of_other_services_are_never_connected_to);
    RUN_TEST(a_body_that_is_too_long_is_cut);
    RUN_TEST(a_body_that_breaks_off_is_kept_and_marked);
    RUN_TEST(a_body_that_is_called_off_is_not_kept);
    RUN_TEST(a_server_that_falls_silent_is_given_up);
    RUN_TEST(a_slow_card_cuts_no_page);
    RUN_TEST(what_the_box_does_with_a_page_counts_in_total);
    RUN_TEST(what_has_come_is_taken_before_the_clock_is_asked);
    RUN_TEST(a_server_that_never_answers_is_given_up);
    RUN_TEST(a_server_that_drips_is_given_up);
    RUN_TEST(a_page_that_is_not_wanted_ends_at_its_header);
    RUN_TEST(a_redirect_tells_its_target);
    RUN_TEST(what_is_not_http_is_an_error);
    RUN_TEST(a_server_that_will_be_asked_is_connected_to_ahead);
    RUN_TEST(nobody_whom_we_may_not_ask_is_connected_to_ahead);
    RUN_TEST(there_is_no_second_connection_to_a_server_whose_connection_is_kept);
}
