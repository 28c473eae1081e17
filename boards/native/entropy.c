/* Implements port/entropy.h by the kernel's generator, which needs no seed of ours. */
#include "port/entropy.h"

#include <errno.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/types.h>

#include "base/status.h"

void entropy_add(const void *bytes, size_t count, bool secret)
{
    (void)bytes;
    (void)count;
    (void)secret;
}

void entropy_stir(void)
{
}

void entropy_distrust(void)
{
}

bool entropy_is_ready(void)
{
    return true;
}

int entropy_take(void *bytes, size_t count)
{
    uint8_t *to = bytes;
    while (count > 0) {
        ssize_t got = getrandom(to, count, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return STATUS_REFUSED;
        to += got;
        count -= (size_t)got;
    }
    return STATUS_OK;
}
