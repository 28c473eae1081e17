/* How to say what decided. */
#include "read/robots/robots.h"

const char *robots_reason_text(enum robots_reason reason)
{
    switch (reason) {
    case ROBOTS_BY_RULE: return "a rule of robots.txt matches";
    case ROBOTS_BY_NO_RULE: return "no rule of robots.txt matches: allowed";
    case ROBOTS_BY_RFC: return "robots.txt itself may always be fetched";
    case ROBOTS_BY_ABSENCE: return "the site has no robots.txt: allowed";
    case ROBOTS_BY_FAILURE: return "robots.txt could not be fetched: denied until it can";
    case ROBOTS_BY_OVERFLOW: return "robots.txt has more rules for us than the box can hold: denied";
    case ROBOTS_BY_EFFORT:
        return "the rules of robots.txt take too long to compare with this address: denied";
    default: return "unknown reason";
    }
}
