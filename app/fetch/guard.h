/*
 * The address guard: which addresses of the Internet the box may talk to. It sits inside a library's network
 * and must never be lured into it, so every address is looked at after its name was resolved, for redirects
 * too.
 *
 *     const char *why = guard_refuses(address, is_own, allowed, allowed_count);
 *     if (why != NULL)
 *         log_warning("%s: %s", host, why);             "a private address"
 *
 * Not every library's network has private addresses: what the box itself knows of its own (net_is_own() in
 * app/port/net.h) is refused as well. An operator may allow ranges by name (`allow = 198.18.0.0/15`), for a
 * lab or an archive of their own. Costs no RAM.
 */
#ifndef CRAWLBOX_FETCH_GUARD_H
#define CRAWLBOX_FETCH_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guard_range {
    uint32_t address; /* host byte order */
    uint8_t prefix;   /* leading bits that count, 0 to 32 */
};

/* NULL if the box may connect to the address, else what kind of address it is, in plain words. `is_own`: it
 * is one of the network that the box is in. */
const char *guard_refuses(uint32_t address, bool is_own, const struct guard_range *allowed,
                          size_t allowed_count);

/* Reads "198.18.0.0/15" (or one address without a slash) up to the end of the text. STATUS_INVALID if it is
 * none, or if bits behind the prefix are set: a typing error that would allow more than was meant. */
int guard_parse_range(struct guard_range *range, const char *text);

/* Does something else than the web listen there (mail, remote shells, ...)? A link must not make the box talk
 * to it. */
bool guard_refuses_port(uint16_t port);

#endif
