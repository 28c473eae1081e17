/* What the suites about robots.txt share: a store, and short ways to fill and ask it. */
#ifndef CRAWLBOX_UNIT_ROBOTS_FIXTURE_H
#define CRAWLBOX_UNIT_ROBOTS_FIXTURE_H

#include "suite.h"
#include "base/status.h"
#include "read/robots/robots.h"

enum { PATH_MAX_BYTES = 1024, NOW = 1700000000 };

static uint8_t store[ROBOTS_STORE_BYTES];

static inline int parse_as(const char *agent, const char *file)
{
    struct robots_parser parser;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, robots_begin(&parser, store, sizeof store, agent, PATH_MAX_BYTES));
    robots_push(&parser, file, strlen(file));
    return robots_finish(&parser, NOW);
}

static inline int parse(const char *file)
{
    return parse_as("FooBot", file);
}

static inline bool allows(const char *path)
{
    return robots_allows(store, path, strlen(path)).allowed;
}

#define ALLOWS(path) TEST_ASSERT_TRUE_MESSAGE(allows(path), path)
#define DENIES(path) TEST_ASSERT_FALSE_MESSAGE(allows(path), path)

#endif
