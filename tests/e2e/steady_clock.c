/*
 * A clock for the box in QEMU that stands still while QEMU does. Loaded before libc (LD_PRELOAD), it answers
 * for the monotonic clock, by which QEMU measures how long an idle box has slept.
 *
 * Time in which QEMU cannot run (the machine is busy with others, paused or moved) must not pass for the box:
 * its tick would come late, which to its watchdog is a hang, and the time-outs of its connections would run
 * while nobody could answer. Only QEMU's main thread wakes a box that sleeps. So the clock goes at most
 * STEP_NS beyond the moment at which that thread was to be woken, or ceased to wait: while it opens the file
 * of a card, or is ready and has no core, the box would otherwise sleep through its own watchdog.
 *
 * A busy box needs no such help: with -icount its time is counted in instructions.
 *
 * With CRAWLBOX_SKIPS_IDLE=1 in the environment months pass in minutes: what QEMU would wait for its box to
 * wake up is added to the clock at once, unless the box has just said something and may be answered.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

static const int64_t SECOND_NS = 1000000000;
static const int64_t STEP_NS = 2000000;
static const int64_t ANSWER_NS =
    20000000; /* how long by our clock an answer may take, where idle time is skipped */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t lost_ns;              /* by how much the steady clock is behind the machine's */
static int64_t limit_ns = INT64_MAX; /* how far the steady clock may go until the main thread is heard of */
static bool skips_idle;
static int64_t answer_until_ns; /* by the machine's clock: somebody may answer what the box has said */
static bool main_waits = true;  /* or has not come as far as its loop yet */

static pthread_t main_thread;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static int (*real_ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

__attribute__((constructor)) static void find_what_is_replaced(void)
{
    main_thread = pthread_self();
    *(void **)&real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    *(void **)&real_ppoll = dlsym(RTLD_NEXT, "ppoll");
    *(void **)&real_writev = dlsym(RTLD_NEXT, "writev");
    *(void **)&real_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
    skips_idle = getenv("CRAWLBOX_SKIPS_IDLE") != NULL;
}

static bool is_main_thread(void)
{
    return pthread_equal(pthread_self(), main_thread);
}

static int64_t steady_ns(int64_t now_ns)
{
    pthread_mutex_lock(&lock);
    if (now_ns - lost_ns > limit_ns)
        lost_ns = now_ns - limit_ns;
    int64_t steady = now_ns - lost_ns;
    if (!main_waits && is_main_thread())
        limit_ns = steady + STEP_NS; /* it is at work */
    pthread_mutex_unlock(&lock);
    return steady;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (real_clock_gettime == NULL)
        find_what_is_replaced(); /* another library asks before it is our turn to be begun */
    int result = real_clock_gettime(clock, time);
    if (result == 0 && clock == CLOCK_MONOTONIC) {
        int64_t steady = steady_ns(time->tv_sec * SECOND_NS + time->tv_nsec);
        time->tv_sec = steady / SECOND_NS;
        time->tv_nsec = steady % SECOND_NS;
    }
    return result;
}

static int64_t machine_ns(void)
{
    struct timespec now;
    real_clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND_NS + now.tv_nsec;
}

static struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){.tv_sec = ns / SECOND_NS, .tv_nsec = ns % SECOND_NS};
}

static void note_said(void)
{
    pthread_mutex_lock(&lock);
    answer_until_ns = machine_ns() + ANSWER_NS;
    pthread_mutex_unlock(&lock);
}

/* Frames of the box leave QEMU in one of these two ways. */
ssize_t writev(int file, const struct iovec *parts, int count)
{
    note_said();
    return real_writev(file, parts, count);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
    note_said();
    return real_sendmsg(file, message, flags);
}

/* Waits for as long as an answer may take, and adds the rest of the time to the clock. */
static int skip_idle(struct pollfd *files, nfds_t count, int64_t wait_ns, const sigset_t *signals)
{
    int64_t began_ns = machine_ns(), answer_ns = answer_until_ns - began_ns;
    int64_t real_ns = answer_ns < 0 ? 0 : answer_ns < wait_ns ? answer_ns : wait_ns;
    struct timespec real = timespec_of(real_ns);
    int result = real_ppoll(files, count, &real, signals);
    if (result != 0) {
        pthread_mutex_lock(&lock);
        answer_until_ns = 0;
        pthread_mutex_unlock(&lock);
        return result;
    }
    int64_t waited_ns = machine_ns() - began_ns;
    pthread_mutex_lock(&lock);
    if (waited_ns < wait_ns)
        lost_ns -= wait_ns - waited_ns;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* Says that the main thread begins to wait for so long, or has ceased to. */
static void note_main_thread(bool waits, int64_t wait_ns)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&lock);
    main_waits = waits;
    limit_ns = now.tv_sec * SECOND_NS + now.tv_nsec + wait_ns + STEP_NS;
    pthread_mutex_unlock(&lock);
}

/* QEMU's main thread waits here for whatever comes next. It does so without a time-out only if it waits for
 * something of its own, such as a disk: a box that sleeps always has a moment at which it is to be woken. */
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals)
{
    if (!is_main_thread())
        return real_ppoll(files, count, timeout, signals);
    int64_t wait_ns = timeout == NULL ? 0 : timeout->tv_sec * SECOND_NS + timeout->tv_nsec;
    note_main_thread(true, wait_ns);
    int result = skips_idle && wait_ns > 0 ? skip_idle(files, count, wait_ns, signals)
                                           : real_ppoll(files, count, timeout, signals);
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
