/* What a reader under test told, as one text. A suite clears `logged` before each case. */
#ifndef CRAWLBOX_TESTS_LOG_FIXTURE_H
#define CRAWLBOX_TESTS_LOG_FIXTURE_H

#include "suite.h"

static struct {
    char text[6000];
    size_t used;
} logged;

static inline void log_bytes(const char *text, size_t size)
{
    TEST_ASSERT_TRUE_MESSAGE(logged.used + size < sizeof logged.text, "the log is too small");
    memcpy(logged.text + logged.used, text, size);
    logged.used += size;
    logged.text[logged.used] = '\0';
}

static inline void log_string(const char *text)
{
    log_bytes(text, strlen(text));
}

#endif
