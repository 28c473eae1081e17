#include "suite.h"
#include "base/status.h"
#include "fetch/guard.h"

static uint32_t address(const char *text)
{
    struct guard_range range;
    TEST_ASSERT_EQUAL_MESSAGE(STATUS_OK, guard_parse_range(&range, text), text);
    return range.address;
}

static void sites_of_the_public_web_are_allowed(void)
{
    static const char *const sites[] = {"1.1.1.1",     "9.255.255.255",   "11.0.0.0",    "100.63.255.255",
                                        "100.128.0.0", "126.255.0.1",     "128.0.0.1",   "172.15.0.1",
                                        "172.32.0.1",  "192.167.1.1",     "192.169.0.1", "198.17.0.1",
                                        "198.20.0.1",  "223.255.255.255", "203.0.112.1"};
    for (size_t i = 0; i < sizeof sites / sizeof sites[0]; i++)
        TEST_ASSERT_NULL_MESSAGE(guard_refuses(address(sites[i]), false, NULL, 0), sites[i]);
}

static void addresses_that_are_no_sites_are_refused(void)
{
    static const char *const others[] = {
        "0.0.0.0",     "10.0.0.1",        "10.255.255.255", "100.64.0.1",   "100.127.255.255",
        "127.0.0.1",   "169.254.169.254", "172.16.0.1",     "172.31.0.1",   "192.0.0.8",
        "192.0.2.1",   "192.168.1.1",     "198.18.0.1",     "198.19.255.1", "198.51.100.7",
        "203.0.113.9", "224.0.0.1",       "239.1.2.3",      "240.0.0.1",    "255.255.255.255"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        TEST_ASSERT_NOT_NULL_MESSAGE(guard_refuses(address(others[i]), false, NULL, 0), others[i]);
}

static void the_refusal_says_what_kind_of_address_it_is(void)
{
    TEST_ASSERT_EQUAL_STRING("a loopback address", guard_refuses(address("127.0.0.1"), false, NULL, 0));
    TEST_ASSERT_EQUAL_STRING("a private address", guard_refuses(address("192.168.7.7"), false, NULL, 0));
}

static void an_operator_may_allow_a_range(void)
{
    struct guard_range lab;
    TEST_ASSERT_EQUAL(STATUS_OK, guard_parse_range(&lab, "198.18.0.0/15"));
    TEST_ASSERT_NULL(guard_refuses(address("198.19.1.2"), false, &lab, 1));
    TEST_ASSERT_NOT_NULL(guard_refuses(address("198.18.0.1"), false, NULL, 0));
    TEST_ASSERT_NOT_NULL(guard_refuses(address("10.0.0.1"), false, &lab, 1));
}

static void the_network_that_the_box_is_in_is_refused_unless_it_is_allowed(void)
{
    const struct guard_range staff = {address("8.8.8.0"), 24};
    TEST_ASSERT_EQUAL_STRING("an address of the network that the box is in",
                             guard_refuses(address("8.8.8.8"), true, NULL, 0));
    TEST_ASSERT_NULL(guard_refuses(address("8.8.8.8"), true, &staff, 1));
    TEST_ASSERT_NOT_NULL(guard_refuses(address("8.8.9.8"), true, &staff, 1));
}

static void ranges_are_read_strictly(void)
{
    static const char *const wrong[] = {"",         "1.2.3",      "1.2.3.4.5", "1.2.3.256",  "1.2.3.4/33",
                                        "1.2.3.4/", "1.2.3.4/x",  "01.2.3.4",  "1.2.3.4 ",   "1.2.3.4/031",
                                        "a.b.c.d",  "1..2.3",     "-1.2.3.4",  "1.2.3.0004", "10.0.0.1/8",
                                        "/8",       "1.2.3.4/-1", "1,2,3,4"};
    struct guard_range range = {7, 7};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        TEST_ASSERT_EQUAL_MESSAGE(STATUS_INVALID, guard_parse_range(&range, wrong[i]), wrong[i]);
    TEST_ASSERT_EQUAL(7, range.prefix);
}

static void ranges_are_read_whole(void)
{
    struct guard_range range;
    TEST_ASSERT_EQUAL(STATUS_OK, guard_parse_range(&range, "10.128.0.0/9"));
    TEST_ASSERT_EQUAL_HEX32(0x0a800000, range.address);
    TEST_ASSERT_EQUAL(9, range.prefix);
    TEST_ASSERT_EQUAL(STATUS_OK, guard_parse_range(&range, "0.0.0.0/0"));
    TEST_ASSERT_NULL(guard_refuses(address("127.0.0.1"), false, &range, 1));
    TEST_ASSERT_EQUAL(STATUS_OK, guard_parse_range(&range, "1.2.3.4"));
    TEST_ASSERT_EQUAL(32, range.prefix);
}

SUITE(guard)
{
    RUN_TEST(sites_of_the_public_web_are_allowed);
    RUN_TEST(addresses_that_are_no_sites_are_refused);
    RUN_TEST(the_refusal_says_what_kind_of_address_it_is);
    RUN_TEST(an_operator_may_allow_a_range);
    RUN_TEST(the_network_that_the_box_is_in_is_refused_unless_it_is_allowed);
    RUN_TEST(ranges_are_read_strictly);
    RUN_TEST(ranges_are_read_whole);
}
