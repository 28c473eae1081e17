/*
 * `net test HOST[:PORT]` of the console: finds a host, connects to it and, on port 443, shakes hands. Each
 * step says how long it took; the one that failed says what to look at.
 *
 *     return net_test(words[2]);              STATUS_INVALID: that is no port
 *
 * It is here, and not with the other commands, because it looks at certificates even where the crawl would
 * refuse them.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_NET_TEST_H
#define CRAWLBOX_DRIVERS_TLS_NET_TEST_H

/* Cuts the port off the host. */
int net_test(char *host);

#endif
