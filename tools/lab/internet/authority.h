/*
 * The lab's certificate authorities: two roots that a client is told of, one that nobody is, and a leaf
 * certificate for any host and kind. Keys are made when they are first needed and shared by all certificates
 * of a kind.
 *
 *     struct authority *authority = authority_new();
 *     authority_write_roots(authority, "roots.pem");
 *     X509 *leaf = authority_issue(authority, SITE_CERTIFICATE_RSA2048, "www.example.th");
 */
#ifndef CRAWLBOX_INTERNET_AUTHORITY_H
#define CRAWLBOX_INTERNET_AUTHORITY_H

#include <openssl/x509.h>

#include "source/source.h"

struct authority;

/* With its roots. NULL after saying why on stderr. */
struct authority *authority_new(void);
void authority_free(struct authority *authority);

/* Both roots that clients may trust, in PEM. False with errno. */
bool authority_write_roots(struct authority *authority, const char *path);

/* A certificate of that kind for a host; the caller frees it. NULL if OpenSSL fails. */
X509 *authority_issue(struct authority *authority, enum site_certificate kind, const char *host);

/* What belongs to it: the private key, and the chain that the server sends behind it. Both stay the
 * authority's. */
EVP_PKEY *authority_key(struct authority *authority, enum site_certificate kind);
STACK_OF(X509) * authority_chain(struct authority *authority, enum site_certificate kind);

#endif
