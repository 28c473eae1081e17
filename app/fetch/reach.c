#include "fetch/reach.h"

#include <string.h>

enum {
    DOUBT_AFTER = 4, /* tries: as many as a page gets by default before its server is blamed */
    AGAIN_MS = 60 * 1000,
    FORGET_MS = 24 * 3600 * 1000,
};

void reach_heard(struct reach *reach, uint32_t address, uint32_t now_ms)
{
    unsigned place = 0;
    while (place + 1 < REACH_SERVERS && reach->server[place] != address)
        place++;
    memmove(reach->server + 1, reach->server, place * sizeof reach->server[0]);
    reach->server[0] = address;
    reach->heard_ms = now_ms;
    reach->silent = 0;
    reach->is_cut = false;
}

void reach_silence(struct reach *reach)
{
    if (reach->silent < DOUBT_AFTER)
        reach->silent++;
}

enum reach_state reach_state(struct reach *reach, uint32_t now_ms)
{
    if (reach->silent < DOUBT_AFTER || reach->server[0] == 0)
        return REACH_UP;
    if (!reach->is_cut)
        return REACH_DOUBTED;
    if (now_ms - reach->cut_ms < AGAIN_MS)
        return REACH_CUT;
    if (now_ms - reach->heard_ms > FORGET_MS)
        memset(reach->server, 0, sizeof reach->server);
    reach->is_cut = false;
    reach->silent = DOUBT_AFTER - 1;
    return REACH_UP;
}

void reach_cut(struct reach *reach, uint32_t now_ms)
{
    reach->is_cut = true;
    reach->cut_ms = now_ms;
}
