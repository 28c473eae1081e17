#include "suite.h"

#include "settings/ini.h"

static struct settings settings;
static char told[400];

static void note(void *context, const struct ini_finding *finding)
{
    size_t used = strlen(told);
    (void)context;
    ini_sentence(finding, told + used, sizeof told - used - 1);
    used = strlen(told);
    told[used] = '\n';
    told[used + 1] = '\0';
}

/* In pieces of `step` bytes: where a piece ends must not matter. */
static void read_in_steps(const char *text, size_t step)
{
    static struct ini ini;
    told[0] = '\0';
    settings_reset(&settings);
    ini_read_begin(&ini, &settings, note, NULL);
    for (size_t left = strlen(text); left > 0;) {
        size_t part = left < step ? left : step;
        ini_feed(&ini, text, part);
        text += part;
        left -= part;
    }
    ini_end(&ini);
}

static const char *written(const char *old)
{
    static struct ini ini;
    static char text[1200];
    struct sink_span span = {text, sizeof text - 1};
    struct sink out = sink_memory(&span);
    ini_write_begin(&ini, &settings, &out);
    ini_feed(&ini, old, strlen(old));
    ini_end(&ini);
    TEST_ASSERT_EQUAL(0, out.status);
    *span.at = '\0';
    return text;
}

static void reads_keys_values_remarks_and_headings(void)
{
    static const char text[] = "\xef\xbb\xbfoperator = Somchai = # \"me\" \r\n"
                               "# tau = 7\r\n; tau = 8\n\n[crawl]\n\t tau\t=9\n"
                               "strategy=bfs\n"
                               "email = a@b.th";
    for (size_t step = 1; step < 70; step++) {
        read_in_steps(text, step);
        TEST_ASSERT_EQUAL_STRING("", told);
        TEST_ASSERT_EQUAL_STRING("Somchai = # \"me\"", settings.operator);
        TEST_ASSERT_EQUAL(9, settings.tau);
        TEST_ASSERT_EQUAL(STRATEGY_BFS, settings.strategy);
        TEST_ASSERT_EQUAL_STRING("a@b.th", settings.email);
    }
}

static void the_last_line_of_a_key_counts(void)
{
    read_in_steps("tau = 7\ntau = 8\n", 100);
    TEST_ASSERT_EQUAL(8, settings.tau);
}

static void a_wrong_value_is_told_with_its_line_and_range_and_the_default_stays(void)
{
    read_in_steps("d = 2\n\ntau = 5000\n d = 0 \n", 100);
    TEST_ASSERT_EQUAL_STRING("line 3: tau must be 0 to 255 pages\nline 4: d must be 1 to 6 links\n", told);
    TEST_ASSERT_EQUAL(0, settings.tau);
    TEST_ASSERT_EQUAL(2, settings.d);
}

static void unknown_keys_and_nonsense_are_told_and_ignored(void)
{
    read_in_steps("colour = red\nwhat is this\n= 5\ntau = 6\nb\x01"
                  "z = 1",
                  3);
    TEST_ASSERT_EQUAL_STRING("line 1: colour is no setting: ignored\n"
                             "line 2: what is this is neither 'key = value' nor a remark with # before it\n"
                             "line 3:  is no setting: ignored\n"
                             "line 5: b?z is no setting: ignored\n",
                             told);
    TEST_ASSERT_EQUAL(6, settings.tau);
}

/* "contact = http://a.th/xxx...": with so many characters. */
static const char *long_line(const char *start, size_t size)
{
    static const char next[] = "\ntau = 6\n";
    static char text[700];
    memset(text, 'x', size);
    for (size_t i = 0; start[i] != '\0'; i++)
        text[i] = start[i];
    memcpy(text + size, next, sizeof next);
    return text;
}

static void a_line_that_is_too_long_is_told_once(void)
{
    for (size_t size = TEXT_LINE_MAX - 1; size < TEXT_LINE_MAX * 3 + 2; size++) {
        read_in_steps(long_line("contact = http://a.th/", size), 64);
        TEST_ASSERT_EQUAL_STRING(size <= TEXT_LINE_MAX
                                     ? "line 1: contact must be an http:// or https:// address, up to 96 "
                                       "characters\n"
                                     : "line 1: contact and so on is too long\n",
                                 told);
        TEST_ASSERT_EQUAL(6, settings.tau);
        TEST_ASSERT_EQUAL_STRING("", settings.contact);
    }
    read_in_steps(long_line("# a remark", 600), 64);
    TEST_ASSERT_EQUAL_STRING("", told);
}

static void saving_changes_only_the_lines_that_must_change(void)
{
    static const char old[] = "# mine\r\n\r\n  tau=5\r\ncolour = red\r\nd = 3\n[x]\nnonsense\n";
    read_in_steps(old, 100);
    TEST_ASSERT_EQUAL_STRING(old, written(old));
    settings.tau = 7;
    TEST_ASSERT_EQUAL_STRING("# mine\r\n\r\ntau = 7\r\ncolour = red\r\nd = 3\n[x]\nnonsense\n", written(old));
}

static void saving_adds_what_the_file_does_not_have_unless_it_is_the_default(void)
{
    settings_reset(&settings);
    TEST_ASSERT_EQUAL_STRING("", written(""));
    settings.tau = 7;
    settings_set(&settings, SETTING_email, "a@b.th", 6);
    TEST_ASSERT_EQUAL_STRING("email = a@b.th\r\ntau = 7\r\n", written(""));
    TEST_ASSERT_EQUAL_STRING("# x\r\nemail = a@b.th\r\ntau = 7\r\n", written("# x"));
    TEST_ASSERT_EQUAL_STRING("tau = 7\r\nemail = a@b.th\r\n", written("tau = 8"));
    TEST_ASSERT_EQUAL_STRING("tau = 7\r\nemail = a@b.th\r\n", written("tau = 7"));
}

static void saving_a_default_over_another_value_writes_it(void)
{
    settings_reset(&settings);
    TEST_ASSERT_EQUAL_STRING("tau = 0\r\n", written("tau = 9\n"));
    TEST_ASSERT_EQUAL_STRING("operator = \r\n", written("operator = me\n"));
}

static void a_wrong_value_becomes_a_remark_when_saved(void)
{
    settings_reset(&settings);
    TEST_ASSERT_EQUAL_STRING("# tau = 5000\r\ntau = 0\r\n", written("tau = 5000\r\n"));
}

static void long_lines_are_kept_byte_by_byte(void)
{
    settings_reset(&settings);
    settings.tau = 6;
    for (size_t size = TEXT_LINE_MAX + 1; size < TEXT_LINE_MAX * 3 + 2; size++) {
        const char *old = long_line("contact = http://a.th/", size);
        TEST_ASSERT_EQUAL_STRING(old, written(old));
    }
}

static void what_was_saved_is_read_again(void)
{
    static struct settings before;
    settings_reset(&settings);
    settings.tau = 77;
    settings.strategy = STRATEGY_SOFT;
    settings.address = 0x0a000001;
    settings.shard = (struct settings_shard){2, 3};
    settings_set(&settings, SETTING_operator, "\xe0\xb8\x97 x", 5);
    before = settings;
    read_in_steps(written("# x\ntau = 3\n"), 7);
    TEST_ASSERT_EQUAL_STRING("", told);
    TEST_ASSERT_EQUAL_MEMORY(&before, &settings, sizeof settings);
}

SUITE(settings_ini)
{
    RUN_TEST(reads_keys_values_remarks_and_headings);
    RUN_TEST(the_last_line_of_a_key_counts);
    RUN_TEST(a_wrong_value_is_told_with_its_line_and_range_and_the_default_stays);
    RUN_TEST(unknown_keys_and_nonsense_are_told_and_ignored);
    RUN_TEST(a_line_that_is_too_long_is_told_once);
    RUN_TEST(saving_changes_only_the_lines_that_must_change);
    RUN_TEST(saving_adds_what_the_file_does_not_have_unless_it_is_the_default);
    RUN_TEST(saving_a_default_over_another_value_writes_it);
    RUN_TEST(a_wrong_value_becomes_a_remark_when_saved);
    RUN_TEST(long_lines_are_kept_byte_by_byte);
    RUN_TEST(what_was_saved_is_read_again);
}
