/* The time of day, as the time server told it: lwIP's SNTP calls in here. */
#include "lwip/opt.h"

#include "clock.h"
#include "log.h"
#include "net.h"

static uint64_t utc_at_start_ms; /* when the box started; 0: not known yet */

void net_time_arrived(uint32_t seconds, uint32_t microseconds)
{
    bool first = utc_at_start_ms == 0;
    utc_at_start_ms = seconds * 1000ull + microseconds / 1000 - clock_ms();
    if (first)
        log_info("network: the time is known");
}

uint64_t net_utc_ms(void)
{
    return utc_at_start_ms == 0 ? 0 : utc_at_start_ms + clock_ms();
}

uint64_t net_date_ms(void)
{
    uint64_t utc_ms = net_utc_ms();
    return utc_ms != 0 ? utc_ms : clock_ms();
}
