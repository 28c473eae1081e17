/* Chooses which name server net_resolve() (port/net.h) asks, if not those of the machine. */
#ifndef CRAWLBOX_BOARDS_NATIVE_RESOLVE_H
#define CRAWLBOX_BOARDS_NATIVE_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>

/* From now on only this server is asked, and /etc/hosts is not looked at. */
void resolve_use_server(uint32_t address, uint16_t port);

/* Says whether the address is that of a name server that is asked. */
bool resolve_asks(uint32_t address);

#endif
