/*
 * The network drop: the task that owns lwIP and the Ethernet controller, and the lock under which others may call lwIP.
 *
 *     net_lock();
 *     udp_send(...);                     any raw function of lwIP
 *     net_unlock();
 *
 *     uint32_t address;                  blocking calls, from any task but `net`:
 *     int status = net_resolve("www.example.th", &address, 10000);
 *
 * Callbacks of lwIP run in task `net` with the lock held: they note what happened and wake the waiting task, no more.
 * No port listens. RAM: lwIP's pools (lwipopts.h), the task's stack (ram.def), about 150 bytes here.
 */
#ifndef CRAWLBOX_NET_H
#define CRAWLBOX_NET_H

#include <stdbool.h>
#include <stdint.h>

void net_init(void); /* before the scheduler starts */

void net_lock(void);
void net_unlock(void);

/* Waits until net_wake() or for at most `ms`, and tells the supervisor that the waiting task lives. Wake-ups may be
 * false: look again at what you wait for. */
void net_wait(uint32_t ms);

/*
 * What takes long can be called off: once asked() is true, whatever waits for the network ends with STATUS_CALLED_OFF.
 * net_goes_on() is for the middle of long work: the supervisor hears that the task lives, and less urgent tasks get a turn;
 * false: the work has been called off.
 */
void net_call_off_when(bool (*asked)(void));
bool net_goes_on(void);

/* For callbacks: wakes the task that waits in net_wait(). */
struct net_waiter {
    void *task; /* NULL: nobody waits */
};
void net_wake(const struct net_waiter *waiter);
void net_wait_as(struct net_waiter *waiter); /* the calling task is the one to wake */

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

/* A fixed address with what goes with it (`address` 0: the network's DHCP server gives all of this), and the time server that
 * is asked if DHCP names none; its name must stay. Taken up within a second. */
void net_configure(uint32_t address, uint32_t netmask, uint32_t gateway, uint32_t name_server,
                   const char *time_server);
const char *net_state_text(enum net_state state);

/* Whether anybody is there: the router is asked for its own address, and any frame within that time will do. true as well if
 * there is no router to ask. */
bool net_answers(uint32_t timeout_ms);

/* Finds the address of a host, or STATUS_NOT_FOUND, STATUS_TIMEOUT, STATUS_BUSY, STATUS_CALLED_OFF. Answers are cached by lwIP. */
int net_resolve(const char *host, uint32_t *address, uint32_t timeout_ms);

/* Whether an address is of the network that the box is in, or of a router, a name or a time server that it uses. */
bool net_is_own(uint32_t address);

/* Coordinated universal time in milliseconds since 1970, or 0 while no time server has answered. */
uint64_t net_utc_ms(void);

/* The same for dates on the card: as long as nobody knows the time they lie in 1970, so that nobody takes them for dates. */
uint64_t net_date_ms(void);

/* A number that others cannot guess, for ports and DNS; not for keys. With the lock held. */
uint32_t net_random(void);

#endif
