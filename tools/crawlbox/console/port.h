/* The line to a box: a serial device, or a socket of QEMU. */
#ifndef CRAWLBOX_CONSOLE_PORT_H
#define CRAWLBOX_CONSOLE_PORT_H

/*
 * Opens a serial device (115,200 baud, 8N1), a UNIX socket by its path, or a TCP socket by HOST:PORT. A file
 * descriptor, or -1 after saying what is wrong and what to do. From then on SIGPIPE is ignored: that a box
 * has hung up is an error of the write.
 */
int port_open(const char *name);

#endif
