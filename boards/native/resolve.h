/* Which name server net_resolve() (net.h) asks, if not those of the machine. */
#ifndef CRAWLBOX_NATIVE_RESOLVE_H
#define CRAWLBOX_NATIVE_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>

/* From now on only this server is asked, and /etc/hosts is not looked at. */
void resolve_use_server(uint32_t address, uint16_t port);

/* Whether it is one of the name servers that are asked. */
bool resolve_asks(uint32_t address);

#endif
