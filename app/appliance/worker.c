#include "appliance/worker.h"

#include "base/numbers.h"
#include "base/status.h"
#include "port/clock.h"
#include "port/platform.h"

enum {
    SLEEP_MOST_MS = 1000, /* the card is looked at so often */
    ASKER_SLEEP_MS = 250, /* often enough for whoever watches over the roles */
};

/* ---- Whoever asks ---- */

static bool ask(struct worker *worker, int (*job)(void *context), void *context)
{
    platform_lock();
    bool is_free = worker->state == WORKER_FREE;
    if (is_free) {
        worker->job = job;
        worker->context = context;
        worker->asker = (uint8_t)platform_self();
        worker->state = WORKER_ASKED;
    }
    platform_unlock();
    return is_free;
}

/* Whether the job is done, which makes the worker free; *status is what it returned. */
static bool take_answer(struct worker *worker, bool is_impatient, int *status)
{
    platform_lock();
    bool is_done = worker->state == WORKER_DONE;
    *status = worker->status;
    if (is_done)
        worker->state = WORKER_FREE;
    else if (worker->state == WORKER_ASKED && is_impatient)
        worker->is_urged = true;
    platform_unlock();
    return is_done;
}

int worker_do(struct worker *worker, int (*job)(void *context), void *context, uint32_t patience_ms)
{
    uint32_t asked_ms = clock_ms_short();
    int status;
    if (!ask(worker, job, context))
        return STATUS_BUSY;
    platform_wake(ROLE_crawler);
    while (!take_answer(worker, clock_ms_short() - asked_ms >= patience_ms, &status)) {
        platform_check_in();
        platform_sleep(ASKER_SLEEP_MS);
    }
    return status;
}

/* ---- The worker ---- */

bool worker_is_urged(const struct worker *worker)
{
    return worker->is_urged;
}

/* From here on nobody urges: what was urged before is forgotten. */
static bool begin_job(struct worker *worker)
{
    platform_lock();
    bool is_asked = worker->state == WORKER_ASKED;
    if (is_asked)
        worker->state = WORKER_BUSY;
    worker->is_urged = false;
    platform_unlock();
    return is_asked;
}

/* Whatever took long may have swallowed the wake of who has asked meanwhile. */
static bool is_asked(struct worker *worker)
{
    platform_lock();
    bool is_asked = worker->state == WORKER_ASKED;
    platform_unlock();
    return is_asked;
}

static void end_job(struct worker *worker, int status)
{
    platform_lock();
    enum role asker = worker->asker;
    worker->status = status;
    worker->state = WORKER_DONE;
    platform_unlock();
    platform_wake(asker);
}

uint32_t worker_turn(struct worker *worker, struct slot *slot, struct session *session)
{
    platform_check_in();
    slot_tick(slot, session);
    if (begin_job(worker))
        end_job(worker, worker->job(worker->context));
    uint32_t wait_ms = session_tick(session);
    return is_asked(worker) ? 0 : smaller_of(wait_ms, SLEEP_MOST_MS);
}
