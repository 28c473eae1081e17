#include "threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "port/clock.h"

enum { US_PER_S = 1000000, NS_PER_US = 1000 };

static const struct {
    const char *name;
    uint32_t limit_ms;
} table[THREAD_COUNT] = {
#define THREAD(name, check_in_ms, what) [THREAD_##name] = {#name, check_in_ms},
#include "threads.def"
#undef THREAD
};

static struct {
    pthread_t handle;
    void (*run)(void);
    _Atomic uint32_t checked_in_ms;
    atomic_bool runs, waits_for_card;
} threads[THREAD_COUNT];

static _Thread_local enum thread_id self = THREAD_COUNT;

void thread_check_in(void)
{
    if (self < THREAD_COUNT)
        threads[self].checked_in_ms = clock_ms_short();
}

void thread_begin(enum thread_id thread)
{
    self = thread;
    threads[thread].handle = pthread_self();
    thread_check_in();
    threads[thread].runs = true;
}

static void *thread_main(void *number)
{
    enum thread_id thread = (enum thread_id)(uintptr_t)number;
    thread_begin(thread);
    threads[thread].run();
    threads[thread].runs = false;
    return NULL;
}

/* Signals are for the thread that began it all: it is the one that ends the program. */
bool thread_start(enum thread_id thread, void (*run)(void))
{
    sigset_t all, before;
    pthread_t handle;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    threads[thread].run = run;
    bool is_started = pthread_create(&handle, NULL, thread_main, (void *)(uintptr_t)thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_started)
        pthread_detach(handle);
    return is_started;
}

void thread_waits_for_card(bool waits)
{
    if (self >= THREAD_COUNT)
        return;
    thread_check_in();
    threads[self].waits_for_card = waits;
}

bool thread_runs(enum thread_id thread)
{
    return threads[thread].runs;
}

const char *thread_name(enum thread_id thread)
{
    return table[thread].name;
}

uint32_t thread_silent_ms(enum thread_id thread)
{
    return clock_ms_short() - threads[thread].checked_in_ms;
}

uint32_t thread_limit_ms(enum thread_id thread)
{
    return table[thread].limit_ms;
}

enum thread_id thread_overdue(void)
{
    for (unsigned i = 0; i < THREAD_COUNT; i++)
        if (table[i].limit_ms != 0 && threads[i].runs && !threads[i].waits_for_card &&
            thread_silent_ms(i) > table[i].limit_ms)
            return i;
    return THREAD_COUNT;
}

uint32_t thread_worked_us(enum thread_id thread)
{
    clockid_t clock;
    struct timespec worked;
    if (!threads[thread].runs || pthread_getcpuclockid(threads[thread].handle, &clock) != 0 ||
        clock_gettime(clock, &worked) != 0)
        return 0;
    return (uint32_t)((uint64_t)worked.tv_sec * US_PER_S + (uint64_t)worked.tv_nsec / NS_PER_US);
}
