/*
 * How much a server may send to this machine before it is read: the receive window of a connection.
 *
 *     if (!tcp_window_use(256))
 *         say("the kernel does not allow a window of 256 KB");
 *
 * One connection brings a page at a time, and another may be open ahead, so the kernel has at most four times
 * this much memory for the program: it takes as much again for what it needs beside the bytes.
 */
#ifndef CRAWLBOX_NATIVE_TCP_WINDOW_H
#define CRAWLBOX_NATIVE_TCP_WINDOW_H

#include <stdbool.h>

/* What is left of a box's page arena for a window, at the most. */
enum { TCP_WINDOW_KB = 32 };

/* From now on connections have this window. Returns false if the kernel gives less. */
bool tcp_window_use(unsigned kb);

#endif
