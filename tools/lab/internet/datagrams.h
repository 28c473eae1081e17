/*
 * The sockets of the small services (services.h): DHCP on the tap device, DNS and SNTP on the lab's own
 * address.
 */
#ifndef CRAWLBOX_INTERNET_DATAGRAMS_H
#define CRAWLBOX_INTERNET_DATAGRAMS_H

#include "internet/loop.h"
#include "internet/services.h"

struct datagrams {
    struct loop *loop;
    struct lab_hosts *hosts;
    const char *device; /* for DHCP; NULL: nobody can ask for an address */
    int32_t clock_s;    /* how far the time server is off */
    struct dhcp dhcp;
    struct loop_watch watch[3]; /* one for each service */
};

/* False after saying why on stderr. */
bool datagrams_begin(struct datagrams *datagrams);
void datagrams_end(struct datagrams *datagrams);

#endif
