#include "suite.h"

#include "box/parts.h"

static struct settings settings;

static void set(int which, const char *value)
{
    TEST_ASSERT_EQUAL(0, settings_set(&settings, which, value, strlen(value)));
}

static void fetching_gets_names_deadlines_caps_and_ranges(void)
{
    struct fetch_options options = {0};
    settings_reset(&settings);
    set(SETTING_email, "a@b.th");
    set(SETTING_timeout_idle, "7");
    set(SETTING_page_kb, "16");
    set(SETTING_allow, "198.18.0.0/15");
    settings_for_fetch(&settings, "agent", &options);
    TEST_ASSERT_EQUAL_STRING("agent", options.user_agent);
    TEST_ASSERT_EQUAL_STRING("a@b.th", options.from);
    TEST_ASSERT_EQUAL(20000, options.limits.connect_ms);
    TEST_ASSERT_EQUAL(30000, options.limits.first_byte_ms);
    TEST_ASSERT_EQUAL(7000, options.limits.idle_ms);
    TEST_ASSERT_EQUAL(60000, options.limits.total_ms);
    TEST_ASSERT_EQUAL(16384, options.body_max);
    TEST_ASSERT_EQUAL(1, options.allowed_count);
    TEST_ASSERT_EQUAL(15, options.allowed[0].prefix);
}

static void the_store_gets_names_and_sizes(void)
{
    struct store_settings store = {.log_bytes = 7};
    settings_reset(&settings);
    set(SETTING_prefix, "thai");
    set(SETTING_organisation, "A Library");
    set(SETTING_file_mb, "2047");
    settings_for_store(&settings, "agent", &store);
    TEST_ASSERT_EQUAL_UINT32(2047u << 20, store.file_bytes);
    TEST_ASSERT_EQUAL(4 << 20, store.reserve_bytes);
    TEST_ASSERT_EQUAL(1 << 20, store.page_bytes);
    TEST_ASSERT_EQUAL(7, store.log_bytes);
    TEST_ASSERT_EQUAL_STRING("thai", store.prefix);
    TEST_ASSERT_EQUAL_STRING("box1", store.box_id);
    TEST_ASSERT_EQUAL_STRING("A Library", store.about.description);
    TEST_ASSERT_EQUAL_STRING("agent", store.about.user_agent);
}

static void a_page_is_never_longer_than_half_a_file(void)
{
    struct store_settings store = {0};
    struct fetch_options options = {0};
    settings_reset(&settings);
    set(SETTING_file_mb, "1");
    settings_for_store(&settings, "agent", &store);
    settings_for_fetch(&settings, "agent", &options);
    TEST_ASSERT_EQUAL(512 << 10, store.page_bytes);
    TEST_ASSERT_EQUAL(512 << 10, options.body_max);
}

SUITE(settings_parts)
{
    RUN_TEST(fetching_gets_names_deadlines_caps_and_ranges);
    RUN_TEST(the_store_gets_names_and_sizes);
    RUN_TEST(a_page_is_never_longer_than_half_a_file);
}
