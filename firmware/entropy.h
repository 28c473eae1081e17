/*
 * Randomness for keys. The chip has no true generator, so it is brought in: a secret seed on the card (ENTROPY.BIN, made by
 * `crawlbox card init`, renewed at each start so that no two starts share one), stirred with the moments at which things
 * happen and with the noise of the analogue-digital converter. Without a seed there is no TLS: the box says so.
 *
 *     entropy_add(seed, 32, true);          true: this is a secret worth a key
 *     if (entropy_is_ready())
 *         entropy_take(key, 32);            STATUS_REFUSED before that
 *
 * The pool is a SHA-256 of all that was ever added; what is taken out says nothing about what was taken before. 40 bytes.
 */
#ifndef CRAWLBOX_ENTROPY_H
#define CRAWLBOX_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

void entropy_add(const void *bytes, size_t count, bool secret);
void entropy_stir(void); /* the moment of the call and the converter's noise; costs about 50 us */
void entropy_distrust(
    void); /* the secret that was added is no secret: not ready until there is another one */
bool entropy_is_ready(void);
int entropy_take(void *bytes, size_t count);

#endif
