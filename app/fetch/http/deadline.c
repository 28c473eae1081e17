#include "fetch/http/deadline.h"

#include "base/numbers.h"
#include "fetch/http/fetch_status.h"

enum phase { PHASE_CONNECT, PHASE_FIRST_BYTE, PHASE_BODY };

void http_deadline_begin(struct http_deadline *deadline, const struct http_limits *limits, uint32_t now_ms)
{
    *deadline = (struct http_deadline){limits, now_ms, now_ms, limits->total_ms, PHASE_CONNECT};
}

void http_deadline_connected(struct http_deadline *deadline, uint32_t now_ms)
{
    deadline->phase = PHASE_FIRST_BYTE;
    deadline->since_ms = now_ms;
}

void http_deadline_progress(struct http_deadline *deadline, uint32_t now_ms)
{
    deadline->phase = PHASE_BODY;
    deadline->since_ms = now_ms;
}

static uint32_t phase_limit_ms(const struct http_deadline *deadline)
{
    switch (deadline->phase) {
    case PHASE_CONNECT: return deadline->limits->connect_ms;
    case PHASE_FIRST_BYTE: return deadline->limits->first_byte_ms;
    default: return deadline->limits->idle_ms;
    }
}

/* How much is left of a limit. The difference of a counter that wraps is right because it is unsigned. */
static uint32_t left_of_limit_ms(uint32_t limit_ms, uint32_t since_ms, uint32_t now_ms)
{
    uint32_t spent_ms = now_ms - since_ms;
    return spent_ms < limit_ms ? limit_ms - spent_ms : 0;
}

int http_deadline_check(const struct http_deadline *deadline, uint32_t now_ms)
{
    if (left_of_limit_ms(phase_limit_ms(deadline), deadline->since_ms, now_ms) == 0) {
        switch (deadline->phase) {
        case PHASE_CONNECT: return FETCH_CONNECT_TIMEOUT;
        case PHASE_FIRST_BYTE: return FETCH_TIMEOUT;
        default: return FETCH_IDLE;
        }
    }
    return left_of_limit_ms(deadline->total_ms, deadline->started_ms, now_ms) == 0 ? FETCH_TOO_SLOW : 0;
}

uint32_t http_deadline_left_ms(const struct http_deadline *deadline, uint32_t now_ms)
{
    uint32_t phase_ms = left_of_limit_ms(phase_limit_ms(deadline), deadline->since_ms, now_ms);
    uint32_t total_ms = left_of_limit_ms(deadline->total_ms, deadline->started_ms, now_ms);
    return smaller_of(phase_ms, total_ms);
}
