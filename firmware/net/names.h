/*
 * lwIP's table of names, which has no door: lwIP keeps answers until the table is full, and then the one goes
 * that was asked for first. With the last two the one goes that was used least lately, and an answer that
 * nobody needs again makes room for the next of its kind. The caller holds the lock of lwIP.
 */
#ifndef CRAWLBOX_NET_NAMES_H
#define CRAWLBOX_NET_NAMES_H

#include <stdbool.h>

/* net.c has this one: does lwIP read an answer right now whose server knows the name? If it finds no address
 * then, the name has none. */
void net_hears_names(bool knows_name);

/* Returns whether the address of the host is known. Then it is used now. */
bool names_use(const char *host);

/* Forgets the address of the host. */
void names_drop(const char *host);

#endif
