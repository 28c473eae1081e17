/*
 * An event loop: file descriptors that become ready, and timers, in one thread.
 *
 *     struct loop loop;
 *     loop_begin(&loop);
 *     struct loop_watch watch = {.fd = socket, .ready = accept_one, .context = &server};
 *     loop_watch(&loop, &watch, EPOLLIN);
 *     loop_run(&loop);                      (until somebody sets loop.ended)
 *
 * Watches and timers belong to the caller, who must take them out of the loop before they go. That is safe
 * anywhere, within callbacks too: one event is taken at a time.
 */
#ifndef CRAWLBOX_INTERNET_LOOP_H
#define CRAWLBOX_INTERNET_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop_watch {
    int fd;
    void (*ready)(void *context, uint32_t events); /* events: EPOLLIN and so on */
    void *context;
    bool watched;
};

struct loop_timer {
    void (*fire)(void *context); /* once for each loop_timer_set() */
    void *context;
    uint64_t at_ms;
    bool set;
    struct loop_timer *next, **link;
};

struct loop {
    int epoll;
    struct loop_timer *timers; /* the next one first */
    bool ended;
};

/* 0, or -1 with errno. */
int loop_begin(struct loop *loop);
void loop_end(struct loop *loop);

/* Waits for these events from now on, instead of those it waited for before: 0, or -1 with errno. */
int loop_watch(struct loop *loop, struct loop_watch *watch, uint32_t events);
void loop_unwatch(struct loop *loop, struct loop_watch *watch);

void loop_timer_set(struct loop *loop, struct loop_timer *timer, uint32_t in_ms);
void loop_timer_cancel(struct loop_timer *timer);

void loop_run(struct loop *loop);

/* A clock that only goes forward. */
uint64_t loop_now_ms(void);

#endif
