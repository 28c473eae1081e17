/*
 * Where TLS finds the authorities that it trusts: in CA.BIN on the card (app/fetch), from which it reads one
 * certificate at a time into the page arena.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H

#include "mbedtls/x509_crt.h"

#include "fetch/roots.h"

/* Trusts these roots from now on. NULL: none, so that every certificate comes from an unknown issuer. */
void tls_roots_use(const struct roots *roots);

/* For mbedtls_ssl_conf_ca_cb(): finds the roots that may have issued the child. */
int tls_roots_find(void *context, const mbedtls_x509_crt *child, mbedtls_x509_crt **candidates);

#endif
