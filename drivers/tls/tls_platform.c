/* What mbedTLS asks of a platform (tls_options.h): memory, time, and nothing that prints. */

#include "mbedtls/platform.h"
#include "mbedtls/platform_time.h"

#include "port/clock.h"
#include "port/net.h"
#include "port/page_arena.h"

void *tls_calloc(size_t count, size_t bytes)
{
    if (bytes != 0 && count > ARENA_MAX / bytes)
        return NULL;
    return page_arena_take(count * bytes);
}

void tls_free(void *piece)
{
    page_arena_give(piece);
}

int64_t tls_time(int64_t *seconds)
{
    int64_t now = (int64_t)(net_utc_ms() / 1000);
    if (seconds != NULL)
        *seconds = now;
    return now;
}

mbedtls_ms_time_t mbedtls_ms_time(void)
{
    return (mbedtls_ms_time_t)clock_ms();
}
