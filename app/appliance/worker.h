/*
 * The worker: the role `crawler`, which has the session (box/session.h), the card and the stack for TLS.
 * Whoever else wants something done with them gives it a job and waits:
 *
 *     static int look_up(void *context) { ... }
 *     int status = worker_do(&worker, look_up, &question, WORKER_PATIENCE_MS);
 *
 * and the worker itself is
 *
 *     static struct worker worker;                          zero at first
 *     net_call_off_when(is_wanted);                         which asks worker_is_urged()
 *     for (;;)
 *         platform_sleep(worker_turn(&worker, &slot, &session));
 *
 * One job at a time. A page under way is waited for, but not for ever: then worker_is_urged() says so, the
 * page is called off, and is fetched again later.
 *
 * RAM: struct worker, 16 bytes.
 */
#ifndef CRAWLBOX_APPLIANCE_WORKER_H
#define CRAWLBOX_APPLIANCE_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "port/roles.h"
#include "box/session.h"
#include "box/slot.h"

enum {
    WORKER_PATIENCE_MS = 10000,  /* that a job waits for a page under way */
    WORKER_IMPATIENCE_MS = 1000, /* the same for what is urgent: most pages come within a second */
};

enum worker_state { WORKER_FREE, WORKER_ASKED, WORKER_BUSY, WORKER_DONE };

/* All but `is_urged` behind platform_lock(). The job is the asker's from FREE to ASKED and from DONE to FREE,
 * and the worker's in between. */
struct worker {
    int (*job)(void *context);
    void *context;
    int status;            /* what the job returned, when it is done */
    uint8_t state, asker;  /* enum worker_state, enum role */
    _Atomic bool is_urged; /* the job is not begun, and whoever asked is out of patience */
};

/* From any role but the worker's. What the job returned, or STATUS_BUSY if another one is being done. */
int worker_do(struct worker *worker, int (*job)(void *context), void *context, uint32_t patience_ms);

/* Whether a job waits for whatever takes long to be given up for now. */
bool worker_is_urged(const struct worker *worker);

/* The card, a job if there is one, and some decisions of the crawl. Returns how long to sleep. */
uint32_t worker_turn(struct worker *worker, struct slot *slot, struct session *session);

#endif
