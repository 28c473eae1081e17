/*
 * Checks the certificates that a server sends: mbedTLS's functions for that, by app/crypto. mbedTLS's own
 * take 7 KB more of flash, and 1.5 KB of RAM for each certificate of a chain, where this needs none:
 * certificates are read where they lie, in the record that brought them, each time that one is looked at.
 *
 * A chain goes from the server's certificate to one of an authority that the box trusts (tls_roots.h). The
 * issuer of a certificate is looked for among these authorities first, then among the certificates that
 * the server sent behind it. It has the issuer's name, may issue certificates, and its key verifies the
 * signature. If there are several, one that is in its time is taken.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* where certificates lie */

#include <string.h>

#include "mbedtls/md.h"
#include "mbedtls/platform.h"
#include "mbedtls/x509_crt.h"

#include "base/status.h"
#include "crypto/certificate.h"
#include "tls/tls_keys.h"
#include "tls/tls_roots.h"

enum { DIGEST_MAX = 64, LENGTH_BYTES = 3 /* before each certificate of a record */ };

const mbedtls_x509_crt_profile mbedtls_x509_crt_profile_default; /* nobody reads it */

void mbedtls_x509_crt_init(mbedtls_x509_crt *chain)
{
    memset(chain, 0, sizeof *chain);
}

void mbedtls_x509_crt_free(mbedtls_x509_crt *chain)
{
    (void)chain; /* nothing was taken */
}

/* Called for one certificate of a record after the other: notes where the server's own lies, and where the
 * others, which follow it: v3_ext. */
int mbedtls_x509_crt_parse_der_nocopy(mbedtls_x509_crt *chain, const unsigned char *der, size_t bytes)
{
    struct certificate certificate;
    if (!certificate_parse(&certificate, der, bytes))
        return MBEDTLS_ERR_X509_INVALID_FORMAT;
    mbedtls_x509_buf *others = &chain->v3_ext;
    if (chain->raw.p != NULL) {
        if (der != others->p + others->len + LENGTH_BYTES)
            return MBEDTLS_ERR_X509_BAD_INPUT_DATA;
        others->len += LENGTH_BYTES + bytes;
        return 0;
    }
    chain->raw.p = (unsigned char *)(uintptr_t)der;
    chain->raw.len = bytes;
    chain->pk_raw.p = (unsigned char *)(uintptr_t)certificate.key.at;
    chain->pk_raw.len = der_bytes(&certificate.key);
    others->p = chain->raw.p + bytes;
    return 0;
}

/* A certificate whose issuer is looked for. */
struct step {
    struct certificate certificate;
    struct der rest;              /* of the record: certificates behind it */
    unsigned authorities_between; /* it and those below it that may count for limits */
    uint8_t digest[DIGEST_MAX];   /* of what its issuer has signed */
    uint64_t now;
};

static uint32_t flaws_of_dates(const struct certificate *certificate, uint64_t now)
{
    return now > certificate->until  ? MBEDTLS_X509_BADCERT_EXPIRED
           : now < certificate->from ? MBEDTLS_X509_BADCERT_FUTURE
                                     : 0;
}

static uint32_t flaws_of_key(const struct certificate *certificate)
{
    struct public_key key;
    bool is_good = public_key_parse(&key, &certificate->key) && public_key_is_strong(&key);
    return is_good ? 0 : MBEDTLS_X509_BADCERT_BAD_KEY;
}

static bool has_signed(const struct certificate *authority, const struct step *step)
{
    struct public_key key;
    const struct certificate *child = &step->certificate;
    return child->digest_bytes > 0 && public_key_parse(&key, &authority->key) &&
           (key.curve == NULL) == child->is_signed_with_rsa && tls_may_check_signature() &&
           tls_verify(&key, step->digest, child->digest_bytes, &child->signature);
}

static bool is_issuer(const struct certificate *authority, bool is_trusted, const struct step *step)
{
    return certificate_may_issue(authority, is_trusted, &step->certificate, step->authorities_between) &&
           has_signed(authority, step);
}

/* Looks for the issuer among authorities that are trusted. Sets the flaws that it has, and NOT_TRUSTED if
 * there is none. Returns an error of mbedTLS if nobody can tell. */
static int find_root(const struct step *step, uint32_t *flaws)
{
    *flaws = MBEDTLS_X509_BADCERT_NOT_TRUSTED;
    struct der root;
    for (int nth = 0, status; *flaws != 0; nth++) {
        status = tls_roots_read(&step->certificate.issuer, nth, &root);
        if (status == STATUS_NOT_FOUND)
            break;
        if (status != STATUS_OK)
            return MBEDTLS_ERR_X509_FATAL_ERROR;
        struct certificate authority;
        if (certificate_parse(&authority, root.at, der_bytes(&root)) && is_issuer(&authority, true, step))
            *flaws = flaws_of_dates(&authority, step->now) | flaws_of_key(&authority);
        mbedtls_free((void *)(uintptr_t)root.at);
    }
    return 0;
}

/* Takes the next certificate of a record. */
static bool take_certificate(struct der *rest, struct certificate *certificate)
{
    if (der_bytes(rest) < LENGTH_BYTES)
        return false;
    size_t bytes = (size_t)rest->at[1] << 8 | rest->at[2];
    const uint8_t *der = rest->at + LENGTH_BYTES;
    rest->at = der + bytes;
    return certificate_parse(certificate, der, bytes);
}

/* Goes on to the issuer among the certificates that the server sent. Returns false if there is none. */
static bool climb(struct step *step)
{
    struct certificate authority, found;
    struct der rest = step->rest, behind = rest;
    bool has_found = false;
    while (take_certificate(&rest, &authority)) {
        bool is_in_time = flaws_of_dates(&authority, step->now) == 0;
        if ((has_found && !is_in_time) || !is_issuer(&authority, false, step))
            continue;
        found = authority;
        behind = rest;
        has_found = true;
        if (is_in_time)
            break;
    }
    if (!has_found)
        return false;
    step->certificate = found;
    step->rest = behind;
    step->authorities_between += !certificate_is_self_issued(&found);
    return true;
}

static int digest_signed_part(struct step *step)
{
    static const mbedtls_md_type_t kinds[] = {MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512};
    const struct certificate *certificate = &step->certificate;
    if (certificate->digest_bytes == 0)
        return 0;
    return mbedtls_md(mbedtls_md_info_from_type(kinds[certificate->digest_bytes / 16 - 2]),
                      certificate->signed_part.at, der_bytes(&certificate->signed_part), step->digest);
}

static uint32_t flaws_for_host(const struct certificate *certificate, const char *host)
{
    return (certificate_is_for_host(certificate, host) ? 0 : MBEDTLS_X509_BADCERT_CN_MISMATCH) |
           (certificate_is_for_servers(certificate) ? 0 : MBEDTLS_X509_BADCERT_KEY_USAGE);
}

/* Goes up the chain, and collects its flaws. Returns an error of mbedTLS if nobody can tell them. */
static int climb_chain(struct step *step, uint32_t *flaws)
{
    for (int height = 0; height <= MBEDTLS_X509_MAX_INTERMEDIATE_CA; height++) {
        uint32_t of_root;
        *flaws |= flaws_of_dates(&step->certificate, step->now) | flaws_of_key(&step->certificate) |
                  (step->certificate.digest_bytes == 0 ? MBEDTLS_X509_BADCERT_BAD_MD : 0);
        int error = digest_signed_part(step);
        if (error == 0)
            error = find_root(step, &of_root);
        if (error != 0)
            return error;
        if (!(of_root & MBEDTLS_X509_BADCERT_NOT_TRUSTED) || !climb(step)) {
            *flaws |= of_root;
            return 0;
        }
    }
    return MBEDTLS_ERR_X509_BUFFER_TOO_SMALL; /* nobody has such a long chain */
}

int mbedtls_x509_crt_verify_with_ca_cb(mbedtls_x509_crt *chain, mbedtls_x509_crt_ca_cb_t find, void *context,
                                       const mbedtls_x509_crt_profile *profile, const char *host,
                                       uint32_t *flaws,
                                       int (*verify)(void *, mbedtls_x509_crt *, int, uint32_t *),
                                       void *verify_context)
{
    (void)find;
    (void)context;
    (void)profile;
    (void)verify;
    (void)verify_context;
    struct step step = {.rest = {chain->v3_ext.p, chain->v3_ext.p + chain->v3_ext.len},
                        .now = certificate_time((uint32_t)tls_time(NULL))};
    if (!certificate_parse(&step.certificate, chain->raw.p, chain->raw.len))
        return MBEDTLS_ERR_X509_INVALID_FORMAT;
    *flaws = flaws_for_host(&step.certificate, host);
    int error = climb_chain(&step, flaws);
    if (error != 0) {
        *flaws = UINT32_MAX;
        return error;
    }
    return *flaws != 0 ? MBEDTLS_ERR_X509_CERT_VERIFY_FAILED : 0;
}
