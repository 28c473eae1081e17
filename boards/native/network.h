/*
 * The network as app/fetch needs it, over tcp_stream.h and tls_stream.h.
 *
 *     network_use_tls(TLS_VERIFY);
 *     harvest_init(&harvest, &port, &network, &options);
 */
#ifndef CRAWLBOX_NATIVE_NETWORK_H
#define CRAWLBOX_NATIVE_NETWORK_H

#include "fetch/fetch.h"
#include "tls_stream.h"

extern const struct fetch_port network;

void network_use_tls(enum tls_mode mode);

#endif
