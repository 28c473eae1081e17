/*
 * POSIX as a platform (port/platform.h): roles are threads of the program.
 *
 *     thread_start(ROLE_console, serve_lines);          runs serve_lines() in a thread
 *     thread_begin(ROLE_crawler);                       makes the calling thread this one
 *
 * A program without such threads calls nothing of this: checking in is then without effect, and whoever
 * sleeps does so for the whole time. While a thread waits for the card inside the kernel it counts as alive:
 * a card may take its time, the kernel has a limit of its own for that, and to restart a program does not
 * make a card faster.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_THREADS_H
#define CRAWLBOX_BOARDS_NATIVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "appliance/watch.h"

extern struct watch threads_watch;

/* Starts a thread; false: the machine has no more of them. */
bool thread_start(enum role role, void (*run)(void));

/* Makes the calling thread this one. */
void thread_begin(enum role role);

/* Around a call of the kernel that ends when the card has answered. */
void thread_waits_for_card(bool waits);

bool thread_runs(enum role role);

/* How long it has worked since it began, in microseconds; wraps. */
uint32_t thread_worked_us(enum role role);

#endif
