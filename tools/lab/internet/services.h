/*
 * The small services of the lab, as functions from a packet to its answer: DHCP, DNS and SNTP. No sockets
 * here: lab.c carries the packets.
 *
 *     size_t size = lab_dns_answer(hosts, packet, packet_size, answer);
 *     if (size > 0)
 *         sendto(...);                        (0: no answer)
 *
 * What comes in is a machine's under test: nothing in it is trusted.
 */
#ifndef CRAWLBOX_INTERNET_SERVICES_H
#define CRAWLBOX_INTERNET_SERVICES_H

#include <stddef.h>
#include <stdint.h>

#include "internet/hosts.h"
#include "internet/space.h"

enum { SERVICE_PACKET_MAX = 1024 }; /* room for any answer */

/* Machines that asked for an address: each keeps the one it got first. */
struct dhcp {
    uint32_t lease_s;
    size_t machines;
    uint8_t mac[SPACE_LEASES][6];
};

/* Always to be sent to everybody (255.255.255.255), port 68. */
size_t lab_dhcp_answer(struct dhcp *dhcp, const uint8_t *packet, size_t size,
                       uint8_t answer[SERVICE_PACKET_MAX]);

size_t lab_dns_answer(struct lab_hosts *hosts, const uint8_t *packet, size_t size,
                      uint8_t answer[SERVICE_PACKET_MAX]);

/* The lab's clock is the machine's, off by `offset_s`. */
size_t lab_sntp_answer(int64_t offset_s, const uint8_t *packet, size_t size,
                       uint8_t answer[SERVICE_PACKET_MAX]);

#endif
