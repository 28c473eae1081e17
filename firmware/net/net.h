/*
 * The network drop: the task that owns lwIP and the Ethernet controller, and the lock under which others may
 * call lwIP. What the rest of the box asks of its network is in port/net.h, and implemented here.
 *
 *     net_lock();
 *     udp_send(...);                     any raw function of lwIP
 *     net_unlock();
 *
 * Callbacks of lwIP run in task `net` with the lock held: they note what happened and wake the waiting task,
 * no more. No port listens. RAM: lwIP's pools (lwipopts.h), the task's stack (ram.def), about 150 bytes here.
 */
#ifndef CRAWLBOX_FIRMWARE_NET_NET_H
#define CRAWLBOX_FIRMWARE_NET_NET_H

#include <stdbool.h>
#include <stdint.h>

/* What has arrived of a connection before it is read, where nobody lends more (port/tcp_stream.h): two
 * segments. */
enum { NET_ARRIVALS_BYTES = 2 * 1460 };

struct net_arrivals {
    uint8_t bytes[NET_ARRIVALS_BYTES];
};

extern struct net_arrivals ram_arrivals;

void net_init(void); /* before the scheduler starts */

void net_lock(void);
void net_unlock(void);

/* Waits until net_wake() or for at most `ms`, and tells the supervisor that the waiting task lives. Wake-ups
 * may be false: look again at what you wait for. */
void net_wait(uint32_t ms);

/* For callbacks: wakes the task that waits in net_wait(); NULL: nobody waits. */
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
    uint16_t buffers, heap_bytes, connections; /* of lwIP's pools that are in use now */
    uint16_t pieces;                           /* of all its pools together */
};

void net_status(struct net_status *status);

/* A fixed address with what goes with it (`address` 0: the network's DHCP server gives all of this), and the
 * time server that is asked if DHCP names none; its name must stay. Taken up within a second. */
void net_configure(uint32_t address, uint32_t netmask, uint32_t gateway, uint32_t name_server,
                   const char *time_server);
const char *net_state_text(enum net_state state);

/* A number that others cannot guess, for ports and DNS; not for keys. With the lock held. */
uint32_t net_random(void);

#endif
