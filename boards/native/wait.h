/* Waits for a socket, at most until a moment of clock_ms(). */
#ifndef CRAWLBOX_BOARDS_NATIVE_WAIT_H
#define CRAWLBOX_BOARDS_NATIVE_WAIT_H

#include <stdint.h>

enum wait_what { WAIT_READ, WAIT_WRITE };

/* Returns STATUS_OK, STATUS_TIMEOUT, or STATUS_CALLED_OFF (port/net.h). A signal does not end it by
 * itself. */
int wait_for(int socket, enum wait_what what, uint64_t end_ms);

#endif
