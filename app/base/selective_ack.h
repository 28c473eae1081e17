/*
 * Selective acknowledgements (RFC 2018): tells the sender of a TCP stream which bytes have come early, so
 * that it sends again what was lost, all of it within one round trip, and nothing else. What is told is what
 * a ring keeps (base/stream_ring.h).
 *
 *     bytes_put32_big(options, SELECTIVE_ACK_PERMITTED);           in our SYN: we understand them
 *     bool may = selective_ack_is_permitted(options, length);      in their SYN: so do they
 *     size_t length = selective_ack_length(&ring);                 in an acknowledgement; 0: nothing is early
 *     selective_ack_write(&ring, options);
 *
 * RAM: none.
 */
#ifndef CRAWLBOX_BASE_SELECTIVE_ACK_H
#define CRAWLBOX_BASE_SELECTIVE_ACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stream_ring.h"

enum { SELECTIVE_ACK_PERMITTED = 0x01010402 }; /* the option, with two bytes of padding before it */

/* Do the options of a SYN have that one? They may be malformed: then what comes behind is not looked at. */
bool selective_ack_is_permitted(const uint8_t *options, size_t length);

/* Bytes of options that an acknowledgement needs, a multiple of 4, at most 36. */
size_t selective_ack_length(const struct stream_ring *ring);

/* Writes as many bytes: first the island that has the bytes that came last, as the RFC wants it, then the
 * others. There has to be one. */
void selective_ack_write(const struct stream_ring *ring, uint8_t *options);

#endif
