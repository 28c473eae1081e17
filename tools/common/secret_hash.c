#include "secret_hash.h"

#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "base/keyed_hash.h"

/* Without random numbers, which no Linux of the last ten years is, the time to the nanosecond is better
 * than nothing. */
static void make_secret(uint32_t secret[KEYED_HASH_WORDS])
{
    struct timespec now;
    if (getentropy(secret, KEYED_HASH_WORDS * sizeof *secret) == 0)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    secret[0] = (uint32_t)now.tv_sec;
    secret[1] = (uint32_t)now.tv_nsec;
}

uint64_t secret_hash(const char *text, size_t length)
{
    static uint32_t secret[KEYED_HASH_WORDS];
    static bool is_made;
    if (!is_made)
        make_secret(secret);
    is_made = true;
    return keyed_hash_of(secret, text, length);
}
