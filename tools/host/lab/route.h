/* Adds a route to this namespace's table through the kernel's route socket. */
#ifndef CRAWLBOX_LAB_ROUTE_H
#define CRAWLBOX_LAB_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

/* Every address of the network is this machine's own, as with `ip route add local NETWORK/BITS dev DEVICE`. */
bool route_add_local(uint32_t network, unsigned bits, const char *device);

#endif
