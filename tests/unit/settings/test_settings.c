#include "suite.h"

#include <stdbool.h>

#include "base/status.h"
#include "settings/settings.h"

static struct settings settings;

static int set(const char *key, const char *value)
{
    int which = settings_find(key, strlen(key));
    TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(0, which, key);
    return settings_set(&settings, which, value, strlen(value));
}

static const char *get(const char *key)
{
    static char buffer[SETTINGS_VALUE_SIZE];
    return settings_text(&settings, settings_find(key, strlen(key)), buffer);
}

static void each_default_is_a_value_that_the_setting_takes_and_prints(void)
{
    settings_reset(&settings);
    for (int which = 0; which < SETTINGS_COUNT; which++) {
        const char *standard = settings_default(which);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(standard, get(settings_key(which)), settings_key(which));
        TEST_ASSERT_EQUAL_MESSAGE(0, settings_set(&settings, which, standard, strlen(standard)),
                                  settings_key(which));
    }
}

static void each_setting_says_what_it_takes_and_what_for(void)
{
    for (int which = 0; which < SETTINGS_COUNT; which++) {
        TEST_ASSERT_GREATER_THAN_MESSAGE(1, strlen(settings_range(which)), settings_key(which));
        TEST_ASSERT_GREATER_THAN_MESSAGE(8, strlen(settings_help(which)), settings_key(which));
        TEST_ASSERT_EQUAL(which, settings_find(settings_key(which), strlen(settings_key(which))));
    }
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_find("ta", 2));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_find("taus", 4));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_find("", 0));
}

static void the_defaults_are_those_of_the_method(void)
{
    settings_reset(&settings);
    TEST_ASSERT_EQUAL(STRATEGY_LS2, settings.strategy);
    TEST_ASSERT_EQUAL(0, settings.tau);
    TEST_ASSERT_EQUAL(3, settings.d);
    TEST_ASSERT_EQUAL(1000, settings.page_cap);
    TEST_ASSERT_EQUAL(5, settings.delay_factor);
    TEST_ASSERT_EQUAL(3000, settings.delay_min_ms);
    TEST_ASSERT_EQUAL(30000, settings.delay_max_ms);
    TEST_ASSERT_EQUAL(300, settings.crawl_delay_max);
    TEST_ASSERT_EQUAL(20, settings.hops);
    TEST_ASSERT_EQUAL(20, settings.path_depth);
    TEST_ASSERT_EQUAL(MODE_ROUNDS, settings.mode);
    TEST_ASSERT_EQUAL(LANGUAGE_TH, settings.language);
    TEST_ASSERT_EQUAL(512, settings.file_mb);
    TEST_ASSERT_EQUAL(0, settings.allow.count);
    TEST_ASSERT_EQUAL(1, settings.shard.mine);
    TEST_ASSERT_EQUAL(1, settings.shard.of);
}

/* An image has less language packs than the host program. */
static bool is_offered(const char *key, const char *word)
{
    return strstr(settings_range(settings_find(key, strlen(key))), word) != NULL;
}

static void the_words_of_choices_are_the_values_of_their_enums(void)
{
    static const struct {
        const char *key, *word;
        const uint8_t *field;
        int value;
    } cases[] = {
        {"strategy", "ls1", &settings.strategy, STRATEGY_LS1},
        {"strategy", "ls2", &settings.strategy, STRATEGY_LS2},
        {"strategy", "lswc", &settings.strategy, STRATEGY_LSWC},
        {"strategy", "bfs", &settings.strategy, STRATEGY_BFS},
        {"strategy", "hard", &settings.strategy, STRATEGY_HARD},
        {"strategy", "soft", &settings.strategy, STRATEGY_SOFT},
        {"language", "th", &settings.language, LANGUAGE_TH},
        {"language", "fa", &settings.language, LANGUAGE_FA},
        {"language", "ms", &settings.language, LANGUAGE_MS},
        {"mode", "rounds", &settings.mode, MODE_ROUNDS},
        {"mode", "continuous", &settings.mode, MODE_CONTINUOUS},
        {"keep", "language", &settings.keep, KEEP_LANGUAGE},
        {"keep", "pages", &settings.keep, KEEP_PAGES},
        {"keep", "all", &settings.keep, KEEP_ALL},
        {"tls", "verify", &settings.tls, HTTPS_VERIFY},
        {"tls", "record-only", &settings.tls, HTTPS_RECORD_ONLY},
        {"tls", "off", &settings.tls, HTTPS_OFF},
        {"no_time", "wait", &settings.no_time, NO_TIME_WAIT},
        {"no_time", "ignore-dates", &settings.no_time, NO_TIME_IGNORE_DATES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!is_offered(cases[i].key, cases[i].word)) {
            TEST_ASSERT_EQUAL_STRING_MESSAGE("language", cases[i].key, "only packs may be missing");
            TEST_ASSERT_EQUAL_MESSAGE(STATUS_INVALID, set(cases[i].key, cases[i].word), cases[i].word);
            continue;
        }
        TEST_ASSERT_EQUAL_MESSAGE(0, set(cases[i].key, cases[i].word), cases[i].word);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].value, *cases[i].field, cases[i].word);
        TEST_ASSERT_EQUAL_STRING(cases[i].word, get(cases[i].key));
    }
}

static void numbers_are_taken_up_to_both_ends_of_their_range(void)
{
    TEST_ASSERT_EQUAL(0, set("tau", "1"));
    TEST_ASSERT_EQUAL(1, settings.tau);
    TEST_ASSERT_EQUAL(0, set("tau", "255"));
    TEST_ASSERT_EQUAL(255, settings.tau);
    TEST_ASSERT_EQUAL(0, set("site_kb", "4194303"));
    TEST_ASSERT_EQUAL(4194303, settings.site_kb);
    TEST_ASSERT_EQUAL(0, set("bandwidth", "0"));
    TEST_ASSERT_EQUAL_STRING("0", get("bandwidth"));
    TEST_ASSERT_EQUAL_STRING("0 to 255 pages", settings_range(SETTING_tau));
}

static void wrong_values_are_refused_and_change_nothing(void)
{
    static const char *const wrong[][2] = {
        {"d", "0"},
        {"tau", "256"},
        {"tau", ""},
        {"tau", "-1"},
        {"tau", "5 "},
        {"tau", "5x"},
        {"tau", "4294967301"}, /* 5 in 32 bits */
        {"tau", "99999999999999999999"},
        {"strategy", "ls"},
        {"strategy", "ls22"},
        {"strategy", ""},
        {"strategy", "ls1|ls2"},
        {"contact", "www.example.th"},
        {"contact", "http://"},
        {"contact", "ftp://x.th/"},
        {"contact", "http://x.th/a b"},
        {"email", "nobody"},
        {"email", "@x.th"},
        {"email", "a@"},
        {"email", "a@b@c"},
        {"email", "a b@c"},
        {"user_agent", ""},
        {"user_agent", "nobody"},
        {"user_agent", "crawler {contact}\nX: y"},
        {"operator", "a\tb"},
        {"operator", "0123456789012345678901234567890123456789012345678"},
        {"prefix", ""},
        {"prefix", "a/b"},
        {"prefix", "12345678901234567"},
        {"box_id", "a-b"},
        {"console_pin", "123"},
        {"console_pin", "12a4"},
        {"address", "1.2.3"},
        {"address", "1.2.3.4/8"},
        {"address", "256.1.1.1"},
        {"allow", "10.0.0.1/8"},
        {"allow", "10.0.0.0/8,x"},
        {"allow", "10.0.0.0/8,11.0.0.0/8,12.0.0.0/8,13.0.0.0/8"},
        {"shard", "0/1"},
        {"shard", "2/1"},
        {"shard", "1"},
        {"shard", "1/"},
        {"shard", "/1"},
        {"shard", "1/256"},
        {"ntp", "a b"},
    };
    struct settings before;
    settings_reset(&settings);
    before = settings;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(STATUS_INVALID, set(wrong[i][0], wrong[i][1]), wrong[i][1]);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&before, &settings, sizeof settings, wrong[i][1]);
    }
}

static void what_is_set_is_printed_in_the_form_in_which_it_is_read(void)
{
    static const char *const good[][2] = {
        {"operator", "Somchai, Digital Collections"},
        {"operator", "\xe0\xb8\x97\xe0\xb8\x94"},
        {"operator", ""},
        {"contact", "HTTPS://library.example/crawl?x=1#y"},
        {"email", "web@library.example"},
        {"prefix", "thai-2026_a"},
        {"box_id", "box_7"},
        {"ntp", "time.library.example"},
        {"console_pin", "0042"},
        {"console_pin", ""},
        {"address", "192.0.2.7"},
        {"address", ""},
        {"allow", "198.18.0.0/15,10.1.2.3/32"},
        {"allow", "255.255.255.255/32,255.255.255.254/32,255.255.255.253/32"},
        {"allow", ""},
        {"shard", "2/3"},
        {"shard", "255/255"},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        TEST_ASSERT_EQUAL_MESSAGE(0, set(good[i][0], good[i][1]), good[i][1]);
        TEST_ASSERT_EQUAL_STRING(good[i][1], get(good[i][0]));
    }
    TEST_ASSERT_EQUAL(0, set("address", "192.0.2.7"));
    TEST_ASSERT_EQUAL_HEX32(0xc0000207, settings.address);
    TEST_ASSERT_EQUAL(0, set("allow", " 198.18.0.0/15 , 10.1.2.3 "));
    TEST_ASSERT_EQUAL_STRING("198.18.0.0/15,10.1.2.3/32", get("allow"));
    TEST_ASSERT_EQUAL(2, settings.allow.count);
    TEST_ASSERT_EQUAL_HEX32(0xc6120000, settings.allow.range[0].address);
}

static void the_crawl_needs_an_operator_and_two_addresses(void)
{
    settings_reset(&settings);
    TEST_ASSERT_EQUAL(SETTING_operator, settings_missing(&settings, 0));
    TEST_ASSERT_EQUAL(SETTING_contact, settings_missing(&settings, SETTING_operator + 1));
    TEST_ASSERT_EQUAL(SETTING_email, settings_missing(&settings, SETTING_contact + 1));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_missing(&settings, SETTING_email + 1));
    set("operator", "A");
    set("contact", "http://a.th/");
    set("email", "a@a.th");
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_missing(&settings, 0));
}

static void a_fixed_address_needs_the_rest_of_the_network(void)
{
    settings_reset(&settings);
    set("address", "192.0.2.7");
    TEST_ASSERT_EQUAL(SETTING_gateway, settings_missing(&settings, SETTING_email + 1));
    set("gateway", "192.0.2.1");
    TEST_ASSERT_EQUAL(SETTING_dns, settings_missing(&settings, SETTING_email + 1));
    set("dns", "192.0.2.1");
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, settings_missing(&settings, SETTING_email + 1));
}

static const char *user_agent(const char *version)
{
    static char text[SETTINGS_AGENT_SIZE];
    settings_user_agent(&settings, version, text);
    return text;
}

static void a_user_agent_that_is_too_long_is_cut(void)
{
    settings_reset(&settings);
    set("contact",
        "http://a.th/67890123456789012345678901234567890123456789012345678901234567890123456789012345");
    set("user_agent", "{contact}{contact}{contact}");
    TEST_ASSERT_EQUAL(SETTINGS_AGENT_SIZE - 1, strlen(user_agent("1.2")));
}

static void the_user_agent_carries_the_contact_and_the_version(void)
{
    settings_reset(&settings);
    set("contact", "http://a.th/crawl");
    TEST_ASSERT_EQUAL_STRING("Mozilla/5.0 (compatible; crawlbox/1.2; +http://a.th/crawl)", user_agent("1.2"));
    set("user_agent", "{contact} {x} {contact}{");
    TEST_ASSERT_EQUAL_STRING("http://a.th/crawl {x} http://a.th/crawl{", user_agent("1.2"));
}

SUITE(settings)
{
    RUN_TEST(each_default_is_a_value_that_the_setting_takes_and_prints);
    RUN_TEST(each_setting_says_what_it_takes_and_what_for);
    RUN_TEST(the_defaults_are_those_of_the_method);
    RUN_TEST(the_words_of_choices_are_the_values_of_their_enums);
    RUN_TEST(numbers_are_taken_up_to_both_ends_of_their_range);
    RUN_TEST(wrong_values_are_refused_and_change_nothing);
    RUN_TEST(what_is_set_is_printed_in_the_form_in_which_it_is_read);
    RUN_TEST(the_crawl_needs_an_operator_and_two_addresses);
    RUN_TEST(a_fixed_address_needs_the_rest_of_the_network);
    RUN_TEST(a_user_agent_that_is_too_long_is_cut);
    RUN_TEST(the_user_agent_carries_the_contact_and_the_version);
}
