#include "threads.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "port/platform.h"

enum { US_PER_S = 1000000, NS_PER_US = 1000, ALL_ROLES = (1u << ROLE_COUNT) - 1 };

/* Nobody checks in before there are threads. */
struct watch threads_watch = {.excused = ALL_ROLES};

static struct {
    pthread_t handle;
    void (*run)(void);
    int wake; /* an event: somebody has woken the thread */
    atomic_bool runs;
} threads[ROLE_COUNT];

static _Thread_local enum role self = ROLE_COUNT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- The platform ---- */

void platform_lock(void)
{
    pthread_mutex_lock(&lock);
}

void platform_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

enum role platform_self(void)
{
    return self;
}

void platform_check_in(void)
{
    if (self < ROLE_COUNT)
        watch_check_in(&threads_watch, self);
}

void platform_sleep(uint32_t ms)
{
    struct pollfd event = {.fd = self < ROLE_COUNT ? threads[self].wake : -1, .events = POLLIN};
    uint64_t count;
    if (event.fd < 0)
        clock_sleep_ms(ms);
    else if (poll(&event, 1, (int)ms) > 0 && read(event.fd, &count, sizeof count) < 0)
        errno = 0; /* somebody else was woken by it */
}

/* Also called by handlers of signals. */
void platform_wake(enum role role)
{
    const uint64_t one = 1;
    if (role >= ROLE_COUNT || !threads[role].runs)
        return;
    ssize_t written = write(threads[role].wake, &one, sizeof one);
    (void)written; /* it is full: then the thread is awake */
}

/* ---- Threads ---- */

void thread_begin(enum role role)
{
    self = role;
    threads[role].handle = pthread_self();
    threads[role].wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    watch_excuse(&threads_watch, role, false);
    threads[role].runs = true;
}

static void *thread_main(void *number)
{
    enum role role = (enum role)(uintptr_t)number;
    thread_begin(role);
    threads[role].run();
    threads[role].runs = false;
    watch_excuse(&threads_watch, role, true);
    return NULL;
}

/* Signals are for the thread that began it all: it is the one that ends the program. */
bool thread_start(enum role role, void (*run)(void))
{
    sigset_t all, before;
    pthread_t handle;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    threads[role].run = run;
    bool is_started = pthread_create(&handle, NULL, thread_main, (void *)(uintptr_t)role) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_started)
        pthread_detach(handle);
    return is_started;
}

void thread_waits_for_card(bool waits)
{
    if (self < ROLE_COUNT)
        watch_excuse(&threads_watch, self, waits);
}

bool thread_runs(enum role role)
{
    return threads[role].runs;
}

uint32_t thread_worked_us(enum role role)
{
    clockid_t clock;
    struct timespec worked;
    if (!threads[role].runs || pthread_getcpuclockid(threads[role].handle, &clock) != 0 ||
        clock_gettime(clock, &worked) != 0)
        return 0;
    return (uint32_t)((uint64_t)worked.tv_sec * US_PER_S + (uint64_t)worked.tv_nsec / NS_PER_US);
}
