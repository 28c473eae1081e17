/*
 * Having something done where the session lives. One task (or thread) has the session (box/session.h), the
 * card and the stack for TLS; whoever else wants something done with them sends it a job and waits.
 *
 *     static int look_up(void *context) { ... }
 *     int status = crawler_do(look_up, &question);          from the console: it runs over there
 *
 * One job at a time.
 */
#ifndef CRAWLBOX_PORT_CRAWLER_H
#define CRAWLBOX_PORT_CRAWLER_H

/* What the job returned, or STATUS_BUSY if another one is being done. A page under way is waited for, but not
 * for longer than 10 s: then it is called off, and fetched again later. Whoever watches over tasks hears from
 * the one that waits. */
int crawler_do(int (*job)(void *context), void *context);

/* The same, but a page under way is waited for no longer than a second. */
int crawler_do_now(int (*job)(void *context), void *context);

#endif
