/* The time of day, as the time server told it. lwIP's SNTP calls net_time_arrived(). */
#include "lwip/opt.h"

#include "base/utc.h"
#include "crawlbox_version.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"

enum {
    DAY_S = 86400,
    LIFE_S = 20 * 365 * DAY_S,
};

static uint64_t utc_at_start_ms; /* when the box started; 0: not known yet */

/* A date from before this program was made, or long after anybody uses it, is wrong or a lie:
 * certificates would pass that must not, or none at all, and stored pages would have that date for good.
 * A day less is allowed, since the clock of whoever made the commit may have been ahead. */
static bool is_possible_date(uint32_t seconds)
{
    return seconds >= CRAWLBOX_MADE_S - DAY_S && seconds - CRAWLBOX_MADE_S + DAY_S < LIFE_S;
}

void net_time_arrived(uint32_t seconds, uint32_t microseconds)
{
    if (!is_possible_date(seconds)) {
        struct utc utc = utc_from_seconds(seconds);
        log_warning("network: the time server says %u-%02u-%02u, which cannot be: not taken. Set 'ntp' to "
                    "another one.",
                    utc.year, utc.month, utc.day);
        return;
    }
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
