/*
 * What a unit test suite includes. A suite is one file, tests/unit/ROOM/test_NAME.c:
 *
 *     #include "suite.h"
 *     #include "read/url/url.h"
 *
 *     static void lower_cases_the_host(void) { ... TEST_ASSERT_EQUAL_STRING(...); }
 *
 *     SUITE(url)
 *     {
 *         RUN_TEST(lower_cases_the_host);
 *     }
 *
 * The build finds it by its name and makes two tests of it: unit_NAME on the host, and target_NAME, the same
 * code on the Cortex-M3 in QEMU with 64 KB of RAM and 256 KB of flash. So a suite uses no files, no heap, no
 * stdio. Tests that need a host's services belong in tests/host.
 */
#ifndef CRAWLBOX_UNIT_SUITE_H
#define CRAWLBOX_UNIT_SUITE_H

#include <string.h>

#include "unity.h"

#define SUITE(name)                                                                                          \
    void suite_run(void);                                                                                    \
    const char suite_name[] = #name;                                                                         \
    void suite_run(void)

void suite_run(void);
extern const char suite_name[];

#endif
