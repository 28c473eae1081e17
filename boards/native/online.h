/*
 * Whether this machine has a network at all, so that a crawl can wait for it instead of blaming servers.
 *
 *     if (!online())
 *         ... no cable, no lease: try nothing ...
 */
#ifndef CRAWLBOX_NATIVE_ONLINE_H
#define CRAWLBOX_NATIVE_ONLINE_H

#include <stdbool.h>

/* false: there are network interfaces, but none of them is up and has an IPv4 address. */
bool online(void);

#endif
