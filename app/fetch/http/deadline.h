/*
 * When to give up on a server. There are four limits, one against each kind of server: one that never
 * accepts, one that never answers, one that falls silent, and one that sends a byte a minute for ever.
 *
 *     struct http_deadline deadline;
 *     http_deadline_begin(&deadline, &limits, now_ms);
 *     ... connected, TLS included ...      http_deadline_connected(&deadline, now_ms);
 *     ... bytes came and are dealt with    http_deadline_progress(&deadline, now_ms);
 *     int status = http_deadline_check(&deadline, now_ms);      // 0, or the fetch status to end with
 *     wait_for_data(http_deadline_left_ms(&deadline, now_ms));
 *
 * The caller has the clock, which is any counter of milliseconds and may wrap around. RAM: struct
 * http_deadline, 20 bytes.
 */
#ifndef CRAWLBOX_FETCH_HTTP_DEADLINE_H
#define CRAWLBOX_FETCH_HTTP_DEADLINE_H

#include <stdint.h>

struct http_limits {
    uint32_t connect_ms;    /* from the start to the connection */
    uint32_t first_byte_ms; /* from the connection to the first byte of the answer */
    uint32_t idle_ms;       /* between two bytes of the answer */
    uint32_t total_ms;      /* from the start to the end of the answer */
};

struct http_deadline {
    const struct http_limits *limits;
    uint32_t started_ms; /* when the fetch began */
    uint32_t since_ms;   /* when the present phase began or last made progress */
    uint32_t total_ms;   /* how long the fetch may take: the limits', or less if the caller has less time */
    uint8_t phase;
};

void http_deadline_begin(struct http_deadline *deadline, const struct http_limits *limits, uint32_t now_ms);
void http_deadline_connected(struct http_deadline *deadline, uint32_t now_ms);

/* Bytes came, and the box is done with them. The time that it needed for that (on a slow card, say) does not
 * count as silence of the server. It does count in total, so that whatever a server makes the box do has an
 * end. */
void http_deadline_progress(struct http_deadline *deadline, uint32_t now_ms);

/* 0 while there is time; then FETCH_CONNECT_TIMEOUT, FETCH_TIMEOUT, FETCH_IDLE or FETCH_TOO_SLOW. */
int http_deadline_check(const struct http_deadline *deadline, uint32_t now_ms);

/* How long it makes sense to wait for something to happen; 0: the time is up. */
uint32_t http_deadline_left_ms(const struct http_deadline *deadline, uint32_t now_ms);

#endif
