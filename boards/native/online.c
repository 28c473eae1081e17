/* Implements the part of port/net.h that says whether this machine has a network at all, so that a crawl
 * can wait for it instead of blaming servers. */
#include <ifaddrs.h>
#include <net/if.h>
#include <stddef.h>
#include <sys/socket.h>

#include "port/net.h"

/* Says whether the machine has a network. One that only has itself, such as a network namespace, has: its
 * web is on it. */
static bool has_network(void)
{
    struct ifaddrs *list;
    bool has_interface = false, has_address = false;
    if (getifaddrs(&list) != 0)
        return true;
    for (const struct ifaddrs *at = list; at != NULL; at = at->ifa_next) {
        if (at->ifa_flags & IFF_LOOPBACK)
            continue;
        has_interface = true;
        if (at->ifa_flags & IFF_UP && at->ifa_addr != NULL && at->ifa_addr->sa_family == AF_INET)
            has_address = true;
    }
    freeifaddrs(list);
    return has_address || !has_interface;
}

/* Sets `heard` to 0, since the machine does not count frames for us; a caller that wonders about
 * silence asks net_answers(). */
bool net_is_ready(uint32_t *heard)
{
    *heard = 0;
    return has_network();
}

/* Always says yes, since people look after the network of such a machine. */
bool net_answers(uint32_t timeout_ms)
{
    (void)timeout_ms;
    return true;
}
