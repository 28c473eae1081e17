/* robots.txt: which groups and lines count for us (RFC 9309). */
#include "robots_fixture.h"

/* ---- Groups ---- */

static void an_empty_file_allows_everything(void)
{
    parse("");
    ALLOWS("/");
    ALLOWS("/any/page");
}

static void no_group_for_us_means_allowed(void)
{
    parse("user-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n");
    ALLOWS("/x");
}

static void the_agent_is_compared_in_any_case(void)
{
    static const char *const agents[] = {"FOOBOT", "foobot", "FoObOt"};
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        parse_as(agents[i], "User-Agent: fooBOT\nDisallow: /\n");
        DENIES("/x");
    }
}

static void the_agent_is_compared_whole(void)
{
    static const char *const others[] = {"FooBo", "FooBotNews", "Foo-Bot", "oBot", "", "*Foobot", "123"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char file[100] = "User-agent: ";
        memcpy(file + 12, others[i], strlen(others[i]) + 1);
        memcpy(file + strlen(file), "\nDisallow: /\n", 14);
        parse(file);
        TEST_ASSERT_TRUE_MESSAGE(allows("/x"), others[i]);
    }
}

static void a_version_or_more_words_after_the_agent_are_overlooked(void)
{
    static const char *const forms[] = {"FooBot/1.2", "FooBot 2", "FooBot/2.1 (+http://a/)", "FooBot*",
                                        "FooBot # x"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char file[100] = "User-agent: ";
        memcpy(file + 12, forms[i], strlen(forms[i]) + 1);
        memcpy(file + strlen(file), "\nDisallow: /\n", 14);
        parse(file);
        TEST_ASSERT_FALSE_MESSAGE(allows("/x"), forms[i]);
    }
}

static void an_agent_of_ours_with_a_blank_is_never_named(void)
{
    parse_as("Foo Bar", "User-agent: *\nDisallow: /\nUser-agent: Foo Bar\nAllow: /\n");
    DENIES("/x");
}

static void an_empty_agent_is_never_named(void)
{
    parse_as("", "User-agent: \nDisallow: /\nUser-agent: /1.0\nDisallow: /\n");
    ALLOWS("/x");
}

static void all_groups_that_name_us_are_merged(void)
{
    parse("User-agent: FooBot\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\nUser-agent: foobot\nDisallow: "
          "/c\n");
    DENIES("/a");
    ALLOWS("/b");
    DENIES("/c");
}

static void all_groups_for_everybody_are_merged(void)
{
    parse("User-agent: *\nDisallow: /a\nUser-agent: BarBot\nDisallow: /b\nUser-agent: *\nDisallow: /c\n");
    DENIES("/a");
    ALLOWS("/b");
    DENIES("/c");
}

static void everybodys_group_counts_only_if_none_names_us(void)
{
    static const char *const files[] = {
        "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n",
        "User-agent: FooBot\nDisallow: /y/\nUser-agent: *\nDisallow: /x/\n",
        "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\nUser-agent: *\nDisallow: /z/\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        parse(files[i]);
        ALLOWS("/x/page");
        DENIES("/y/page");
        ALLOWS("/z/page");
    }
}

static void a_group_without_rules_that_names_us_allows_everything(void)
{
    parse("User-agent: *\nDisallow: /\nUser-agent: FooBot\n");
    ALLOWS("/x");
}

static void a_star_with_more_words_is_still_everybody(void)
{
    parse("User-agent: * (all of you)\nDisallow: /\n");
    DENIES("/x");
}

static void consecutive_agents_share_the_rules_that_follow(void)
{
    parse("User-agent: BarBot\nUser-agent: FooBot\n\nUser-agent: BazBot\nDisallow: /x\nUser-agent: "
          "QuxBot\nDisallow: /y");
    DENIES("/x");
    ALLOWS("/y");
}

static void a_group_for_us_and_for_everybody_counts_once(void)
{
    parse("User-agent: *\nUser-agent: FooBot\nDisallow: /x\nUser-agent: *\nDisallow: /y\n");
    DENIES("/x");
    ALLOWS("/y");
}

static void rules_before_any_group_are_ignored(void)
{
    parse("Disallow: /\nAllow: /y\nUser-agent: FooBot\nDisallow: /x\n");
    ALLOWS("/y");
    DENIES("/x");
}

static void empty_lines_and_comments_do_not_end_a_group(void)
{
    parse("User-agent: FooBot\n\n# about /x\n   \nDisallow: /x\n\n\nDisallow: /y # and this\n");
    DENIES("/x");
    DENIES("/y");
}

static void lines_that_are_no_rules_do_not_end_a_group(void)
{
    static const char *const lines[] = {"Sitemap: http://a/s.xml", "Crawl-delay: 5", "Host: a.example",
                                        "what is this"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char file[150] = "User-agent: FooBot\n";
        memcpy(file + strlen(file), lines[i], strlen(lines[i]) + 1);
        strcpy(file + strlen(file), "\nUser-agent: BarBot\nDisallow: /x\n");
        parse(file);
        TEST_ASSERT_FALSE_MESSAGE(allows("/x"), lines[i]);
    }
}

/* ---- Lines ---- */

static void names_are_read_in_any_case_and_with_blanks_around(void)
{
    parse("  uSeR-aGeNt \t:\t FooBot  \n\tDISALLOW:/x\t \nAlLoW  :  /x/y\n");
    DENIES("/x");
    ALLOWS("/x/y");
}

static void lines_end_in_cr_lf_or_both(void)
{
    static const char *const ends[] = {"\n", "\r", "\r\n", "\n\r\n\r"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char file[100] = "User-agent: FooBot";
        strcpy(file + strlen(file), ends[i]);
        strcpy(file + strlen(file), "Disallow: /x");
        strcpy(file + strlen(file), ends[i]);
        strcpy(file + strlen(file), "Disallow: /y");
        parse(file);
        DENIES("/x");
        DENIES("/y");
    }
}

static void a_byte_order_mark_is_skipped_even_in_part(void)
{
    static const char *const marks[] = {"\xef\xbb\xbf", "\xef\xbb", "\xef"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char file[100];
        strcpy(file, marks[i]);
        strcpy(file + strlen(file), "User-agent: FooBot\nDisallow: /\n");
        parse(file);
        DENIES("/x");
    }
}

static void a_broken_or_late_byte_order_mark_spoils_only_its_line(void)
{
    parse("\xef\x11\xbfUser-agent: FooBot\nDisallow: /\n");
    ALLOWS("/x");
    parse("User-agent: FooBot\n\xef\xbb\xbf"
          "Disallow: /x\nDisallow: /y\n");
    ALLOWS("/x");
    DENIES("/y");
}

static void one_bad_line_does_not_void_the_good_ones(void)
{
    parse("User-agent: FooBot\n:::\n\x01\x02\xff\n<html>\nDisallow\nDisallow: /x\nAllow the good ones\n: "
          "/\nDisallow: /y\n");
    DENIES("/x");
    DENIES("/y");
    ALLOWS("/z");
}

static void unknown_names_are_no_rules(void)
{
    parse("foo: FooBot\nbar: /\nUser-agent: FooBot\nDisallowed-for-now: /\nNoindex: /\n");
    ALLOWS("/x");
}

static void a_missing_colon_is_forgiven_between_two_words(void)
{
    parse("user-agent FooBot\ndisallow /x\nallow /x/ok\n");
    DENIES("/x");
    ALLOWS("/x/ok");
    parse("User-agent: FooBot\nDisallow /x and /y\n");
    ALLOWS("/x");
}

static void common_slips_of_the_pen_are_forgiven(void)
{
    static const char *const names[] = {"disallow", "dissallow", "dissalow",
                                        "disalow",  "diasllow",  "disallaw"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char file[100] = "User agent: FooBot\n";
        strcpy(file + strlen(file), names[i]);
        strcpy(file + strlen(file), ": /x\n");
        parse(file);
        TEST_ASSERT_FALSE_MESSAGE(allows("/x"), names[i]);
    }
    parse("useragent: FooBot\nDisallow: /x\n");
    DENIES("/x");
    parse("user agent : FooBot\nDisallow: /x\n");
    DENIES("/x");
    parse("user agents: FooBot\nDisallow: /x\n");
    ALLOWS("/x");
}

static void the_rest_of_a_very_long_line_is_ignored(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    robots_push(&parser, "User-agent: FooBot\nDisallow: /x", 31);
    for (int i = 12; i < ROBOTS_LINE_MAX; i++)
        robots_push(&parser, " ", 1);
    robots_push(&parser, "yz\nDisallow: /b\n", 16);
    robots_finish(&parser, NOW);
    DENIES("/x");
    DENIES("/b");
}

SUITE(robots)
{
    RUN_TEST(an_empty_file_allows_everything);
    RUN_TEST(no_group_for_us_means_allowed);
    RUN_TEST(the_agent_is_compared_in_any_case);
    RUN_TEST(the_agent_is_compared_whole);
    RUN_TEST(a_version_or_more_words_after_the_agent_are_overlooked);
    RUN_TEST(an_agent_of_ours_with_a_blank_is_never_named);
    RUN_TEST(an_empty_agent_is_never_named);
    RUN_TEST(all_groups_that_name_us_are_merged);
    RUN_TEST(all_groups_for_everybody_are_merged);
    RUN_TEST(everybodys_group_counts_only_if_none_names_us);
    RUN_TEST(a_group_without_rules_that_names_us_allows_everything);
    RUN_TEST(a_star_with_more_words_is_still_everybody);
    RUN_TEST(consecutive_agents_share_the_rules_that_follow);
    RUN_TEST(a_group_for_us_and_for_everybody_counts_once);
    RUN_TEST(rules_before_any_group_are_ignored);
    RUN_TEST(empty_lines_and_comments_do_not_end_a_group);
    RUN_TEST(lines_that_are_no_rules_do_not_end_a_group);
    RUN_TEST(names_are_read_in_any_case_and_with_blanks_around);
    RUN_TEST(lines_end_in_cr_lf_or_both);
    RUN_TEST(a_byte_order_mark_is_skipped_even_in_part);
    RUN_TEST(a_broken_or_late_byte_order_mark_spoils_only_its_line);
    RUN_TEST(one_bad_line_does_not_void_the_good_ones);
    RUN_TEST(unknown_names_are_no_rules);
    RUN_TEST(a_missing_colon_is_forgiven_between_two_words);
    RUN_TEST(common_slips_of_the_pen_are_forgiven);
    RUN_TEST(the_rest_of_a_very_long_line_is_ignored);
}
