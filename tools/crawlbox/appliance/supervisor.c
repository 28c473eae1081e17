/* The supervisor (appliance/watch.h) as a thread. Whoever runs services may hold the watchdog (systemd, by a
 * datagram). If a thread stays silent, the program starts itself anew in its own place; all that it must not
 * forget is on the card. */
#include "appliance/appliance.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "port/clock.h"
#include "port/log.h"
#include "port/platform.h"
#include "threads.h"

enum {
    FEED_MS = 1000,
    STATUS_SIZE = 200,
};

/* Handed on from one start to the next. */
static const char reason_name[] = "CRAWLBOX_RESTARTED";

static char **program_arguments;
static char reason[STATUS_SIZE];

void supervisor_init(char **arguments)
{
    const char *why = getenv(reason_name);
    program_arguments = arguments;
    snprintf(reason, sizeof reason, "%s", why != NULL ? why : "");
    unsetenv(reason_name);
}

const char *supervisor_reason(void)
{
    return reason[0] != '\0' ? reason : NULL;
}

void supervisor_start_anew(const char *why)
{
    dialogues_close();
    setenv(reason_name, why, 1);
    execv("/proc/self/exe", program_arguments);
    log_error("Cannot start anew: %s.", strerror(errno));
}

/* ---- Whoever runs services ---- */

void supervisor_notify(const char *message)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (name == NULL || name[0] == '\0' || strlen(name) >= sizeof address.sun_path)
        return;
    size_t length = strlen(name);
    memcpy(address.sun_path, name, length);
    if (address.sun_path[0] == '@') /* a name that is no path */
        address.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    (void)sendto(fd, message, strlen(message), MSG_NOSIGNAL | MSG_DONTWAIT, (const struct sockaddr *)&address,
                 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(fd);
}

static void feed_watchdog(void)
{
    static char told[STATUS_SIZE];
    static uint32_t fed_ms;
    char message[STATUS_SIZE];
    snprintf(message, sizeof message, "WATCHDOG=1\nSTATUS=%s", session_sentence(&appliance.session));
    if (clock_ms_short() - fed_ms < FEED_MS && strcmp(message, told) == 0)
        return;
    fed_ms = clock_ms_short();
    memcpy(told, message, sizeof told);
    supervisor_notify(message);
}

/* ---- What the threads use ---- */

static struct {
    uint32_t began_us;
    uint32_t worked_us[ROLE_COUNT];
    unsigned tenths[ROLE_COUNT];
} load;

static void measure_load(void)
{
    uint32_t whole = clock_us() - load.began_us;
    load.began_us += whole;
    for (unsigned i = 0; i < ROLE_COUNT; i++) {
        uint32_t worked = thread_worked_us(i);
        load.tenths[i] = (unsigned)((uint64_t)(worked - load.worked_us[i]) * 1000 / (whole + 1));
        load.worked_us[i] = worked;
    }
}

unsigned supervisor_load(unsigned thread)
{
    return load.tenths[thread];
}

/* ---- The thread ---- */

static void start_anew_for(enum role silent)
{
    char why[STATUS_SIZE];
    snprintf(why, sizeof why, "task %s has not answered for %lu ms", watch_name(silent),
             (unsigned long)watch_silent_ms(&threads_watch, silent));
    supervisor_start_anew(why);
}

void supervisor_run(void)
{
    load.began_us = clock_us();
    for (unsigned round = 0;; round++) {
        platform_sleep(WATCH_PERIOD_MS);
        if (round % (WATCH_WINDOW_MS / WATCH_PERIOD_MS) == 0)
            measure_load();
        if (watch_turn(&threads_watch))
            feed_watchdog();
        else if (watch_bites(&threads_watch))
            start_anew_for(watch_overdue(&threads_watch));
    }
}
