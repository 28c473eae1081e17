/* Whatever certificates a server sends, one behind the other: the way up to a trusted authority ends, takes
 * no more signatures than a handshake is given, makes no step outside of the record, and only what a trusted
 * key has signed is good. The input says which signatures hold, so that every way up is gone. */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* as tls_certificates.c */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mbedtls/x509_crt.h"

#include "../unit/certificate_fixture.h"
#include "base/status.h"
#include "crypto/certificate.h"
#include "tls/tls_keys.h"
#include "tls/tls_roots.h"

enum { CERTIFICATES_MAX = 12, LENGTH_BYTES = 3, SIGNATURES_MAX = 10, UTC_2026_11_18 = 1795000000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    const uint8_t *data; /* what is left of the input */
    size_t size;
    struct der root; /* the last that was read */
    int signatures_left;
    bool is_trusted; /* a root's key has verified a signature */
} run;

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

static unsigned next_byte(void)
{
    if (run.size == 0)
        return 0;
    run.size--;
    return *run.data++;
}

void *tls_calloc(size_t count, size_t bytes)
{
    return calloc(count, bytes);
}

void tls_free(void *piece)
{
    free(piece);
}

int64_t tls_time(int64_t *seconds)
{
    (void)seconds;
    return UTC_2026_11_18;
}

int tls_may_check_signature(void)
{
    return run.signatures_left > 0;
}

int tls_verify(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
               const struct der *signature)
{
    check(run.signatures_left-- > 0);
    check(digest != NULL && digest_bytes >= 32 && digest_bytes <= 64 && signature->at <= signature->end);
    bool holds = next_byte() & 1;
    run.is_trusted |= holds && key->number >= run.root.at && key->number < run.root.end;
    return holds;
}

/* Two authorities are trusted that bear one name, and one that is too old to say that it is one. */
int tls_roots_read(const struct der *name, int nth, struct der *root)
{
    static const struct {
        const uint8_t *bytes;
        size_t count;
    } roots[] = {{root_certificate, sizeof root_certificate},
                 {narrow_certificate, sizeof narrow_certificate},
                 {old_certificate, sizeof old_certificate},
                 {root_certificate, sizeof root_certificate}};
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        struct certificate certificate;
        check(certificate_parse(&certificate, roots[i].bytes, roots[i].count));
        if (!der_equal(&certificate.subject, name) || nth-- > 0)
            continue;
        uint8_t *copy = malloc(roots[i].count);
        check(copy != NULL);
        memcpy(copy, roots[i].bytes, roots[i].count);
        run.root = *root = (struct der){copy, copy + roots[i].count};
        return STATUS_OK;
    }
    return STATUS_NOT_FOUND;
}

/* Writes one of the certificates, some with bytes changed: how many, where and how. Returns its length. */
static size_t write_certificate(uint8_t *to)
{
    static const struct {
        const uint8_t *bytes;
        size_t count;
    } kinds[] = {
        {server_certificate, sizeof server_certificate}, {middle_certificate, sizeof middle_certificate},
        {root_certificate, sizeof root_certificate},     {old_certificate, sizeof old_certificate},
        {client_certificate, sizeof client_certificate}, {narrow_certificate, sizeof narrow_certificate}};
    unsigned kind = next_byte(), changes = kind >> 4;
    size_t bytes = kinds[kind % 6].count;
    memcpy(to + LENGTH_BYTES, kinds[kind % 6].bytes, bytes);
    while (changes-- > 0) {
        unsigned at = next_byte();
        to[LENGTH_BYTES + (at | next_byte() << 8) % bytes] = (uint8_t)next_byte();
    }
    to[0] = 0;
    to[1] = (uint8_t)(bytes >> 8);
    to[2] = (uint8_t)bytes;
    return LENGTH_BYTES + bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t record[CERTIFICATES_MAX * 512];
    run.data = data;
    run.size = size;
    run.signatures_left = SIGNATURES_MAX;
    run.is_trusted = false;
    run.root = (struct der){NULL, NULL};
    size_t bytes = 0;
    for (unsigned count = 1 + next_byte() % CERTIFICATES_MAX; count > 0; count--)
        bytes += write_certificate(record + bytes);
    uint8_t *copy = malloc(bytes); /* so that a step too far is seen */
    check(copy != NULL);
    memcpy(copy, record, bytes);
    mbedtls_x509_crt chain;
    mbedtls_x509_crt_init(&chain);
    int error = 0;
    for (size_t at = 0; at < bytes && error == 0;) {
        size_t count = (size_t)copy[at + 1] << 8 | copy[at + 2];
        error = mbedtls_x509_crt_parse_der_nocopy(&chain, copy + at + LENGTH_BYTES, count);
        at += LENGTH_BYTES + count;
    }
    uint32_t flaws = 0;
    if (error == 0) {
        error = mbedtls_x509_crt_verify_with_ca_cb(&chain, NULL, NULL, NULL, "www.example.th", &flaws, NULL,
                                                   NULL);
        check((error == 0) == (flaws == 0));
        check(error != 0 || run.is_trusted);
    }
    free(copy);
    return 0;
}
