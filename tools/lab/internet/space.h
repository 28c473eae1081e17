/*
 * A network of the lab's own: a Linux network namespace that nothing can leave, with a tap device for QEMU
 * and an address for every host.
 *
 *     198.18.0.1             the lab itself: gateway, name server, time server
 *     198.18.0.2 to .9       machines on the tap device that ask by DHCP
 *     198.18.0.10 to .14     nobody
 *     all other addresses    hosts: the lab's process answers for all of them
 *
 * The namespace needs no rights where Linux lets users have namespaces of their own; elsewhere it needs root.
 */
#ifndef CRAWLBOX_INTERNET_SPACE_H
#define CRAWLBOX_INTERNET_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#define SPACE_GATEWAY      UINT32_C(0xC6120001) /* 198.18.0.1 */
#define SPACE_NETMASK      UINT32_C(0xFFFFFFF0) /* 198.18.0.0/28 */
#define SPACE_LEASE_FIRST  UINT32_C(0xC6120002) /* 198.18.0.2 */
#define SPACE_TAP          "tap0"               /* what QEMU opens */
#define SPACE_BEHIND_WIRE  "lab0" /* the lab's end, where a wire with faults lies between the two */
#define SPACE_GATEWAY_TEXT "198.18.0.1"

enum { SPACE_LEASES = 8 };

struct space {
    const char *device; /* which has the gateway's address; NULL: the machine has no tap devices */
    int wire_tap;       /* lab0's frames, -1 without a wire */
    char folder[64];    /* of temporary files, which space_leave() removes */
};

/*
 * Goes to a new namespace and sets it up. `with_wire`: tap0 and lab0 are separate devices, and it is for the
 * caller to carry frames from one to the other. `needs_tap`: a command is going to use tap0; without one the
 * lab only says so where the machine has no tap devices. False after saying why on stderr.
 */
bool space_enter(struct space *space, bool with_wire, bool needs_tap);
void space_leave(struct space *space);

#endif
