/* What holds for the whole lab: its clock, its leases, and the wire to QEMU. */
#ifndef CRAWLBOX_INTERNET_SETTINGS_H
#define CRAWLBOX_INTERNET_SETTINGS_H

#include <stdint.h>

#include "internet/keyed.h"

enum { LAB_LEASE_S = 3600 };

struct lab_settings {
    int32_t clock_s;  /* how far the time server is off */
    uint32_t lease_s; /* of addresses given out by DHCP; 0: LAB_LEASE_S */
    /* The wire to the tap device: of all frames, both ways. */
    uint32_t loss_permille, duplicate_permille, reorder_permille;
    uint32_t wire_delay_ms;
    uint32_t seed;       /* of the wire's accidents */
    uint32_t hosts_lose; /* some host has losses of its own: the wire must be there for them */
};

/* Keys of a `lab` line in a description and of --set. */
extern const struct keyed_key lab_settings_keys[];

#endif
