/* Segments of URLs, and what their sources say about them. */
#include "suite.h"

#include "graph/segment.h"

static size_t length_of(const char *text)
{
    return segment_length(text, strlen(text));
}

static void a_segment_is_the_longest_directory(void)
{
    static const struct {
        const char *url, *segment;
    } cases[] = {
        {"kpnews.org/", "kpnews.org"},
        {"kpnews.org/about.html", "kpnews.org"},
        {"kpnews.org/travel/", "kpnews.org/travel/"},
        {"kpnews.org/travel/boat.html", "kpnews.org/travel/"},
        {"kpnews.org/travel/south/boat.html?from=a/b", "kpnews.org/travel/south/"},
        {"kpnews.org/?page=a/b/c", "kpnews.org"},
        {"kpnews.org", "kpnews.org"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        TEST_ASSERT_EQUAL_UINT_MESSAGE(strlen(cases[i].segment), length_of(cases[i].url), cases[i].url);
}

static bool has(const char *name, const char *text)
{
    return segment_has(name, strlen(name), text, strlen(text));
}

static void a_page_belongs_to_its_directory_only(void)
{
    TEST_ASSERT_TRUE(has("a.org/x/", "a.org/x/1.html"));
    TEST_ASSERT_TRUE(has("a.org/x/", "www.a.org/x/?q=/y/")); /* hosts are somebody else's */
    TEST_ASSERT_TRUE(has("a.org", "a.org/1.html"));
    TEST_ASSERT_TRUE(has("a.org", "a.org/"));
    TEST_ASSERT_FALSE(has("a.org/x/", "a.org/x/y/1.html"));
    TEST_ASSERT_FALSE(has("a.org/x/", "a.org/1.html"));
    TEST_ASSERT_FALSE(has("a.org", "a.org/x/1.html"));
}

static void more_than_half_of_its_pages_make_it_relevant(void)
{
    TEST_ASSERT_TRUE(segment_is_relevant(10, 6));
    TEST_ASSERT_FALSE(segment_is_relevant(10, 5));
    TEST_ASSERT_TRUE(segment_is_relevant(1, 1));
    TEST_ASSERT_FALSE(segment_is_relevant(0, 0));
}

static void offer(struct segment *segment, const char *text, bool is_first)
{
    segment_offer(segment, text, strlen(text), is_first);
}

static void the_shortest_page_is_where_it_begins_whoever_came_first(void)
{
    struct segment segment = {0};
    offer(&segment, "krabi.html", true);
    TEST_ASSERT_EQUAL_STRING("krabi.html", segment.page);
    offer(&segment, "samui-by-boat.html", false);
    TEST_ASSERT_EQUAL_STRING("krabi.html", segment.page);
    offer(&segment, "/aonan.html", false);
    TEST_ASSERT_EQUAL_STRING("aonan.html", segment.page);
    offer(&segment, "", false);
    TEST_ASSERT_EQUAL_STRING("", segment.page);
}

static void a_page_with_a_long_name_is_not_kept(void)
{
    struct segment segment = {0};
    char name[SEGMENT_PAGE_SIZE + 1];
    memset(name, 'a', sizeof name);
    segment_offer(&segment, name, SEGMENT_PAGE_SIZE - 1, true);
    TEST_ASSERT_EQUAL_UINT(SEGMENT_PAGE_SIZE - 1, strlen(segment.page));
    segment_offer(&segment, name, SEGMENT_PAGE_SIZE, true);
    TEST_ASSERT_EQUAL_STRING("", segment.page);
}

static void a_source_says_its_pages_relevance_times_the_chance(void)
{
    TEST_ASSERT_EQUAL_UINT8(255, segment_weight(2550, 10, 255));
    TEST_ASSERT_EQUAL_UINT8(128, segment_weight(2550, 10, 128));
    TEST_ASSERT_EQUAL_UINT8(64, segment_weight(1280, 10, 128));
    TEST_ASSERT_EQUAL_UINT8(0, segment_weight(0, 0, 255));
    TEST_ASSERT_EQUAL_UINT8(255, segment_weight(UINT32_MAX, 1, 255)); /* what a damaged card says */
}

static void the_score_is_the_mean_over_the_sources(void)
{
    struct segment segment = {0};
    TEST_ASSERT_EQUAL_UINT8(0, segment_score(&segment));
    segment_count(&segment, 200, +1);
    segment_count(&segment, 100, +1);
    TEST_ASSERT_EQUAL_UINT8(150, segment_score(&segment));
    segment_count(&segment, 100, -1);
    TEST_ASSERT_EQUAL_UINT8(200, segment_score(&segment));
}

static void sources_beyond_what_is_counted_change_nothing(void)
{
    struct segment segment = {0};
    for (int i = 0; i < 300; i++)
        segment_count(&segment, 255, +1);
    TEST_ASSERT_EQUAL_UINT8(255, segment_score(&segment));
    for (int i = 0; i < 300; i++)
        segment_count(&segment, 255, -1);
    TEST_ASSERT_EQUAL_UINT8(0, segment_score(&segment));
    TEST_ASSERT_EQUAL_UINT16(0, segment.sum);
}

SUITE(segment)
{
    RUN_TEST(a_segment_is_the_longest_directory);
    RUN_TEST(a_page_belongs_to_its_directory_only);
    RUN_TEST(more_than_half_of_its_pages_make_it_relevant);
    RUN_TEST(the_shortest_page_is_where_it_begins_whoever_came_first);
    RUN_TEST(a_page_with_a_long_name_is_not_kept);
    RUN_TEST(a_source_says_its_pages_relevance_times_the_chance);
    RUN_TEST(the_score_is_the_mean_over_the_sources);
    RUN_TEST(sources_beyond_what_is_counted_change_nothing);
}
