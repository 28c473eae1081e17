#include "suite.h"
#include "base/status.h"
#include "base/utc.h"
#include "store/warc.h"

static char text[4096];
static struct sink_span span;

static struct sink collect(void)
{
    memset(text, 0, sizeof text);
    span = (struct sink_span){text, sizeof text - 1};
    return sink_memory(&span);
}

static const struct warc_uuid info_id = {{1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16}};
static const struct warc_uuid page_id = {{0xaa, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16}};
static const struct warc_uuid other_id = {{0xbb, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16}};
static const struct warc_fetch fetch = {"http://www.example.go.th/", 1794792736, "198.18.0.7", &info_id,
                                        &page_id};
static const char date_line[] = "WARC-Date: 2026-11-16T01:32:16Z\r\n";

static void assert_has(const char *line)
{
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, line), line);
}

static void assert_lacks(const char *line)
{
    TEST_ASSERT_NULL_MESSAGE(strstr(text, line), line);
}

static void assert_is_record(const char *type_line)
{
    TEST_ASSERT_EQUAL_INT(0, strncmp(text, "WARC/1.1\r\n", 10));
    assert_has(type_line);
    assert_has("\r\nWARC-Record-ID: <urn:uuid:");
    assert_has(date_line);
    assert_has("\r\nContent-Length: ");
    assert_has("\r\n\r\n");
}

static void a_response_has_all_it_needs(void)
{
    struct sink sink = collect();
    struct warc_late late = {.length = 4711};
    warc_emit_response(&sink, &fetch, &late);
    assert_is_record("\r\nWARC-Type: response\r\n");
    assert_has("\r\nWARC-Target-URI: http://www.example.go.th/\r\n");
    assert_has("\r\nWARC-IP-Address: 198.18.0.7\r\n");
    assert_has("\r\nContent-Type: application/http;msgtype=response\r\n");
    assert_has("\r\nWARC-Record-ID: <urn:uuid:aa020304-0506-4708-890a-0b0c0d0e0f10>\r\n");
    assert_has("\r\nWARC-Warcinfo-ID: <urn:uuid:01020304-0506-4708-890a-0b0c0d0e0f10>\r\n");
    assert_has("\r\nWARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n");
    assert_has("\r\nWARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n");
    assert_has(" 4711\r\n");
    assert_lacks("WARC-Truncated");
    assert_lacks("WARC-Filename");
}

static void what_is_known_late_has_a_fixed_place(void)
{
    static const char *const reasons[] = {NULL, "length", "time", "disconnect", "unspecified"};
    for (int reason = WARC_WHOLE; reason <= WARC_TRUNCATED_UNSPECIFIED; reason++) {
        struct sink sink = collect();
        struct warc_late late = {.length = UINT32_MAX, .truncated = (enum warc_truncation)reason};
        char late_text[WARC_LATE_BYTES];
        struct sink_span late_span = {late_text, sizeof late_text};
        struct sink late_sink = sink_memory(&late_span);
        warc_emit_response(&sink, &fetch, &late);
        warc_emit_late(&late_sink, &late);
        TEST_ASSERT_EQUAL_INT(0, late_sink.status);
        TEST_ASSERT_EQUAL_UINT32(WARC_LATE_BYTES, late_sink.count);
        TEST_ASSERT_EQUAL_MEMORY(text + WARC_LATE_AT, late_text, WARC_LATE_BYTES);
        TEST_ASSERT_TRUE(WARC_LATE_AT + WARC_LATE_BYTES <= WARC_ALIGN_BYTES);
        if (reasons[reason]) {
            TEST_ASSERT_NOT_NULL(strstr(strstr(text, "WARC-Truncated: "), reasons[reason]));
        }
        TEST_ASSERT_EQUAL_INT(0, strncmp(text + WARC_DATE_AT, "2026-11-16T01:32:16Z\r\n", 22));
        TEST_ASSERT_EQUAL_INT(0, strncmp(text + WARC_URI_AT, "http://www.example.go.th/\r\n", 27));
    }
}

static void a_page_that_was_not_modified_refers_to_itself(void)
{
    struct sink sink = collect();
    struct warc_late late = {.length = 80};
    warc_emit_revisit(&sink, &fetch, &late, WARC_NOT_MODIFIED, "2026-11-16T01:00:00Z");
    warc_emit_revisit_rest(&sink);
    assert_is_record("\r\nWARC-Type: revisit\r\n");
    assert_has("\r\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n");
    assert_has("\r\nWARC-Refers-To-Target-URI: http://www.example.go.th/\r\n\r\n");
    assert_has("\r\nWARC-Refers-To-Date: 2026-11-16T01:00:00Z\r\n");
}

static void a_revisit_says_what_it_repeats(void)
{
    struct sink sink = collect();
    struct warc_late late = {.length = 200, .truncated = WARC_TRUNCATED_LENGTH};
    warc_emit_revisit(&sink, &fetch, &late, WARC_SAME_PAYLOAD, "2026-11-16T01:00:00Z");
    sink_text(&sink, "http://first.example/");
    warc_emit_revisit_rest(&sink);
    assert_is_record("\r\nWARC-Type: revisit\r\n");
    assert_has("\r\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n");
    assert_has("\r\nWARC-Refers-To-Target-URI: http://first.example/\r\n\r\n");
    assert_has("\r\nWARC-Refers-To-Date: 2026-11-16T01:00:00Z\r\n");
    assert_has("\r\nWARC-Payload-Digest: sha1:");
    assert_has("\r\nWARC-Target-URI: http://www.example.go.th/\r\n");
    struct sink_span late_span = {text + WARC_LATE_AT_REVISIT, WARC_LATE_BYTES};
    struct sink late_sink = sink_memory(&late_span);
    static char before[sizeof text]; /* static: the M3's stack is small */
    memcpy(before, text, sizeof text);
    warc_emit_late(&late_sink, &late);
    TEST_ASSERT_EQUAL_STRING(before, text);
}

static void a_request_points_at_its_response(void)
{
    struct sink sink = collect();
    static const char request[] = "GET / HTTP/1.1\r\n\r\n";
    warc_emit_request(&sink, &fetch, &other_id, request, sizeof request - 1);
    assert_is_record("\r\nWARC-Type: request\r\n");
    assert_has("\r\nWARC-Concurrent-To: <urn:uuid:aa020304-0506-4708-890a-0b0c0d0e0f10>\r\n");
    assert_has("\r\nWARC-IP-Address: 198.18.0.7\r\n");
    assert_has("\r\nContent-Type: application/http;msgtype=request\r\n");
    assert_has("\r\nContent-Length: 18\r\n");
    /* printf 'GET / HTTP/1.1\r\n\r\n' | sha1sum, in Base32 */
    assert_has("\r\nWARC-Block-Digest: sha1:HZXZT4LLCPHWK5TQRRYZ7H7BIVEI4ETY\r\n");
    assert_has("\r\n\r\nGET / HTTP/1.1\r\n\r\n\r\n\r\n");
}

static void metadata_says_what_the_box_found(void)
{
    struct sink sink = collect();
    const struct warc_metadata metadata = {.via = "http://from.example/",
                                           .hops_from_seed = 3,
                                           .fetch_ms = 1247,
                                           .charset = "windows-874",
                                           .language = "th",
                                           .language_permille = 873,
                                           .verdict = "yes",
                                           .model = "m1"};
    warc_emit_metadata(&sink, &fetch, &other_id, &metadata, 0);
    assert_is_record("\r\nWARC-Type: metadata\r\n");
    assert_has("\r\nContent-Type: application/warc-fields\r\n");
    assert_has("\r\nWARC-Concurrent-To: <urn:uuid:aa020304-");
    assert_has("\r\nWARC-Target-URI: http://www.example.go.th/\r\n");
    assert_has("\r\n\r\nvia: http://from.example/\r\nhopsFromSeed: 3\r\nfetchTimeMs: 1247\r\ncharset: "
               "windows-874\r\n"
               "language: th\r\nlanguageRatio: 0.873\r\nverdict: yes\r\nmodel: m1\r\n\r\n\r\n");
}

static void a_group_ends_with_a_sector_wherever_it_began(void)
{
    const struct warc_metadata metadata = {.charset = "utf-8"};
    for (uint32_t before = 0; before < 2 * WARC_ALIGN_BYTES; before += 7) {
        struct sink sink = collect();
        warc_emit_metadata(&sink, &fetch, &other_id, &metadata, before);
        TEST_ASSERT_EQUAL_INT(0, sink.status);
        TEST_ASSERT_EQUAL_UINT32(0, (before + sink.count) % WARC_ALIGN_BYTES);
    }
}

static void warcinfo_describes_the_file(void)
{
    struct sink sink = collect();
    const struct warc_info info = {.id = &info_id,
                                   .seconds = 1794792736,
                                   .file = "thai-1.warc",
                                   .software = "crawlbox/1",
                                   .operator_name = "a library",
                                   .robots = "obey"};
    warc_emit_warcinfo(&sink, &info);
    assert_is_record("\r\nWARC-Type: warcinfo\r\n");
    assert_has("\r\nWARC-Filename: thai-1.warc\r\n");
    assert_has("\r\nContent-Type: application/warc-fields\r\n");
    assert_has("\r\nsoftware: crawlbox/1\r\n");
    assert_has("\r\n\r\nsoftware: ");
    assert_lacks("WARC-Target-URI");
    TEST_ASSERT_EQUAL_UINT32(0, sink.count % WARC_ALIGN_BYTES);
}

static void nothing_from_outside_starts_a_line(void)
{
    struct sink sink = collect();
    struct warc_fetch hostile = fetch;
    struct warc_late late = {0};
    const struct warc_metadata metadata = {.via = "http://x/\r\nevil: 1", .charset = "utf-8\r\nevil: 2"};
    hostile.uri = "http://x/ a\r\nevil: 3\x7f";
    warc_emit_response(&sink, &hostile, &late);
    warc_emit_metadata(&sink, &hostile, &other_id, &metadata, 0);
    assert_lacks("\nevil");
    assert_has("http://x/%20a%0d%0aevil:%203%7f\r\n");
}

static void uuids_are_random_ones(void)
{
    uint8_t random[WARC_UUID_BYTES];
    memset(random, 0xff, sizeof random);
    struct warc_uuid uuid = warc_uuid_from(random);
    TEST_ASSERT_EQUAL_HEX8(0x4f, uuid.bytes[6]);
    TEST_ASSERT_EQUAL_HEX8(0xbf, uuid.bytes[8]);
    memset(random, 0, sizeof random);
    uuid = warc_uuid_from(random);
    TEST_ASSERT_EQUAL_HEX8(0x40, uuid.bytes[6]);
    TEST_ASSERT_EQUAL_HEX8(0x80, uuid.bytes[8]);
}

static void a_failing_sink_keeps_its_first_status(void)
{
    char little[20];
    struct sink_span little_span = {little, sizeof little};
    struct sink sink = sink_memory(&little_span);
    struct warc_late late = {0};
    warc_emit_response(&sink, &fetch, &late);
    TEST_ASSERT_EQUAL_INT(STATUS_TOO_LONG, sink.status);
    TEST_ASSERT_TRUE(sink.count <= sizeof little);
}

SUITE(warc)
{
    RUN_TEST(a_response_has_all_it_needs);
    RUN_TEST(what_is_known_late_has_a_fixed_place);
    RUN_TEST(a_revisit_says_what_it_repeats);
    RUN_TEST(a_page_that_was_not_modified_refers_to_itself);
    RUN_TEST(a_request_points_at_its_response);
    RUN_TEST(metadata_says_what_the_box_found);
    RUN_TEST(a_group_ends_with_a_sector_wherever_it_began);
    RUN_TEST(warcinfo_describes_the_file);
    RUN_TEST(nothing_from_outside_starts_a_line);
    RUN_TEST(uuids_are_random_ones);
    RUN_TEST(a_failing_sink_keeps_its_first_status);
}
