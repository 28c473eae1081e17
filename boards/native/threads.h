/*
 * Watches that the threads of a program live (threads.def), and measures what they use.
 *
 *     thread_begin(THREAD_console);             in the thread itself, once
 *     for (;;) {
 *         thread_check_in();                    never longer than check_in_ms without it
 *         ...
 *     }
 *
 * A program without such threads calls nothing of this; checking in is then without effect. While a thread
 * waits for the card inside the kernel it counts as alive: a card may take its time, the kernel has a limit
 * of its own for that, and to restart a program does not make a card faster.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_THREADS_H
#define CRAWLBOX_BOARDS_NATIVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

enum thread_id {
#define THREAD(name, check_in_ms, what) THREAD_##name,
#include "threads.def"
#undef THREAD
    THREAD_COUNT
};

/* Starts a thread; false: the machine has no more of them. */
bool thread_start(enum thread_id thread, void (*run)(void));

/* Makes the calling thread this one. */
void thread_begin(enum thread_id thread);

void thread_check_in(void);

/* Around a call of the kernel that ends when the card has answered. */
void thread_waits_for_card(bool waits);

bool thread_runs(enum thread_id thread);
const char *thread_name(enum thread_id thread);
uint32_t thread_silent_ms(enum thread_id thread);
uint32_t thread_limit_ms(enum thread_id thread);

/* Returns a thread that has overstepped its limit, or THREAD_COUNT if all is well. */
enum thread_id thread_overdue(void);

/* How long it has worked since it began, in microseconds; wraps. */
uint32_t thread_worked_us(enum thread_id thread);

#endif
