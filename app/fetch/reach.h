/*
 * Whether anybody out there can be reached. A router answers while the line behind it is down; every name and
 * every server then fails, and a crawl that blamed them would give up hundreds of sites in a day. So once
 * nobody has answered several tries in a row, servers that did answer before are asked: if not one of them
 * does, the line is down, and nobody is to blame. If one does, those others really are dead.
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
 * While the line is cut, one try a minute is let through: one of the crawl's own, in case it is all the known
 * servers that have gone and not the line. For the same reason they are forgotten after a day without any
 * answer. struct reach, 28 bytes, is all zero to begin with.
 */
#ifndef CRAWLBOX_FETCH_REACH_H
#define CRAWLBOX_FETCH_REACH_H

#include <stdbool.h>
#include <stdint.h>

enum { REACH_SERVERS = 4 };

struct reach {
    uint32_t server[REACH_SERVERS]; /* who answered lately, the latest first; 0: nobody yet */
    uint32_t heard_ms;              /* when somebody did */
    uint32_t cut_ms;                /* when nobody of them did */
    uint8_t silent;                 /* tries in a row that nobody answered */
    bool is_cut;
};

enum reach_state { REACH_UP, REACH_DOUBTED, REACH_CUT };

/* A server answered, be it only to refuse. */
void reach_heard(struct reach *reach, uint32_t address, uint32_t now_ms);

/* A name could not be found, or a server did not answer. */
void reach_silence(struct reach *reach);

enum reach_state reach_state(struct reach *reach, uint32_t now_ms);

/* None of the known servers answered. */
void reach_cut(struct reach *reach, uint32_t now_ms);

#endif
