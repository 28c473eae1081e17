/*
 * A clock for the box in QEMU that stands still while QEMU does. Loaded before libc (LD_PRELOAD), it answers
 * for the monotonic clock, by which QEMU measures how long an idle box has slept.
 *
 * Time in which QEMU cannot run (the machine is busy with others, paused or moved) must not pass for the box:
 * its tick would come late, which to its watchdog is a hang, and the time-outs of its connections would run
 * while nobody could answer. There are two ways to notice it:
 *
 * - A thread of its own asks for the time a thousand times a second. Whatever lies between two questions
 *   beyond STEP_NS is time in which no thread of QEMU could run.
 * - Only QEMU's main thread wakes a box that sleeps. So the clock goes at most STEP_NS beyond the moment at
 *   which that thread ceased to wait or was to be woken: while it opens the file of a card, or is ready and
 *   has no core, the box would otherwise sleep through its own watchdog.
 *
 * A busy box needs no such help: with -icount its time is counted in instructions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND_NS = 1000000000;
static const int64_t STEP_NS = 2000000;
static const int64_t ASK_EVERY_NS = 1000000;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t last_ns;              /* what the machine's clock said when it was last asked for */
static int64_t lost_ns;              /* by how much the steady clock is behind it */
static int64_t limit_ns = INT64_MAX; /* how far the steady clock may go until the main thread is heard of */
static bool main_waits;

static bool is_main_thread(void)
{
    return gettid() == getpid();
}

static int64_t steady_ns(int64_t now_ns)
{
    pthread_mutex_lock(&lock);
    if (last_ns != 0 && now_ns - last_ns > STEP_NS)
        lost_ns += now_ns - last_ns - STEP_NS;
    if (now_ns > last_ns)
        last_ns = now_ns;
    if (last_ns - lost_ns > limit_ns)
        lost_ns = last_ns - limit_ns;
    int64_t steady = last_ns - lost_ns;
    if (!main_waits && limit_ns != INT64_MAX && is_main_thread())
        limit_ns = steady + STEP_NS; /* it is at work */
    pthread_mutex_unlock(&lock);
    return steady;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_MONOTONIC) {
        int64_t steady = steady_ns(time->tv_sec * SECOND_NS + time->tv_nsec);
        time->tv_sec = steady / SECOND_NS;
        time->tv_nsec = steady % SECOND_NS;
    }
    return result;
}

static int64_t steady_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND_NS + now.tv_nsec;
}

/* Says that the main thread begins to wait for so long, or has ceased to. */
static void note_main_thread(bool waits, int64_t wait_ns)
{
    int64_t now_ns = steady_now_ns();
    pthread_mutex_lock(&lock);
    main_waits = waits;
    limit_ns = now_ns + wait_ns + STEP_NS;
    pthread_mutex_unlock(&lock);
}

/* QEMU's main thread waits here for whatever comes next. It does so without a time-out only if it waits for
 * something of its own, such as a disk: a box that sleeps always has a moment at which it is to be woken. */
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals)
{
    static int (*real)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "ppoll");
    if (!is_main_thread())
        return real(files, count, timeout, signals);
    note_main_thread(true, timeout == NULL ? 0 : timeout->tv_sec * SECOND_NS + timeout->tv_nsec);
    int result = real(files, count, timeout, signals);
    note_main_thread(false, 0);
    return result;
}

/* What ppoll() is called in programs that were built to check the sizes of arrays. */
int __ppoll_chk(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals,
                size_t size)
{
    (void)size;
    return ppoll(files, count, timeout, signals);
}

static void *ask_for_ever(void *nothing)
{
    const struct timespec pause = {.tv_nsec = ASK_EVERY_NS};
    for (;;) {
        (void)steady_now_ns();
        nanosleep(&pause, NULL);
    }
    return nothing;
}

/* The thread hears no signal: they are QEMU's. */
__attribute__((constructor)) static void begin_to_ask(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, ask_for_ever, NULL) != 0)
        abort(); /* without it the box's time would hardly pass */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
