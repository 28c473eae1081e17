/*
 * A clock for the box in QEMU that stands still while QEMU does. Loaded before libc (LD_PRELOAD), it answers
 * for the monotonic clock, by which QEMU measures how long an idle box has slept.
 *
 * A thread of its own asks for the time a thousand times a second. Whatever lies between two questions beyond
 * STEP_NS is therefore time in which QEMU could not run: the machine was busy with others, paused or moved.
 * The box must not see it: its tick would come late, which to its watchdog is a hang, and the time-outs of
 * its connections would run while nobody could answer. A busy box needs no such help: with -icount its time
 * is counted in instructions.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND_NS = 1000000000;
static const int64_t STEP_NS = 2000000;
static const int64_t ASK_EVERY_NS = 1000000;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t last_ns; /* what the machine's clock said when it was last asked for */
static int64_t lost_ns; /* by how much the steady clock is behind it */

static int64_t steady_ns(int64_t now_ns)
{
    pthread_mutex_lock(&lock);
    if (last_ns != 0 && now_ns - last_ns > STEP_NS)
        lost_ns += now_ns - last_ns - STEP_NS;
    if (now_ns > last_ns)
        last_ns = now_ns;
    int64_t steady = last_ns - lost_ns;
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

static void *ask_for_ever(void *nothing)
{
    const struct timespec pause = {.tv_nsec = ASK_EVERY_NS};
    struct timespec now;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
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
