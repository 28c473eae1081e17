#include "harvest_fixture.h"

static int get_for(const struct visit_observer *asker, const char *text)
{
    parse(text);
    const struct visit_request request = {
        .url = &url, .observer = asker, .path = "LL", .hops = 2, .worker = 3};
    int status = harvest_page(&harvest, &request, &answer);
    TEST_ASSERT_FALSE_MESSAGE(memory.lent, "the memory was given back");
    TEST_ASSERT_NULL_MESSAGE(card.store.page, "no record is left open");
    return status;
}

static int get(const char *text)
{
    return get_for(&observer, text);
}

#define MALAY                                                                                                \
    "<title>Utama</title><p>Kerajaan telah mengumumkan bahawa semua pejabat akan ditutup kerana cuti "       \
    "<a href='/berita.html#atas'>umum</a> pada hari esok dan orang ramai boleh mendapatkan maklumat"
#define ENGLISH "<p>The government has announced that all offices will be <a href=b>closed</a> tomorrow."
#define HTML    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"

static void a_page_in_the_language_is_stored_with_all_that_was_found_out(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    net.step = 100;
    crawl.via = "http://www.example.my/";
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/a/#here"));
    TEST_ASSERT_EQUAL(200, answer.status);
    TEST_ASSERT_TRUE(answer.is_page && answer.is_target);
    TEST_ASSERT_EQUAL(VISIT_STORED, answer.fate);
    TEST_ASSERT_EQUAL(strlen(MALAY), answer.bytes);
    TEST_ASSERT_EQUAL_STRING_LEN(answers[0], card.message, card.message_length);
    TEST_ASSERT_EQUAL(strlen(answers[0]), card.message_length);
    TEST_ASSERT_EQUAL(strlen(HTML), card.http_length);
    TEST_ASSERT_EQUAL_STRING_LEN(MALAY, card.payload, card.payload_length);
    TEST_ASSERT_EQUAL_STRING("1.1.1.1", card.ip);
    TEST_ASSERT_EQUAL_STRING_LEN("GET /a/ HTTP/1.1\r\nHost: www.example.my\r\n", card.request, 40);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(net.request, card.request, "the request as it was sent");
    TEST_ASSERT_NOT_NULL(strstr(card.request, "\r\nAccept-Language: ms,en;q=0.3\r\n"));
    TEST_ASSERT_EQUAL_STRING("http://www.example.my/", card.via);
    TEST_ASSERT_EQUAL(2, card.metadata.hops_from_seed);
    TEST_ASSERT_EQUAL_STRING("utf-8", card.charset);
    TEST_ASSERT_EQUAL_STRING("ms", card.metadata.language);
    TEST_ASSERT_EQUAL_STRING("malay", card.metadata.verdict);
    TEST_ASSERT_TRUE(card.metadata.language_permille > 0 && card.metadata.language_permille <= 1000);
    TEST_ASSERT_EQUAL_STRING("rule", card.metadata.model);
    TEST_ASSERT_NULL(card.metadata.tls_flaw);
}

static void crawl_log_tells_of_it(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    crawl.via = "http://www.example.my/";
    get("http://www.example.my/a/#here");
    TEST_ASSERT_EQUAL(1, card.lines);
    TEST_ASSERT_EQUAL(200, card.log[0].line.status);
    TEST_ASSERT_EQUAL(1794792734, card.log[0].line.start_seconds);
    TEST_ASSERT_EQUAL(123, card.log[0].line.start_ms);
    TEST_ASSERT_EQUAL(3, card.log[0].line.worker);
    TEST_ASSERT_EQUAL_STRING("http://www.example.my/a/", card.log[0].uri);
    TEST_ASSERT_EQUAL_STRING("http://www.example.my/", card.log[0].via);
    TEST_ASSERT_EQUAL_STRING("text/html", card.log[0].mime);
    TEST_ASSERT_EQUAL_STRING("target", card.log[0].notes);
}

static void links_of_a_page_are_handed_on(void)
{
    static const char *const answers[] = {
        HTML "<link rel=stylesheet href=s.css><link rel=icon href=i><link rel=next href=n>"
             "<base href=/base/><a href=a#b>x</a><a rel=nofollow href=c>x</a><iframe src=f></iframe>"
             "<form action=g></form><meta http-equiv=refresh content='1; url=/h'>"};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL_STRING("L http://www.example.my/n\nL http://www.example.my/base/a\n"
                             "E http://www.example.my/base/f\nR http://www.example.my/h\n",
                             crawl.links);
}

static void the_same_page_in_the_language_is_told_from_others(void)
{
    static const char *const answers[] = {
        HTML
        "<link rel=alternate hreflang=MS href=/1><link href=/2 hreflang=ms-MY rel='x alternate'>"
        "<link rel=alternate hreflang=msx href=/3><link rel=alternate hreflang=en href=/4>"
        "<link rel=next hreflang=ms href=/5><link rel=alternate href=/6 hreflang=''><a hreflang=ms href=/7>"};
    for (size_t step = 1; step <= 1000; step += 333) {
        begin(answers, HARVEST_KEEP_TARGET);
        net.step = step;
        get("http://m.my/");
        TEST_ASSERT_EQUAL_STRING("!L http://m.my/1\n!L http://m.my/2\nL http://m.my/3\nL http://m.my/4\n"
                                 "L http://m.my/5\nL http://m.my/6\nL http://m.my/7\n",
                                 crawl.links);
    }
}

static void get_sitemap(const char *answer_text)
{
    const char *const answers[] = {answer_text};
    const struct visit_request request = {
        .url = &url, .observer = &observer, .path = "M", .is_sitemap = true};
    begin(answers, HARVEST_KEEP_ALL);
    parse("http://m.my/a/map.xml");
    TEST_ASSERT_EQUAL(0, harvest_sitemap(&harvest, &request, &answer));
    TEST_ASSERT_FALSE(memory.lent);
    TEST_ASSERT_EQUAL_MESSAGE(0, card.committed, "a sitemap is logged, and not stored");
    TEST_ASSERT_EQUAL(1, card.lines);
    TEST_ASSERT_FALSE(answer.is_page);
}

static void a_sitemap_becomes_links(void)
{
    get_sitemap("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n"
                "<sitemapindex><loc>http://m.my/a/b.xml</loc></sitemapindex><loc>http://o.my/1#x</"
                "loc><loc>mailto:x</loc><loc>&amp;a;</loc>");
    TEST_ASSERT_EQUAL_STRING("M http://m.my/a/b.xml\nL http://o.my/1\n", crawl.links);
    get_sitemap("HTTP/1.1 301 Moved\r\nLocation: /b.xml\r\n\r\n");
    TEST_ASSERT_EQUAL_STRING("R http://m.my/b.xml\n", crawl.links);
}

static void what_is_no_sitemap_has_no_links(void)
{
    static const char *const answers[] = {"HTTP/1.1 404 x\r\n\r\n<loc>/1</loc>", HTML "<loc>/1</loc>",
                                          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n<loc>/1</loc>"};
    for (unsigned i = 0; i < 3; i++) {
        get_sitemap(answers[i]);
        TEST_ASSERT_EQUAL_STRING("", crawl.links);
        TEST_ASSERT_EQUAL(i == 2, answer.is_encoded);
    }
}

static void a_page_may_ask_that_its_links_be_left_alone(void)
{
    static const char *const answers[] = {HTML "<meta name=robots content=nofollow><a href=a>x</a>"};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL_STRING("", crawl.links);
}

static void a_page_in_another_language_is_taken_back_and_logged(void)
{
    static const char *const answers[] = {HTML ENGLISH};
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_TRUE(answer.is_page);
    TEST_ASSERT_FALSE(answer.is_target);
    TEST_ASSERT_EQUAL(VISIT_NOT_KEPT, answer.fate);
    TEST_ASSERT_EQUAL(1, card.rolled_back);
    TEST_ASSERT_EQUAL(0, card.committed);
    TEST_ASSERT_EQUAL_STRING("other,notKept", card.log[0].notes);
    TEST_ASSERT_EQUAL_STRING("L http://www.example.my/b\n", crawl.links);
}

static void what_is_kept_is_the_operators_choice(void)
{
    static const struct {
        const char *answer;
        unsigned kept[3]; /* by enum harvest_keep */
    } cases[] = {
        {HTML MALAY, {1, 1, 1}},
        {HTML ENGLISH, {0, 1, 1}},
        {"HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\n\r\n" MALAY, {1, 1, 1}},
        {"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n123", {0, 0, 1}},
        {"HTTP/1.1 404 No\r\nContent-Type: text/html\r\n\r\n" MALAY, {0, 0, 1}},
        {"HTTP/1.1 302 Moved\r\nLocation: /x\r\n\r\n", {0, 0, 1}},
        {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n123", {0, 1, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (enum harvest_keep keep = HARVEST_KEEP_TARGET; keep <= HARVEST_KEEP_ALL; keep++) {
            const char *const answers[] = {cases[i].answer};
            begin(answers, keep);
            TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
            TEST_ASSERT_EQUAL_MESSAGE(cases[i].kept[keep], card.committed, cases[i].answer);
            TEST_ASSERT_EQUAL_MESSAGE(1, card.lines, cases[i].answer);
        }
}

static void what_is_no_page_ends_at_its_header(void)
{
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n1", "23"};
    begin(answers, HARVEST_KEEP_PAGES);
    net.step = strlen(answers[0]) - 1;
    get("http://www.example.my/");
    TEST_ASSERT_FALSE(answer.is_page);
    TEST_ASSERT_EQUAL(0, answer.bytes);
    TEST_ASSERT_FALSE(net.open);
    TEST_ASSERT_EQUAL_STRING("image/png", card.log[0].mime);
    TEST_ASSERT_EQUAL_STRING("notKept", card.log[0].notes);
}

static void a_redirect_is_a_link(void)
{
    static const char *const answers[] = {"HTTP/1.1 301 Moved\r\nLocation: //other.my/x#y\r\n\r\n"};
    begin(answers, HARVEST_KEEP_TARGET);
    get("https://www.example.my/");
    TEST_ASSERT_EQUAL(301, answer.status);
    TEST_ASSERT_EQUAL_STRING("R https://other.my/x\n", crawl.links);
}

static void cookies_go_back_to_their_server_and_not_to_the_card(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 302 Found\r\nLocation: /\r\nSet-Cookie: in=1; Path=/\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: out=1\r\n\r\n" MALAY};
    static const struct {
        const char *sent, *header, *told;
    } cases[] = {{"", "", "; in=1"}, {"; in=1; b=2", "\r\nCookie: in=1; b=2\r\n", NULL}};
    begin(answers, HARVEST_KEEP_TARGET);
    for (unsigned i = 0; i < 2; i++) {
        parse("http://www.example.my/");
        const struct visit_request request = {.url = &url, .observer = &observer, .cookie = cases[i].sent};
        card.lines = 0;
        TEST_ASSERT_EQUAL(0, harvest_page(&harvest, &request, &answer));
        TEST_ASSERT_NOT_NULL(strstr(net.request, cases[i].header));
        TEST_ASSERT_EQUAL_STRING(cases[i].told, crawl.settled_answer.cookie);
    }
    TEST_ASSERT_EQUAL(VISIT_STORED, answer.fate);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", card.request, "another request than the one that was sent");
}

static void a_redirect_to_nowhere_is_none(void)
{
    static const char *const answers[] = {"HTTP/1.1 301 Moved\r\nLocation: mailto:x@y\r\n\r\n"};
    begin(answers, HARVEST_KEEP_ALL);
    get("https://www.example.my/");
    TEST_ASSERT_EQUAL_STRING("", crawl.links);
    TEST_ASSERT_EQUAL(1, card.committed);
}

/* The target of a redirect lies where a page is read. */
static void a_page_that_names_a_target_is_read_as_if_it_did_not(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLocation: /elsewhere\r\nTransfer-Encoding: "
        "chunked\r\n\r\n"
        "12\r\n<base href=/base/>\r\n"
        "1e\r\n<a href=a>x</a><a href=b>y</a>\r\n0\r\nLocation: /nowhere\r\n\r\n"};
    for (size_t step = 1; step < 60; step += 7) {
        begin(answers, HARVEST_KEEP_TARGET);
        net.step = step;
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL(200, answer.status);
        TEST_ASSERT_EQUAL_STRING("L http://www.example.my/base/a\nL http://www.example.my/base/b\n",
                                 crawl.links);
    }
}

static void the_header_can_be_watched(void)
{
    static const char *const answers[] = {HTML MALAY};
    for (size_t step = 1; step < 200; step += 33) {
        begin(answers, HARVEST_KEEP_TARGET);
        net.step = step;
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL_STRING(HTML, crawl.header);
    }
}

static void a_page_longer_than_allowed_is_cut(void)
{
    static char text[1400] = HTML MALAY;
    static const char *const answers[] = {text};
    memset(text + strlen(text), ' ', sizeof text - 1 - strlen(text));
    begin(answers, HARVEST_KEEP_TARGET);
    net.step = 50;
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(WARC_TRUNCATED_LENGTH, card.truncated);
    TEST_ASSERT_EQUAL(1, card.committed);
    TEST_ASSERT_EQUAL_STRING("target,truncated", card.log[0].notes);
}

static void a_page_longer_than_the_store_takes_is_cut(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_PAGES);
    net.step = 50;
    card.page_max = 200;
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(WARC_TRUNCATED_LENGTH, card.truncated);
    TEST_ASSERT_EQUAL(200, card.message_length);
    TEST_ASSERT_EQUAL(200 - strlen(HTML), card.payload_length);
}

static void an_interim_answer_is_not_stored(void)
{
    static const char *const answers[] = {"HTTP/1.1 103 Early Hints\r\n\r\n" HTML MALAY};
    for (size_t step = 1; step < 60; step++) {
        begin(answers, HARVEST_KEEP_TARGET);
        net.step = step;
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL(1, card.committed);
        TEST_ASSERT_EQUAL_STRING_LEN(HTML, card.message, sizeof HTML - 1);
        TEST_ASSERT_EQUAL(strlen(HTML MALAY), card.message_length);
    }
}

static void a_page_that_breaks_off_is_kept_and_marked(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n" MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(200, answer.status);
    TEST_ASSERT_EQUAL(WARC_TRUNCATED_DISCONNECT, card.truncated);
    begin(answers, HARVEST_KEEP_TARGET);
    net.stays_open = true;
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(WARC_TRUNCATED_TIME, card.truncated);
}

static void an_answer_that_is_broken_is_logged_only(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHellooo"};
    begin(answers, HARVEST_KEEP_ALL);
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_EQUAL(FETCH_BAD_CHUNK, answer.status);
    TEST_ASSERT_FALSE(answer.is_page);
    TEST_ASSERT_EQUAL(0, card.committed);
    TEST_ASSERT_EQUAL(FETCH_BAD_CHUNK, card.log[0].line.status);
}

static void a_host_that_does_not_answer_is_logged_with_the_page_that_led_there(void)
{
    begin(NULL, HARVEST_KEEP_ALL);
    net.resolve_status = STATUS_NOT_FOUND;
    crawl.via = "http://www.example.my/";
    TEST_ASSERT_EQUAL(0, get("http://nosuch.my/"));
    TEST_ASSERT_EQUAL(FETCH_DNS, answer.status);
    TEST_ASSERT_EQUAL(0, card.begun);
    TEST_ASSERT_EQUAL(FETCH_DNS, card.log[0].line.status);
    TEST_ASSERT_EQUAL_STRING("http://www.example.my/", card.log[0].via);
    TEST_ASSERT_EQUAL_STRING("-", card.log[0].mime);
}

static void a_stale_connection_is_opened_again_without_the_memory_of_a_page(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Type: text/html\r\n\r\n", HTML MALAY};
    begin(answers, HARVEST_KEEP_PAGES);
    get("http://www.example.my/1");
    card.lines = card.committed = 0;
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/2"));
    TEST_ASSERT_EQUAL(2, net.connects);
    TEST_ASSERT_EQUAL(3, memory.times);
    TEST_ASSERT_EQUAL(1, card.committed);
    TEST_ASSERT_EQUAL(strlen(answers[1]), card.message_length);
}

static void a_flaw_of_the_certificate_is_noted(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    net.flaw = "the certificate has expired";
    get("https://www.example.my/");
    TEST_ASSERT_EQUAL_STRING(net.flaw, card.metadata.tls_flaw);
    TEST_ASSERT_EQUAL_STRING("target,badCertificate", card.log[0].notes);
}

static void an_answer_that_will_be_asked_for_again_is_logged_and_not_kept(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"a\"\r\nContent-Length: 900\r\n\r\n" MALAY};
    begin(answers, HARVEST_KEEP_ALL);
    crawl.settle_status = VISIT_AGAIN;
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_EQUAL(WARC_TRUNCATED_DISCONNECT, crawl.settled_answer.truncated);
    TEST_ASSERT_EQUAL(0, card.committed);
    TEST_ASSERT_EQUAL(1, card.rolled_back);
    TEST_ASSERT_EQUAL(0, crawl.stored_count);
    TEST_ASSERT_EQUAL(1, card.lines);
    TEST_ASSERT_EQUAL_STRING("again,notKept,truncated", card.log[0].notes);
    TEST_ASSERT_EQUAL(VISIT_NOT_KEPT, answer.fate);
}

static void a_part_may_be_kept_although_the_page_will_be_asked_for_again(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"a\"\r\nContent-Length: 900\r\n\r\n" MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    crawl.settle_status = VISIT_AGAIN_KEPT;
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_EQUAL(1, card.committed);
    TEST_ASSERT_EQUAL_MESSAGE(0, crawl.stored_count, "it is no copy to compare with");
    TEST_ASSERT_EQUAL_STRING("again,truncated", card.log[0].notes);
    TEST_ASSERT_EQUAL(VISIT_STORED, answer.fate);
}

static void the_crawl_settles_before_anything_counts(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(1, crawl.settled);
    TEST_ASSERT_TRUE(crawl.settled_answer.is_target);
    begin(answers, HARVEST_KEEP_TARGET);
    crawl.settle_status = STATUS_IO;
    TEST_ASSERT_EQUAL(STATUS_IO, get("http://www.example.my/"));
    TEST_ASSERT_EQUAL(0, card.committed + card.lines);
    TEST_ASSERT_EQUAL(1, card.rolled_back);
}

static void a_card_that_fails_makes_the_page_not_count(void)
{
    static const char *const answers[] = {HTML MALAY};
    static int *const calls[] = {&card.begin_status, &card.write_status, &card.commit_status};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        begin(answers, HARVEST_KEEP_TARGET);
        *calls[i] = STATUS_IO;
        TEST_ASSERT_EQUAL(STATUS_IO, get("http://www.example.my/"));
        TEST_ASSERT_EQUAL(0, card.committed + card.lines);
        TEST_ASSERT_EQUAL(VISIT_NOT_KEPT, answer.fate);
    }
    begin(answers, HARVEST_KEEP_TARGET);
    net.resolve_status = STATUS_NOT_FOUND;
    card.log_status = STATUS_FULL;
    TEST_ASSERT_EQUAL(STATUS_FULL, get("http://www.example.my/"));
}

static void without_a_store_a_page_is_only_read(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    harvest.store = NULL;
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_TRUE(answer.is_target);
    TEST_ASSERT_EQUAL(VISIT_NOT_KEPT, answer.fate);
    TEST_ASSERT_EQUAL(0, card.begun + card.lines);
}

static void without_memory_there_is_no_page(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    memory.refusals = UINT_MAX;
    TEST_ASSERT_EQUAL(STATUS_BUSY, get("http://www.example.my/"));
    TEST_ASSERT_FALSE(net.open);
}

static void memory_that_is_missing_for_a_moment_is_not_blamed_on_the_server(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    memory.refusals = 1;
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_EQUAL(FETCH_MEMORY, answer.status);
    TEST_ASSERT_EQUAL(FETCH_MEMORY, card.log[0].line.status);
    TEST_ASSERT_NOT_NULL(strstr(fetch_status_text(answer.status), "no memory free"));
    TEST_ASSERT_TRUE(fetch_status_is_passing(answer.status));
}

static int change_who_we_are(void *context, const struct visit_answer *settled)
{
    (void)context, (void)settled;
    options.fetch.from = "somebody.else@library.example";
    return 0;
}

static void a_request_that_was_not_sent_is_never_recorded(void)
{
    static const char *const answers[] = {HTML MALAY};
    const char *from = options.fetch.from;
    struct visit_observer other = observer;
    other.settle = change_who_we_are;
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_for(&other, "http://www.example.my/"));
    options.fetch.from = from;
    TEST_ASSERT_EQUAL(VISIT_STORED, answer.fate);
    TEST_ASSERT_EQUAL_STRING("", card.request);
}

static void a_server_may_say_when_to_come_back(void)
{
    static const struct {
        const char *answer;
        uint32_t seconds;
    } cases[] = {
        {"HTTP/1.1 503 Busy\r\nRetry-After: 120\r\n\r\n", 120},
        {"HTTP/1.1 503 Busy\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
         "Retry-After: Sun, 06 Nov 1994 08:59:37 GMT\r\n\r\n",
         600},
        {"HTTP/1.1 503 Busy\r\nRetry-After: Sun, 06 Nov 1994 08:59:37 GMT\r\n\r\n", 0},
        {"HTTP/1.1 503 Busy\r\nRetry-After: Sun, 06 Nov 2094 08:59:37 GMT\r\n\r\n", HTTP_RETRY_AFTER_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const answers[] = {cases[i].answer};
        begin(answers, HARVEST_KEEP_TARGET);
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].seconds, answer.retry_after_s, cases[i].answer);
    }
}

/* ---- What cannot be judged ---- */

static bool has_no_memory(void *context, const struct visit_request *request, struct html_anchors **anchors)
{
    (void)context, (void)request, (void)anchors;
    return false;
}

static void a_page_that_cannot_be_judged_is_told_from_one_that_is_not_wanted(void)
{
    static const char *const answers[][1] = {
        {HTML MALAY},
        {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nETag: "
         "\"a\"\r\n\r\n\x1f\x8b"},
    };
    static const struct harvest_reader reader = {.begin = has_no_memory};
    struct harvest_port along = port;
    along.reader = &reader;
    for (unsigned i = 0; i < 2; i++) {
        begin(answers[i], HARVEST_KEEP_PAGES);
        harvest.port = &along;
        TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
        TEST_ASSERT_TRUE(answer.is_unjudged);
        TEST_ASSERT_FALSE(answer.is_target);
        TEST_ASSERT_EQUAL(1, card.committed);
        TEST_ASSERT_EQUAL_STRING(i == 0 ? "unjudged" : "unjudged,encoded", card.log[0].notes);
        TEST_ASSERT_NULL(card.metadata.verdict);
        TEST_ASSERT_EQUAL_MESSAGE(0, crawl.stored_count, "the next time it is read, not taken for unchanged");
    }
    begin(answers[0], HARVEST_KEEP_PAGES);
    TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
    TEST_ASSERT_FALSE(answer.is_unjudged);
}

/* ---- The same bytes again ---- */

#define TAGGED "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

static void a_payload_that_is_stored_is_noted_and_one_that_is_known_refers_to_it(void)
{
    static const char *const answers[] = {HTML MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(0, card.original);
    TEST_ASSERT_EQUAL(1, crawl.kept_count);
    begin(answers, HARVEST_KEEP_TARGET);
    crawl.same = 4096;
    card.commit_status = 1; /* stored as a revisit */
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(4096, card.original);
    TEST_ASSERT_EQUAL_MESSAGE(0, crawl.kept_count, "it is noted where it was stored in full");
    TEST_ASSERT_EQUAL(VISIT_REVISIT, answer.fate);
}

static void only_what_is_whole_and_kept_is_noted(void)
{
    static const char *const answers[][1] = {{HTML ENGLISH}, {TAGGED "Content-Length: 999\r\n\r\n" MALAY}};
    for (unsigned i = 0; i < 2; i++) {
        begin(answers[i], HARVEST_KEEP_TARGET);
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL(0, crawl.kept_count);
    }
}

/* The observer compares twins by it, whether they are kept or not. */
static void the_digest_is_known_when_the_page_is_settled(void)
{
    static const char *const answers[] = {HTML ENGLISH};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(0, card.committed);
    TEST_ASSERT_NOT_NULL(crawl.settled_answer.payload);
}

/* ---- Visited again ---- */ #define DATE "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

    static void
    what_a_server_says_for_the_next_time_is_noted(void)
{
    static const char *const answers[] = {TAGGED "ETag: W/\"abc\"\r\n" DATE "\r\n" MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(1, crawl.stored_count);
    TEST_ASSERT_EQUAL_STRING("W/\"abc\"", crawl.stored.text);
    TEST_ASSERT_EQUAL(VALID_ETAG | VALID_TARGET, crawl.stored.flags);
    TEST_ASSERT_EQUAL(1794792734, crawl.stored.seconds);
    TEST_ASSERT_EQUAL(CARD_DIGEST, crawl.stored.payload[0]);
}

static void the_date_will_do_where_there_is_no_tag_or_a_very_long_one(void)
{
    static const char *const answers[][1] = {
        {TAGGED DATE "\r\n" MALAY},
        {TAGGED "ETag: \"0123456789012345678901234567890123456789012345678901\"\r\n" DATE "\r\n" MALAY},
    };
    for (unsigned i = 0; i < 2; i++) {
        begin(answers[i], HARVEST_KEEP_TARGET);
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL_STRING("Sun, 06 Nov 1994 08:49:37 GMT", crawl.stored.text);
        TEST_ASSERT_EQUAL(VALID_TARGET, crawl.stored.flags);
    }
}

static void nothing_is_noted_of_what_is_not_stored_as_it_is(void)
{
    static const char *const answers[][1] = {
        {TAGGED "ETag: \"a\"\r\n\r\n" ENGLISH},                      /* not kept */
        {TAGGED "ETag: \"a\"\r\nContent-Length: 999\r\n\r\n" MALAY}, /* broken off */
        {TAGGED "\r\n" MALAY},                                       /* nothing was said */
    };
    for (unsigned i = 0; i < 3; i++) {
        begin(answers[i], HARVEST_KEEP_TARGET);
        get("http://www.example.my/");
        TEST_ASSERT_EQUAL(0, crawl.stored_count);
    }
    begin(answers[0], HARVEST_KEEP_PAGES);
    card.commit_status = 1; /* a revisit: its own capture is elsewhere */
    get("http://www.example.my/");
    TEST_ASSERT_EQUAL(0, crawl.stored_count);
}

static void a_page_that_has_not_changed_counts_as_it_did(void)
{
    static const char *const answers[] = {
        "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Encoding: gzip\r\n\r\n"};
    for (unsigned target = 0; target < 2; target++) {
        begin(answers, HARVEST_KEEP_PAGES);
        crawl.known = (struct valid){.seconds = 1700000000, .payload = {7}, .text = "\"a\""};
        crawl.known.flags = (uint8_t)(VALID_ETAG | (target ? VALID_TARGET : 0));
        TEST_ASSERT_EQUAL(0, get("http://www.example.my/"));
        TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nIf-None-Match: \"a\"\r\n"));
        TEST_ASSERT_EQUAL_STRING_MESSAGE(net.request, card.request, "the request as it was sent");
        TEST_ASSERT_TRUE(answer.is_page && !answer.is_unjudged);
        TEST_ASSERT_EQUAL(target, answer.is_target);
        TEST_ASSERT_EQUAL(304, answer.status);
        TEST_ASSERT_TRUE(card.unchanged);
        TEST_ASSERT_EQUAL(1700000000, card.unchanged_seconds);
        TEST_ASSERT_EQUAL(7, card.unchanged_payload);
        TEST_ASSERT_EQUAL(0, crawl.stored_count);
    }
}

static void a_page_that_has_changed_is_stored_anew(void)
{
    static const char *const answers[] = {TAGGED "ETag: \"b\"\r\n\r\n" MALAY};
    begin(answers, HARVEST_KEEP_TARGET);
    crawl.known = (struct valid){.seconds = 1700000000, .text = "Sun, 06 Nov 1994 08:49:37 GMT"};
    get("http://www.example.my/");
    TEST_ASSERT_NOT_NULL(strstr(net.request, "\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    TEST_ASSERT_EQUAL_STRING(net.request, card.request);
    TEST_ASSERT_FALSE(card.unchanged);
    TEST_ASSERT_TRUE(answer.is_target);
    TEST_ASSERT_EQUAL_STRING("\"b\"", crawl.stored.text);
}

static void a_server_that_says_unchanged_unasked_has_no_page(void)
{
    static const char *const answers[] = {"HTTP/1.1 304 Not Modified\r\n\r\n"};
    begin(answers, HARVEST_KEEP_TARGET);
    get("http://www.example.my/");
    TEST_ASSERT_FALSE(answer.is_page);
    TEST_ASSERT_EQUAL(0, card.committed);
}

SUITE(harvest)
{
    RUN_TEST(a_payload_that_is_stored_is_noted_and_one_that_is_known_refers_to_it);
    RUN_TEST(only_what_is_whole_and_kept_is_noted);
    RUN_TEST(the_digest_is_known_when_the_page_is_settled);
    RUN_TEST(what_a_server_says_for_the_next_time_is_noted);
    RUN_TEST(the_date_will_do_where_there_is_no_tag_or_a_very_long_one);
    RUN_TEST(nothing_is_noted_of_what_is_not_stored_as_it_is);
    RUN_TEST(a_page_that_has_not_changed_counts_as_it_did);
    RUN_TEST(a_page_that_has_changed_is_stored_anew);
    RUN_TEST(a_server_that_says_unchanged_unasked_has_no_page);
    RUN_TEST(a_page_in_the_language_is_stored_with_all_that_was_found_out);
    RUN_TEST(crawl_log_tells_of_it);
    RUN_TEST(links_of_a_page_are_handed_on);
    RUN_TEST(the_same_page_in_the_language_is_told_from_others);
    RUN_TEST(a_sitemap_becomes_links);
    RUN_TEST(what_is_no_sitemap_has_no_links);
    RUN_TEST(a_page_may_ask_that_its_links_be_left_alone);
    RUN_TEST(a_page_in_another_language_is_taken_back_and_logged);
    RUN_TEST(what_is_kept_is_the_operators_choice);
    RUN_TEST(what_is_no_page_ends_at_its_header);
    RUN_TEST(a_redirect_is_a_link);
    RUN_TEST(cookies_go_back_to_their_server_and_not_to_the_card);
    RUN_TEST(a_redirect_to_nowhere_is_none);
    RUN_TEST(a_page_that_names_a_target_is_read_as_if_it_did_not);
    RUN_TEST(the_header_can_be_watched);
    RUN_TEST(a_page_longer_than_allowed_is_cut);
    RUN_TEST(a_page_longer_than_the_store_takes_is_cut);
    RUN_TEST(an_interim_answer_is_not_stored);
    RUN_TEST(a_page_that_breaks_off_is_kept_and_marked);
    RUN_TEST(an_answer_that_is_broken_is_logged_only);
    RUN_TEST(a_host_that_does_not_answer_is_logged_with_the_page_that_led_there);
    RUN_TEST(a_stale_connection_is_opened_again_without_the_memory_of_a_page);
    RUN_TEST(a_flaw_of_the_certificate_is_noted);
    RUN_TEST(an_answer_that_will_be_asked_for_again_is_logged_and_not_kept);
    RUN_TEST(a_part_may_be_kept_although_the_page_will_be_asked_for_again);
    RUN_TEST(the_crawl_settles_before_anything_counts);
    RUN_TEST(a_card_that_fails_makes_the_page_not_count);
    RUN_TEST(without_a_store_a_page_is_only_read);
    RUN_TEST(without_memory_there_is_no_page);
    RUN_TEST(memory_that_is_missing_for_a_moment_is_not_blamed_on_the_server);
    RUN_TEST(a_request_that_was_not_sent_is_never_recorded);
    RUN_TEST(a_server_may_say_when_to_come_back);
    RUN_TEST(a_page_that_cannot_be_judged_is_told_from_one_that_is_not_wanted);
}
