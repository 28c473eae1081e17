#include "suite.h"
#include "base/status.h"

static void every_code_has_a_phrase_of_its_own(void)
{
    for (int code = STATUS_VERSION; code <= STATUS_OK; code++) {
        TEST_ASSERT_NOT_EQUAL(0, strcmp("unknown error", status_text(code)));
        for (int other = STATUS_VERSION; other < code; other++)
            TEST_ASSERT_NOT_EQUAL(0, strcmp(status_text(other), status_text(code)));
    }
}

static void counts_are_success(void)
{
    TEST_ASSERT_EQUAL_STRING("ok", status_text(42));
}

static void codes_from_nowhere_are_admitted(void)
{
    TEST_ASSERT_EQUAL_STRING("unknown error", status_text(-9999));
}

SUITE(status)
{
    RUN_TEST(every_code_has_a_phrase_of_its_own);
    RUN_TEST(counts_are_success);
    RUN_TEST(codes_from_nowhere_are_admitted);
}
