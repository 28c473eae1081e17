/*
 * The address guard: which addresses of the Internet the box may talk to. It sits inside a library's network
 * and must never be lured into it. So the guard looks at every address after its name was resolved, also
 * those of redirects.
 *
 *     const char *why = guard_refuses(address, is_own, allowed, allowed_count);
 *     if (why != NULL)
 *         log_warning("%s: %s", host, why);             "a private address"
 *
 * Not every library's network has private addresses, so the guard also refuses the network that the box is in
 * (net_is_own() in app/port/net.h). An operator may allow ranges by name (`allow = 198.18.0.0/15`), for a
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

/* NULL if the box may connect to the address, else what kind of address it is, in plain words. `is_own` says
 * that it belongs to the network that the box is in. */
const char *guard_refuses(uint32_t address, bool is_own, const struct guard_range *allowed,
                          size_t allowed_count);

/* Reads a range such as "198.18.0.0/15", or one address without a slash, up to the end of the text.
 * STATUS_INVALID if the text is no range, or if bits behind the prefix are set: that is a typing error, and
 * would allow more than was meant. */
int guard_parse_range(struct guard_range *range, const char *text);

/* Does something else than a web server listen at this port (mail, remote shells, ...)? A link must not make
 * the box talk to it. */
bool guard_refuses_port(uint16_t port);

#endif
