/*
 * robots.txt from a hostile site: the first bytes choose how the file is cut and how large the store is, a
 * line feed ends the path to ask for. Any chunking gives the same store; a sealed store passes its own check;
 * a store of random bytes is refused or safe.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read/robots/robots.h"

enum { PATH_BYTES_MAX = 256, NOW = 1700000000 };

static int parse(uint8_t *store, size_t size, const char *file, size_t length, size_t step)
{
    struct robots_parser parser;
    robots_begin(&parser, store, size, "FooBot", PATH_BYTES_MAX);
    for (size_t at = 0; at < length; at += step)
        robots_push(&parser, file + at, length - at < step ? length - at : step);
    return robots_finish(&parser, NOW);
}

static void check_random_store(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    if (robots_check(copy, size) == 0)
        robots_allows(copy, "/a/b", 4);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_random_store(data, size);
    if (size < 2)
        return 0;
    size_t step = 1 + data[0] % 31;
    size_t room = ROBOTS_STORE_MIN + data[1] * 4u;
    const char *file = (const char *)data + 2;
    size_t length = size - 2;
    uint8_t *whole = malloc(room), *pieces = malloc(room);

    int status = parse(whole, room, file, length, length ? length : 1);
    if (status != parse(pieces, room, file, length, step))
        abort();
    if (robots_check(whole, room) != 0 || (status > 0 && memcmp(whole, pieces, (size_t)status) != 0))
        abort();
    const char *end = memchr(file, '\n', length);
    struct robots_verdict verdict = robots_allows(whole, file, end ? (size_t)(end - file) : length);
    if (status < 0 && verdict.allowed && verdict.reason != ROBOTS_BY_RFC)
        abort();
    free(whole);
    free(pieces);
    return 0;
}
