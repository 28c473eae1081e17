/* Sends a file over a box's console with XMODEM, as `sx` does: 128-byte blocks with CRC-16. The other end is
 * app/ui. */
#ifndef CRAWLBOX_CONSOLE_XMODEM_SEND_H
#define CRAWLBOX_CONSOLE_XMODEM_SEND_H

#include <stdbool.h>
#include <stddef.h>

#include "console/talk.h"

/* The box was told to receive. False: it did not take it; the conversation goes on behind in either case. */
bool xmodem_send(struct talk *talk, const void *bytes, size_t size);

#endif
