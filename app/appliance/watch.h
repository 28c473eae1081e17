/*
 * Watches that whoever plays a role (roles.def) lives. One of them, the supervisor, is awake for a moment
 * four times a second, and feeds a watchdog as long as all others have checked in within their limits:
 *
 *     static struct watch watch;                   zero at first; several roles use it at a time
 *     watch_check_in(&watch, ROLE_console);        each for itself, never longer than check_in_ms apart
 *     ...
 *     if (watch_turn(&watch))                      the supervisor, each WATCH_PERIOD_MS
 *         feed_watchdog();
 *
 * When somebody falls silent, that is logged once, and the watchdog bites WATCH_BITE_MS after it was fed for
 * the last time. A platform without a watchdog of its own asks watch_bites().
 *
 * RAM: struct watch, 24 bytes.
 */
#ifndef CRAWLBOX_APPLIANCE_WATCH_H
#define CRAWLBOX_APPLIANCE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "port/roles.h"

enum {
    WATCH_PERIOD_MS = 250,
    WATCH_BITE_MS = 3000,
    WATCH_WINDOW_MS = 2000, /* the time over which the load of the roles is measured */
};

struct watch {
    _Atomic uint32_t heard_ms[ROLE_COUNT];
    _Atomic uint8_t excused; /* a bit for each role that need not check in now */
    uint8_t told;            /* 1 + the role of whose silence was told; the supervisor's own */
};

void watch_check_in(struct watch *watch, enum role role);

/* Whether the role need not check in: it has not begun, has ended, or waits in its kernel for something that
 * a restart would not make faster. */
void watch_excuse(struct watch *watch, enum role role, bool is_excused);

const char *watch_name(enum role role);
uint32_t watch_silent_ms(const struct watch *watch, enum role role);
uint32_t watch_limit_ms(enum role role); /* 0: it is not watched */

/* Returns a role that has overstepped its limit, or ROLE_COUNT if all is well. */
enum role watch_overdue(const struct watch *watch);

/* Tells in the log whose silence is new. Returns whether the watchdog may be fed. */
bool watch_turn(struct watch *watch);

/* Whether somebody has been silent for so long that a watchdog would have bitten. */
bool watch_bites(const struct watch *watch);

#endif
