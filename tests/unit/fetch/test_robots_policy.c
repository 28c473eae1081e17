#include "suite.h"

#include "fetch/robots_policy.h"

static void the_outcome_of_the_fetch_decides(void)
{
    static const struct {
        int status, redirects;
        bool has_target;
        enum robots_action action;
    } cases[] = {
        {200, 0, false, ROBOTS_PARSE}, {206, 0, false, ROBOTS_PARSE}, {301, 0, true, ROBOTS_FOLLOW},
        {302, 4, true, ROBOTS_FOLLOW}, {303, 1, true, ROBOTS_FOLLOW}, {307, 2, true, ROBOTS_FOLLOW},
        {308, 3, true, ROBOTS_FOLLOW}, {301, 5, true, ROBOTS_ALLOW},  {302, 0, false, ROBOTS_ALLOW},
        {400, 0, false, ROBOTS_ALLOW}, {401, 0, false, ROBOTS_ALLOW}, {403, 0, false, ROBOTS_ALLOW},
        {404, 0, false, ROBOTS_ALLOW}, {410, 0, false, ROBOTS_ALLOW}, {499, 0, false, ROBOTS_ALLOW},
        {429, 0, false, ROBOTS_DEFER}, {500, 0, false, ROBOTS_DENY},  {503, 0, true, ROBOTS_DENY},
        {599, 0, false, ROBOTS_DENY},  {600, 0, false, ROBOTS_DENY},  {100, 0, false, ROBOTS_DENY},
        {-1, 0, false, ROBOTS_DENY},   {-2, 0, false, ROBOTS_DENY},   {-4, 5, true, ROBOTS_DENY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum robots_action action = robots_policy(cases[i].status, cases[i].redirects, cases[i].has_target);
        TEST_ASSERT_EQUAL_INT(cases[i].action, action);
    }
}

SUITE(robots_policy)
{
    RUN_TEST(the_outcome_of_the_fetch_decides);
}
