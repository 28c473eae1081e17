/* net_is_own() of net.h: what this machine says about its interfaces, its router and its name servers. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>

#include "net.h"
#include "resolve.h"

static uint32_t address_of(const struct sockaddr *address)
{
    const struct sockaddr_in *in = (const void *)address;
    return ntohl(in->sin_addr.s_addr);
}

static bool is_beside(const struct ifaddrs *interface, uint32_t address)
{
    if (interface->ifa_addr == NULL || interface->ifa_addr->sa_family != AF_INET ||
        interface->ifa_netmask == NULL)
        return false;
    return ((address ^ address_of(interface->ifa_addr)) & address_of(interface->ifa_netmask)) == 0;
}

static bool is_on_an_interface(uint32_t address)
{
    struct ifaddrs *list;
    bool found = false;
    if (getifaddrs(&list) != 0)
        return false;
    for (const struct ifaddrs *at = list; at != NULL && !found; at = at->ifa_next)
        found = is_beside(at, address);
    freeifaddrs(list);
    return found;
}

/* The kernel's table has numbers as they lie in memory, in network byte order. */
static bool is_router(uint32_t address)
{
    char line[256];
    bool found = false;
    FILE *file = fopen("/proc/net/route", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        unsigned router;
        found = sscanf(line, "%*s %*x %x", &router) == 1 && router != 0 && ntohl(router) == address;
    }
    if (file != NULL)
        fclose(file);
    return found;
}

bool net_is_own(uint32_t address)
{
    return is_on_an_interface(address) || is_router(address) || resolve_asks(address);
}
