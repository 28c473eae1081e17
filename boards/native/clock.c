/* Implements port/clock.h, and the time of day of port/net.h, by the machine's clocks. */
#include "port/clock.h"

#include <time.h>

#include "port/net.h"

enum { MS_PER_S = 1000, US_PER_S = 1000000, NS_PER_MS = 1000000, NS_PER_US = 1000 };

/* Counts from the first call, as the box's clock does from its start. */
uint64_t clock_ms(void)
{
    static uint64_t began_ms;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ms = (uint64_t)now.tv_sec * MS_PER_S + (uint64_t)now.tv_nsec / NS_PER_MS;
    if (began_ms == 0)
        began_ms = ms;
    return ms - began_ms;
}

uint32_t clock_ms_short(void)
{
    return (uint32_t)clock_ms();
}

uint32_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * US_PER_S + (uint64_t)now.tv_nsec / NS_PER_US);
}

uint32_t clock_work_us(void)
{
    struct timespec worked;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &worked);
    return (uint32_t)((uint64_t)worked.tv_sec * US_PER_S + (uint64_t)worked.tv_nsec / NS_PER_US);
}

uint64_t net_utc_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * MS_PER_S + (uint64_t)now.tv_nsec / NS_PER_MS;
}

uint64_t net_date_ms(void)
{
    return net_utc_ms();
}
