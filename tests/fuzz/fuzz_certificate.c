/* Whatever a server sends as certificate, key or signature: refused, or read without a step outside of it,
 * and all its parts lie inside of it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/certificate_fixture.h"
#include "crypto/certificate.h"
#include "crypto/public_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

/* A signature takes long. One input of sixteen has it looked at, until its numbers are read. */
static bool has_time;

static int goes_on(void)
{
    return 0;
}

static void verify(const struct public_key *key, const struct der *signature)
{
    static const uint8_t digest[64] = {1, 2, 3};
    if (!has_time)
        return;
    uint32_t *work = malloc(public_key_work_words(key) * sizeof *work);
    check(work != NULL);
    check(!public_key_verify(key, digest, 32, signature, goes_on, work));
    free(work);
}

static void check_inside(const struct der *part, const uint8_t *data, size_t size)
{
    check(part->at == NULL || (part->at >= data && part->at <= part->end && part->end <= data + size));
}

static void read_certificate(const uint8_t *data, size_t size)
{
    struct certificate certificate;
    if (!certificate_parse(&certificate, data, size))
        return;
    check_inside(&certificate.signed_part, data, size);
    check_inside(&certificate.issuer, data, size);
    check_inside(&certificate.subject, data, size);
    check_inside(&certificate.key, data, size);
    check_inside(&certificate.signature, data, size);
    check_inside(&certificate.names, data, size);
    check_inside(&certificate.purposes, data, size);
    certificate_is_for_host(&certificate, "www.example.th");
    certificate_is_for_host(&certificate, "192.0.2.7");
    certificate_is_for_servers(&certificate);
    certificate_may_issue(&certificate, true, &certificate, 1);
    struct public_key key;
    if (public_key_parse(&key, &certificate.key))
        verify(&key, &certificate.signature);
}

static void read_bytes(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1); /* so that a step too far is seen */
    check(copy != NULL);
    memcpy(copy, data, size);
    read_certificate(copy, size);
    struct public_key key;
    struct der whole = {copy, copy + size};
    if (public_key_parse(&key, &whole)) {
        check(key.number >= copy && key.number + key.bytes * (key.curve != NULL ? 2 : 1) <= copy + size);
        verify(&key, &whole);
    }
    free(copy);
}

/* A real certificate with some of its bytes changed: three bytes of the input say where and how. */
static void read_changed(const uint8_t *certificate, size_t bytes, const uint8_t *data, size_t size)
{
    uint8_t changed[512];
    memcpy(changed, certificate, bytes);
    for (; size >= 3; data += 3, size -= 3)
        changed[(data[0] | data[1] << 8) % bytes] = data[2];
    read_bytes(changed, bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    has_time = size % 16 == 0;
    read_bytes(data, size);
    read_changed(server_certificate, sizeof server_certificate, data, size);
    read_changed(root_certificate, sizeof root_certificate, data, size);
    read_changed(old_certificate, sizeof old_certificate, data, size);
    read_changed(middle_certificate, sizeof middle_certificate, data, size);
    return 0;
}
