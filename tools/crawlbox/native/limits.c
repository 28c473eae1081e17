#include "native/limits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "box/session.h"
#include "port/log.h"
#include "tcp_window.h"

enum { KNOWN_LEAST = 512, KNOWN_MOST = 4194304, WINDOW_LEAST_KB = 4, WINDOW_MOST_KB = 65536 };

static struct store_state_limits limits = {.sites = STATE_SITES};
static unsigned window_kb = TCP_WINDOW_KB;

static unsigned long number_between(const struct cli *cli, const char *name, unsigned long least,
                                    unsigned long most)
{
    char *end;
    unsigned long number = strtoul(cli->value, &end, 10);
    bool is_number = cli->value[0] >= '0' && cli->value[0] <= '9' && *end == '\0';
    if (!is_number || number < least || number > most)
        exit(cli_usage_error(cli, "%s must be a number from %lu to %lu, not '%s'", name, least, most,
                             cli->value));
    return number;
}

static void take_window(const struct cli *cli)
{
    window_kb = (unsigned)number_between(cli, "window", WINDOW_LEAST_KB, WINDOW_MOST_KB);
    if (!tcp_window_use(window_kb))
        exit(cli_usage_error(cli,
                             "this machine allows no window of %u KB: raise net.core.rmem_max (sysctl), or "
                             "ask for less",
                             window_kb));
}

bool limits_take(const struct cli *cli, int option)
{
    switch (option) {
    case 'n': limits.sites = (unsigned)number_between(cli, "active-sites", STATE_SITES, STATE_SLOTS); break;
    case 'k': limits.hosts = (uint32_t)number_between(cli, "known-sites", KNOWN_LEAST, KNOWN_MOST); break;
    case 'w': take_window(cli); break;
    default: return false;
    }
    return true;
}

void limits_use(struct session *session)
{
    store_state_limit(&session->box.files, &limits);
}

void limits_tell(void)
{
    log_info("Limits: %u active sites, a window of %u KB, one page at a time.", limits.sites, window_kb);
}

/* The setting of the card may ask for fewer than four. */
static unsigned active_sites_of(const struct session *session)
{
    const uint32_t *sectors = session->box.files.files.sectors;
    unsigned count = 0;
    while (count < limits.sites && sectors[state_site_file(count)] > 0)
        count++;
    unsigned set = session->settings.values.active_sites;
    return set < STATE_SITES ? set : count;
}

void limits_tell_card(const struct session *session)
{
    unsigned active = active_sites_of(session);
    uint32_t known = session->box.hosts.capacity;
    if (limits.sites > STATE_SITES && active < limits.sites)
        log_info("This card has %u active sites: its setting active_sites is below %u, or it has no room for "
                 "more.",
                 active, STATE_SITES);
    if (known + KNOWN_LEAST <= limits.hosts) /* it has a multiple of that */
        log_info("This card has room for %lu known sites: it was begun with that, or is too small for more.",
                 (unsigned long)known);
}
