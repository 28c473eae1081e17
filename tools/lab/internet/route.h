/* Adds a route to this namespace's table through the kernel's route socket. */
#ifndef CRAWLBOX_INTERNET_ROUTE_H
#define CRAWLBOX_INTERNET_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

/* Every address of the network is this machine's own, as with `ip route add local NETWORK/BITS dev lo table
 * main`. */
bool route_add_local(uint32_t network, unsigned bits);

/* What is sent to the address vanishes, as with `ip route add blackhole ADDRESS`. True also if it did so
 * before. */
bool route_add_hole(uint32_t address);

#endif
