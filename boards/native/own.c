/* Implements net_is_own() of port/net.h by what this machine says about its interfaces, its router and its
 * name servers. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "port/net.h"
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

/* Returns the third field of a line of the kernel's table, a number as it lies in memory, in network byte
 * order; or 0 if the line names no router or is the heading. */
static uint32_t router_in_line(const char *line)
{
    for (int field = 0; field < 2; field++) {
        line += strcspn(line, " \t");
        line += strspn(line, " \t");
    }
    return ntohl((uint32_t)strtoul(line, NULL, 16));
}

static bool is_router(uint32_t address)
{
    char line[256];
    bool found = false;
    FILE *file = fopen("/proc/self/net/route", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = address != 0 && router_in_line(line) == address;
    if (file != NULL)
        fclose(file);
    return found;
}

bool net_is_own(uint32_t address)
{
    return is_on_an_interface(address) || is_router(address) || resolve_asks(address);
}
