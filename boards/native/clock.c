/* Implements port/clock.h, and the time of day of port/net.h, by the machine's clocks. */
#include "clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "port/clock.h"

#include "port/net.h"

enum { MS_PER_S = 1000, US_PER_S = 1000000, NS_PER_MS = 1000000, NS_PER_US = 1000 };

static bool passes_at_once;
static atomic_uint_fast64_t slept_ms; /* what is added to the machine's clocks */

void clock_pass_at_once(void)
{
    passes_at_once = true;
}

void clock_sleep_ms(uint32_t ms)
{
    const struct timespec time = {.tv_sec = ms / MS_PER_S, .tv_nsec = (long)(ms % MS_PER_S) * NS_PER_MS};
    if (passes_at_once)
        slept_ms += ms;
    else
        nanosleep(&time, NULL);
}

static uint64_t read_clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * MS_PER_S + (uint64_t)now.tv_nsec / NS_PER_MS + slept_ms;
}

/* Counts from the first call, as the box's clock does from its start. */
uint64_t clock_ms(void)
{
    static uint64_t began_ms;
    uint64_t ms = read_clock_ms(CLOCK_MONOTONIC);
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
    return (uint32_t)(((uint64_t)now.tv_sec + slept_ms / MS_PER_S) * US_PER_S +
                      (uint64_t)now.tv_nsec / NS_PER_US);
}

uint32_t clock_work_us(void)
{
    struct timespec worked;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &worked);
    return (uint32_t)((uint64_t)worked.tv_sec * US_PER_S + (uint64_t)worked.tv_nsec / NS_PER_US);
}

uint64_t net_utc_ms(void)
{
    return read_clock_ms(CLOCK_REALTIME);
}

uint64_t net_date_ms(void)
{
    return net_utc_ms();
}
