/*
 * Where TLS finds the authorities it trusts: CA.BIN on the card (app/fetch), one certificate at a time into
 * the arena.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H

#include "mbedtls/x509_crt.h"

#include "fetch/roots.h"

/* The roots to trust from now on; NULL: none, every certificate is from an unknown issuer. */
void tls_roots_use(const struct roots *roots);

/* For mbedtls_ssl_conf_ca_cb(): those that may have issued the child. */
int tls_roots_find(void *context, const mbedtls_x509_crt *child, mbedtls_x509_crt **candidates);

#endif
