/*
 * Reachability: can the box reach anybody at all? A router answers while the line behind it is down. Every
 * name and every server then fails, and a crawl that blamed them would give up hundreds of sites in a day.
 * So after several tries in a row that nobody answered, the box asks servers that did answer before. If none
 * of them does, the line is down, and no server is to blame. If one does, the others really are dead.
 *
 *     switch (reach_state(&reach, now_ms)) {
 *     case REACH_UP: ...
 *     case REACH_DOUBTED:             // connect to reach.server[0], [1] ... until one answers
 *         if (status == STATUS_OK || status == STATUS_REFUSED)
 *             reach_heard(&reach, address, now_ms);
 *         else if (was_last)
 *             reach_cut(&reach, now_ms);
 *     case REACH_CUT: ...
 *     }
 *
 * While the line is cut, the crawl may make one try a minute, in case the known servers are gone and not the
 * line. For the same reason the box forgets these servers after a day without any answer. struct reach, 28
 * bytes, is all zero to begin with.
 */
#ifndef CRAWLBOX_FETCH_REACH_H
#define CRAWLBOX_FETCH_REACH_H

#include <stdbool.h>
#include <stdint.h>

enum { REACH_SERVERS = 4 };

struct reach {
    uint32_t server[REACH_SERVERS]; /* who answered lately, the latest first; 0: nobody yet */
    uint32_t heard_ms;              /* when one of them answered last */
    uint32_t cut_ms;                /* when they were asked and none answered */
    uint8_t silent;                 /* tries in a row that nobody answered */
    bool is_cut;
};

enum reach_state { REACH_UP, REACH_DOUBTED, REACH_CUT };

/* A server answered, even if it only refused the connection. */
void reach_heard(struct reach *reach, uint32_t address, uint32_t now_ms);

/* A name could not be found, or a server did not answer. */
void reach_silence(struct reach *reach);

enum reach_state reach_state(struct reach *reach, uint32_t now_ms);

/* None of the known servers answered. */
void reach_cut(struct reach *reach, uint32_t now_ms);

#endif
