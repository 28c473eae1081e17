/*
 * Where TLS finds the authorities that it trusts: in CA.BIN on the card (app/fetch), from which it reads one
 * certificate at a time into the page arena.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_ROOTS_H

#include "crypto/der.h"
#include "fetch/roots.h"

/* Trusts these roots from now on. NULL: none, so that every certificate comes from an unknown issuer. */
void tls_roots_use(const struct roots *roots);

/* Reads the nth certificate, counted from 0, of the authority with this name. Returns STATUS_OK, and the
 * caller frees root->at; STATUS_NOT_FOUND, STATUS_FULL (the arena), or the card's error. */
int tls_roots_read(const struct der *name, int nth, struct der *root);

#endif
