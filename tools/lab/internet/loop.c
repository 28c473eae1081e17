#include "internet/loop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MS_PER_S = 1000, NS_PER_MS = 1000000 };

uint64_t loop_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * MS_PER_S + (uint64_t)now.tv_nsec / NS_PER_MS;
}

int loop_begin(struct loop *loop)
{
    *loop = (struct loop){.epoll = epoll_create1(EPOLL_CLOEXEC)};
    return loop->epoll < 0 ? -1 : 0;
}

void loop_end(struct loop *loop)
{
    close(loop->epoll);
}

int loop_watch(struct loop *loop, struct loop_watch *watch, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = watch};
    int operation = watch->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    if (epoll_ctl(loop->epoll, operation, watch->fd, &event) != 0)
        return -1;
    watch->watched = true;
    return 0;
}

void loop_unwatch(struct loop *loop, struct loop_watch *watch)
{
    if (watch->watched)
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, watch->fd, NULL);
    watch->watched = false;
}

void loop_timer_set(struct loop *loop, struct loop_timer *timer, uint32_t in_ms)
{
    loop_timer_cancel(timer);
    timer->at_ms = loop_now_ms() + in_ms;
    struct loop_timer **link = &loop->timers;
    while (*link && (*link)->at_ms <= timer->at_ms)
        link = &(*link)->next;
    timer->next = *link;
    timer->link = link;
    if (timer->next)
        timer->next->link = &timer->next;
    *link = timer;
    timer->set = true;
}

void loop_timer_cancel(struct loop_timer *timer)
{
    if (!timer->set)
        return;
    *timer->link = timer->next;
    if (timer->next)
        timer->next->link = timer->link;
    timer->set = false;
}

static void fire_what_is_due(struct loop *loop)
{
    uint64_t now_ms = loop_now_ms();
    while (!loop->ended && loop->timers && loop->timers->at_ms <= now_ms) {
        struct loop_timer *timer = loop->timers;
        loop_timer_cancel(timer);
        timer->fire(timer->context);
    }
}

/* Milliseconds until the next timer, or -1 if there is none: what epoll_wait() wants. */
static int patience_ms(const struct loop *loop)
{
    if (!loop->timers)
        return -1;
    uint64_t now_ms = loop_now_ms();
    return loop->timers->at_ms > now_ms ? (int)(loop->timers->at_ms - now_ms) : 0;
}

void loop_run(struct loop *loop)
{
    while (!loop->ended) {
        struct epoll_event event;
        int count = epoll_wait(loop->epoll, &event, 1, patience_ms(loop));
        if (count > 0) {
            struct loop_watch *watch = event.data.ptr;
            watch->ready(watch->context, event.events);
        } else if (count < 0 && errno != EINTR)
            return;
        fire_what_is_due(loop);
    }
}
