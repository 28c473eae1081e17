#include "appliance/watch.h"

#include "base/packed.h"
#include "port/clock.h"
#include "port/log.h"

enum { BACK_WITHIN_MS = 9000 /* after a hang; the promise is 10 s, start-up included */ };

#define ROLE(name, check_in_ms, what)                                                                        \
    _Static_assert((check_in_ms) + WATCH_BITE_MS + WATCH_PERIOD_MS <= BACK_WITHIN_MS,                        \
                   "roles.def: " #name " may be silent too long for the box to be back within 10 s");
#include "port/roles.def"
#undef ROLE
_Static_assert(ROLE_COUNT <= 8, "struct watch has a byte of bits for them");

static const struct {
    const char *name;
    uint16_t limit_ms;
} roles[ROLE_COUNT] = {
#define ROLE(name, check_in_ms, what) [ROLE_##name] = {#name, check_in_ms},
#include "port/roles.def"
#undef ROLE
};

void watch_check_in(struct watch *watch, enum role role)
{
    watch->heard_ms[role] = clock_ms_short();
}

void watch_excuse(struct watch *watch, enum role role, bool is_excused)
{
    watch_check_in(watch, role);
    if (is_excused)
        watch->excused |= (uint8_t)(1u << role);
    else
        watch->excused &= (uint8_t) ~(1u << role);
}

const char *watch_name(enum role role)
{
    return roles[role].name;
}

uint32_t watch_silent_ms(const struct watch *watch, enum role role)
{
    return clock_ms_short() - watch->heard_ms[role];
}

uint32_t watch_limit_ms(enum role role)
{
    return roles[role].limit_ms;
}

enum role watch_overdue(const struct watch *watch)
{
    unsigned role = 0, excused = watch->excused;
    while (role < ROLE_COUNT && (roles[role].limit_ms == 0 || excused >> role & 1 ||
                                 watch_silent_ms(watch, role) <= roles[role].limit_ms))
        role++;
    return role;
}

static bool is_only_told(enum role role)
{
    return role == ROLE_panel || role == ROLE_COUNT;
}

bool watch_turn(struct watch *watch)
{
    enum role overdue = watch_overdue(watch);
    if (overdue != ROLE_COUNT && watch->told != overdue + 1)
        log_error("task %s has not answered for %lu ms%s", watch_name(overdue),
                  (unsigned long)watch_silent_ms(watch, overdue),
                  is_only_told(overdue) ? "" : ": restarting");
    watch->told = (uint8_t)(overdue == ROLE_COUNT ? 0 : overdue + 1);
    return is_only_told(overdue);
}

bool watch_bites(const struct watch *watch)
{
    enum role overdue = watch_overdue(watch);
    return !is_only_told(overdue) &&
           watch_silent_ms(watch, overdue) > watch_limit_ms(overdue) + WATCH_BITE_MS;
}
