/*
 * What the appliance (appliance/) asks of whatever runs its roles side by side: a kernel with tasks, or an
 * operating system with threads. firmware/kernel/platform.c and boards/native/threads.c implement it.
 *
 *     platform_lock();
 *     ... a few lines, in which nobody waits ...
 *     platform_unlock();
 *     platform_wake(ROLE_crawler);
 */
#ifndef CRAWLBOX_PORT_PLATFORM_H
#define CRAWLBOX_PORT_PLATFORM_H

#include <stdint.h>

#include "port/roles.h"

/* Keeps all other roles out of what they do behind the same lock. */
void platform_lock(void);
void platform_unlock(void);

/* The role that calls, or ROLE_COUNT if it is none of them. */
enum role platform_self(void);

/* Says that the role that calls is alive (appliance/watch.h). */
void platform_check_in(void);

/* Sleeps until somebody wakes the role that calls, or for that long. It may end earlier: whoever waits for
 * something looks again. */
void platform_sleep(uint32_t ms);

/* Ends the sleep of a role, or its next one if it does not sleep now. */
void platform_wake(enum role role);

#endif
