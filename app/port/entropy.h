/*
 * Random bytes for keys. The chip has no true generator, so the card brings a secret seed (ENTROPY.BIN, which
 * `crawlbox card init` makes, and the box renews at each start, so that no two starts share one). It is
 * stirred with the moments at which things happen and with the noise of the analogue-digital converter.
 * Without a seed there is no TLS, and the box says so.
 *
 *     entropy_add(seed, 32, true);          true because the seed is a secret
 *     if (entropy_is_ready())
 *         entropy_take(key, 32);            STATUS_REFUSED before that
 *
 * The pool is a SHA-256 of all that was ever added; what is taken out says nothing about what was taken
 * before. It takes 40 bytes of RAM.
 */
#ifndef CRAWLBOX_PORT_ENTROPY_H
#define CRAWLBOX_PORT_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

void entropy_add(const void *bytes, size_t count, bool secret);
void entropy_stir(void); /* adds the moment of the call and the converter's noise; takes about 50 us */
void entropy_distrust(
    void); /* the secret that was added is no secret: not ready until there is another one */
bool entropy_is_ready(void);
int entropy_take(void *bytes, size_t count);

#endif
