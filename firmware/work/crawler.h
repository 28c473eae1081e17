/*
 * The crawler's task: whatever fetches pages runs here, since only this task has the stack for TLS.
 *
 *     static int fetch(void *context) { ... }
 *     int status = crawler_do(fetch, &job);          from the console: runs it over there and waits
 *
 * One job at a time. The session (box/session.h) is the task's own: others look at it, and send jobs to have
 * it do something.
 *
 * Costs the task's stack and the session (ram.def), and 16 bytes.
 */
#ifndef CRAWLBOX_FIRMWARE_WORK_CRAWLER_H
#define CRAWLBOX_FIRMWARE_WORK_CRAWLER_H

#include "box/session.h"
#include "port/crawler.h"

extern struct session ram_session;

/* Before the scheduler starts: from then on the settings may be asked for. */
void crawler_init(void);

#endif
