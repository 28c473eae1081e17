/* Waiting for a socket, at most until a moment of clock_ms(). */
#ifndef CRAWLBOX_NATIVE_WAIT_H
#define CRAWLBOX_NATIVE_WAIT_H

#include <stdbool.h>
#include <stdint.h>

enum wait_what { WAIT_READ, WAIT_WRITE };

/* false: the time is up. A signal does not end it. */
bool wait_for(int socket, enum wait_what what, uint64_t end_ms);

#endif
