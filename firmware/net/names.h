/*
 * lwIP's table of names, which has no door: lwIP keeps answers until the table is full, and then the one goes
 * that was asked for first. With these two the one goes that was used least lately, and an answer that nobody
 * needs again makes room for the next of its kind. The caller holds the lock of lwIP.
 */
#ifndef CRAWLBOX_NET_NAMES_H
#define CRAWLBOX_NET_NAMES_H

#include <stdbool.h>

/* Returns whether the address of the host is known. Then it is used now. */
bool names_use(const char *host);

/* Forgets the address of the host. */
void names_drop(const char *host);

#endif
