/*
 * The network as everybody but its owner sees it: names, the time of day, and whether it is worth trying at
 * all. The image implements it over lwIP (firmware/net), the host's program over the machine's own network
 * (boards/native).
 *
 *     uint32_t address;
 *     int status = net_resolve("www.example.th", &address, 10000);
 *     if (status == STATUS_OK && !net_is_own(address))
 *         ... connect (tcp_stream.h) ...
 *
 * Functions that wait may be called from any task but `net`.
 */
#ifndef CRAWLBOX_PORT_NET_H
#define CRAWLBOX_PORT_NET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What takes long can be called off: once asked() is true, whatever waits for the network ends with
 * STATUS_CALLED_OFF. net_goes_on() is for the middle of long work: the supervisor hears that the task lives,
 * and less urgent tasks get a turn; it returns false when the work has been called off.
 */
void net_call_off_when(bool (*asked)(void));
bool net_goes_on(void);

/* Whether the box has a cable and an address. `heard` gets a count that grows with each frame that
 * arrives. */
bool net_is_ready(uint32_t *heard);

/* Whether anybody is there: the router is asked for its own address, and any frame within that time will do.
 * true as well if there is no router to ask. */
bool net_answers(uint32_t timeout_ms);

/* Finds the address of a host, or STATUS_NOT_FOUND, STATUS_UNSUPPORTED (there is such a name, but it has no
 * IPv4 address), STATUS_TIMEOUT, STATUS_BUSY, STATUS_CALLED_OFF. Some answers are remembered. */
int net_resolve(const char *host, uint32_t *address, uint32_t timeout_ms);

/* The same for a host that nobody will connect to soon: the answer is not remembered, and takes the place of
 * none that is in use. */
int net_locate(const char *host, uint32_t *address, uint32_t timeout_ms);

/* Asks for it and does not wait: the answer is remembered for the net_resolve() that comes soon. */
void net_ask(const char *host);

/* Whether an address is of the network that the box is in, or of a router, a name or a time server that it
 * uses. */
bool net_is_own(uint32_t address);

/* Coordinated universal time in milliseconds since 1970, or 0 while no time server has answered. */
uint64_t net_utc_ms(void);

/* The same for dates on the card: as long as nobody knows the time they lie in 1970, so that nobody takes
 * them for dates. */
uint64_t net_date_ms(void);

#endif
