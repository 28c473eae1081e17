/*
 * The network: the task that owns lwIP and the Ethernet controller, and the lock under which other tasks may
 * call lwIP. net.c also implements port/net.h, which is what the rest of the box asks of its network.
 *
 *     net_lock();
 *     udp_send(...);                     any raw function of lwIP
 *     net_unlock();
 *
 * Callbacks of lwIP run in task `net` with the lock held: they only note what happened and wake the waiting
 * task. The box listens at no port. RAM: lwIP's pools (lwipopts.h), the task's stack (ram.def), about 150
 * bytes here.
 */
#ifndef CRAWLBOX_FIRMWARE_NET_NET_H
#define CRAWLBOX_FIRMWARE_NET_NET_H

#include <stdbool.h>
#include <stdint.h>

/* Room for bytes of a connection that have arrived and are not read yet, two segments. More of it may be
 * lent (port/tcp_stream.h). */
enum { NET_ARRIVALS_BYTES = 2 * 1460 };

struct net_arrivals {
    uint8_t bytes[NET_ARRIVALS_BYTES];
};

extern struct net_arrivals ram_arrivals;

void net_init(void); /* before the scheduler starts */

void net_lock(void);
void net_unlock(void);

/* Waits until net_wake() or for at most `ms`, and tells the supervisor that the waiting task lives. It
 * may return early, so the caller looks again at what it waits for. */
void net_wait(uint32_t ms);

/* Wakes the task that waits in net_wait(), for callbacks. NULL: nobody waits. */
void net_wake(void *task);

enum net_state {
    NET_NO_CABLE,
    NET_NO_ADDRESS, /* asking the network's DHCP server */
    NET_READY,
};

struct net_status {
    enum net_state state;
    uint8_t mac[6];
    uint32_t address, netmask, gateway, name_server; /* host byte order; 0: none */
    uint32_t frames_received, frames_sent, frames_dropped;
    uint16_t buffers, heap_bytes, connections; /* of lwIP, in use now */
    uint16_t pieces;                           /* in use in all its pools together */
};

void net_status(struct net_status *status);

/* Sets a fixed address with what goes with it (`address` 0: the network's DHCP server gives all of this),
 * and the time server for networks whose DHCP names none; the text of its name must stay. The task `net`
 * takes this over within a second. */
void net_configure(uint32_t address, uint32_t netmask, uint32_t gateway, uint32_t name_server,
                   const char *time_server);
const char *net_state_text(enum net_state state);

/* A number that others cannot guess, for ports and DNS, but not for keys. The caller holds the lock. */
uint32_t net_random(void);

#endif
