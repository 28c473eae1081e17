/*
 * The crawler's task: whatever fetches pages runs here, since only this task has the stack for TLS.
 *
 *     static int fetch(void *context) { ... }
 *     int status = crawler_do(fetch, &job);          from the console: runs it over there and waits
 *
 * One job at a time. Costs the task's stack (ram.def) and 16 bytes.
 */
#ifndef CRAWLBOX_CRAWLER_H
#define CRAWLBOX_CRAWLER_H

/* What the job returned, or STATUS_BUSY if another one is being done. The caller's task checks in while it waits. A page under way
 * is waited for, but not for longer than 10 s: then it is called off, and fetched again later. */
int crawler_do(int (*job)(void *context), void *context);

/* The same, but for no longer than a second. */
int crawler_do_now(int (*job)(void *context), void *context);

#endif
