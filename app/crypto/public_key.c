#include "crypto/public_key.h"

#include <string.h>

#include "crypto/rsa.h"

enum {
    MODULUS_BYTES_MAX = 512,
    MODULUS_BYTES_MIN = 64, /* room for any digest and 11 bytes of padding around it is looked at later */
    STRONG_MODULUS_BYTES = 256,
    EXPONENT_BYTES_MAX = 4,
    POINT_WITH_BOTH_NUMBERS = 4,
};

/* Object identifiers, without tag and length. */
static const uint8_t rsa_key[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01};
static const uint8_t curve_key[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
static const uint8_t p256_name[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};
static const uint8_t p384_name[] = {0x2b, 0x81, 0x04, 0x00, 0x22};

static bool parse_modulus(struct public_key *key, struct der *bits)
{
    struct der pair, modulus, exponent;
    if (!der_take_last(bits, DER_SEQUENCE, &pair) || !der_take_number(&pair, &modulus) ||
        !der_take_number(&pair, &exponent) || der_bytes(&pair) > 0 ||
        der_bytes(&exponent) > EXPONENT_BYTES_MAX)
        return false;
    for (key->exponent = 0; exponent.at < exponent.end; exponent.at++)
        key->exponent = key->exponent << 8 | *exponent.at;
    key->number = modulus.at;
    key->bytes = der_bytes(&modulus);
    return key->bytes >= MODULUS_BYTES_MIN && key->bytes <= MODULUS_BYTES_MAX && (modulus.end[-1] & 1) != 0 &&
           key->exponent > 2 && (key->exponent & 1) != 0;
}

static bool parse_point(struct public_key *key, const struct der *curve, const struct der *bits)
{
    if (der_is(curve, p256_name, sizeof p256_name))
        key->curve = &curve_p256;
    else if (der_is(curve, p384_name, sizeof p384_name))
        key->curve = &curve_p384;
    else
        return false;
    key->bytes = key->curve->words * sizeof(uint32_t);
    key->number = bits->at + 1;
    return der_bytes(bits) == 1 + 2 * key->bytes && *bits->at == POINT_WITH_BOTH_NUMBERS;
}

bool public_key_parse(struct public_key *key, const struct der *info)
{
    struct der rest = *info, parts, algorithm, kind, curve, bits;
    *key = (struct public_key){0};
    if (!der_take_last(&rest, DER_SEQUENCE, &parts) || !der_take(&parts, DER_SEQUENCE, &algorithm) ||
        !der_take(&algorithm, DER_OBJECT, &kind) || !der_take_last(&parts, DER_BIT_STRING, &bits) ||
        der_bytes(&bits) == 0 || *bits.at++ != 0) /* bits that are left over: none */
        return false;
    if (der_is(&kind, rsa_key, sizeof rsa_key))
        return parse_modulus(key, &bits);
    return der_is(&kind, curve_key, sizeof curve_key) && der_take_last(&algorithm, DER_OBJECT, &curve) &&
           parse_point(key, &curve, &bits);
}

bool public_key_is_strong(const struct public_key *key)
{
    return key->curve != NULL || key->bytes > STRONG_MODULUS_BYTES ||
           (key->bytes == STRONG_MODULUS_BYTES && key->number[0] >= 0x80);
}

/* RSA reckons with multiples of eight words. */
static size_t words_of(const struct public_key *key)
{
    return key->curve != NULL ? key->curve->words : (key->bytes + 31) / 32 * 8;
}

size_t public_key_work_words(const struct public_key *key)
{
    size_t words = words_of(key);
    return key->curve != NULL ? 5 * words + CURVE_WORK_WORDS(words) : 2 * words + RSA_WORK_WORDS(words);
}

/* Writes what a signature holds (PKCS #1 v1.5): padding, the digest's name, the digest. Returns false if it
 * has no room. */
static bool write_padded(uint8_t *block, size_t bytes, const uint8_t *digest, size_t digest_bytes)
{
    /* DigestInfo: the lengths and the last number of the digest's name follow from its length. */
    uint8_t name[] = {0x30, 0x11, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01,
                      0x65, 0x03, 0x04, 0x02, 0,    0x05, 0x00, 0x04, 0};
    enum { KIND_AT = 14, PADDING_MIN = 11 };
    if (bytes < PADDING_MIN + sizeof name + digest_bytes)
        return false;
    name[1] = (uint8_t)(name[1] + digest_bytes);
    name[KIND_AT] = (uint8_t)(digest_bytes / 16 - 1);
    name[sizeof name - 1] = (uint8_t)digest_bytes;
    memset(block, 0xff, bytes);
    block[0] = 0;
    block[1] = 1;
    uint8_t *at = block + bytes - digest_bytes - sizeof name;
    at[-1] = 0;
    memcpy(at, name, sizeof name);
    memcpy(at + sizeof name, digest, digest_bytes);
    return true;
}

static bool verify_rsa(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
                       const struct der *signature, uint32_t *work)
{
    size_t words = words_of(key);
    uint32_t *value = work, *modulus = value + words, *rest = modulus + words;
    if (der_bytes(signature) != key->bytes)
        return false;
    words_from_bytes(value, words, signature->at, key->bytes);
    words_from_bytes(modulus, words, key->number, key->bytes);
    if (!words_are_below(value, modulus, words))
        return false;
    rsa_power(value, modulus, words, key->exponent, rest);
    if (!write_padded((uint8_t *)rest, key->bytes, digest, digest_bytes))
        return false;
    words_from_bytes(modulus, words, (const uint8_t *)rest, key->bytes);
    return memcmp(value, modulus, words * sizeof *value) == 0;
}

static bool take_scalar(struct der *from, uint32_t *to, size_t words)
{
    struct der number;
    if (!der_take_number(from, &number) || der_bytes(&number) > words * sizeof *to)
        return false;
    words_from_bytes(to, words, number.at, der_bytes(&number));
    return true;
}

static bool verify_on_curve(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
                            const struct der *signature, curve_goes_on *goes_on, uint32_t *work)
{
    size_t words = words_of(key);
    uint32_t *r = work, *s = r + words, *x = s + words, *y = x + words, *number = y + words;
    struct der rest = *signature, pair;
    work = number + words;
    if (!der_take_last(&rest, DER_SEQUENCE, &pair) || !take_scalar(&pair, r, words) ||
        !take_scalar(&pair, s, words) || der_bytes(&pair) > 0)
        return false;
    words_from_bytes(x, words, key->number, key->bytes);
    words_from_bytes(y, words, key->number + key->bytes, key->bytes);
    /* Of a digest that is longer than the curve's numbers, the beginning counts. */
    words_from_bytes(number, words, digest, digest_bytes < key->bytes ? digest_bytes : key->bytes);
    return curve_has(key->curve, x, y, work) && curve_verify(key->curve, number, r, s, x, y, goes_on, work);
}

bool public_key_verify(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
                       const struct der *signature, curve_goes_on *goes_on, uint32_t *work)
{
    return key->curve == NULL ? verify_rsa(key, digest, digest_bytes, signature, work)
                              : verify_on_curve(key, digest, digest_bytes, signature, goes_on, work);
}
