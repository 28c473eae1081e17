#include "online.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <stddef.h>
#include <sys/socket.h>

/* A machine that only has itself (a network namespace, say) is not offline: its web is on it. */
bool online(void)
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
