/*
 * Reads a certificate (X.509) as far as a client looks at it: whose it is, who issued it, for when and for
 * what, and what was signed.
 *
 *     struct certificate server, authority;
 *     if (!certificate_parse(&server, der, bytes)) ...                   none, or not understood
 *     if (certificate_is_for_host(&server, "www.example.th") && certificate_is_for_servers(&server)) ...
 *     if (certificate_may_issue(&authority, false, &server, 0)) ...      then its signature decides
 *
 * Nothing is copied: the parts stay where they were read. Names of issuers are compared byte for byte, as
 * RFC 5280 wants authorities to write them. Not looked at: policies, and where revocations are listed.
 * Refused are certificates with a critical extension that is not known here, with two of one that is, or
 * with anything where nothing belongs. 100 bytes of RAM each.
 */
#ifndef CRAWLBOX_CRYPTO_CERTIFICATE_H
#define CRAWLBOX_CRYPTO_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crypto/der.h"

struct certificate {
    uint64_t from, until;   /* as certificate_time() writes points in time */
    struct der signed_part; /* what the signature is about */
    struct der issuer, subject;
    struct der key; /* for public_key_parse() */
    struct der signature;
    struct der names;        /* other names of the subject; at = NULL: it has only its subject */
    struct der purposes;     /* at = NULL: any purpose */
    uint8_t digest_bytes;    /* of the signature: 32, 48, 64, for SHA-2; 0: another algorithm */
    bool is_signed_with_rsa; /* else with ECDSA */
    uint8_t version;         /* 1 to 3 */
    uint8_t usage; /* the first bits of the key's usage, the highest first; all, if nothing is said */
    bool is_authority;
    bool is_limited; /* to some names: which, nobody looks at here */
    int8_t
        authorities_below; /* at most so many authorities may stand between it and a server; -1: any number */
};

bool certificate_parse(struct certificate *certificate, const uint8_t *der, size_t bytes);

/* A point in time as certificates have it: 20261117143000. */
uint64_t certificate_time(uint32_t utc_seconds);

/* Says whether it names this host, which may be an address of IPv4: only names that are addresses name one.
 * `*.example.th` names all hosts of one label more; `*.th` names none. */
bool certificate_is_for_host(const struct certificate *certificate, const char *host);

/* Says whether its key may sign for a server of TLS. */
bool certificate_is_for_servers(const struct certificate *certificate);

/* Says whether the authority's name is the issuer's, and whether it may issue certificates of servers: so
 * many authorities, not counting those that issued certificates for themselves, stand between it and the
 * server. One that is trusted may be so old that its certificate does not say that it is an authority. One
 * that is limited to some names, or to other purposes (mail), may not. */
bool certificate_may_issue(const struct certificate *authority, bool is_trusted,
                           const struct certificate *child, unsigned authorities_between);

/* Says whether issuer and subject have the same name. */
bool certificate_is_self_issued(const struct certificate *certificate);

#endif
