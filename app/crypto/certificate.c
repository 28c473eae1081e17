#include "crypto/certificate.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utc.h"

enum {
    USAGE_SIGNATURES = 0x80,
    USAGE_CERTIFICATES = 0x04,
    USAGE_ANY = 0xff,
    VERSION_MAX = 3,
    ANY_NUMBER_BELOW = -1,
};

/* Sections of a certificate, and choices among names. */
enum {
    VERSION_SECTION = 0,
    ISSUER_NUMBER = 1,
    SUBJECT_NUMBER = 2,
    EXTENSIONS_SECTION = 3,
    NAME_OF_HOST = 2,
    NAME_IS_ADDRESS = 7,
    ADDRESS_BYTES = 4,
};

/* Extensions have object identifiers that begin alike and end in one of these numbers. */
static const uint8_t extension_prefix[] = {0x55, 0x1d};
enum {
    EXTENSION_USAGE = 15,
    EXTENSION_NAMES = 17,
    EXTENSION_AUTHORITY = 19,
    EXTENSION_LIMITS = 30, /* names that an authority may issue certificates for */
    EXTENSION_POLICIES = 32,
    EXTENSION_PURPOSES = 37,
};

static const uint8_t rsa_with_sha[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01};
static const uint8_t ecdsa_with_sha[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03};
static const uint8_t purpose_server[] = {0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01};
static const uint8_t purpose_any[] = {0x55, 0x1d, 0x25, 0x00};
static const uint8_t common_name[] = {0x55, 0x04, 0x03};

/* Returns the number that an object identifier ends in, if it begins like this, else 0. */
static unsigned number_behind(const struct der *object, const uint8_t *prefix, size_t bytes)
{
    return der_bytes(object) == bytes + 1 && memcmp(object->at, prefix, bytes) == 0 ? object->at[bytes] : 0;
}

static void note_algorithm(struct certificate *certificate, struct der algorithm)
{
    enum { RSA_WITH_SHA256 = 11, ECDSA_WITH_SHA256 = 2, KINDS = 3 };
    struct der object;
    certificate->digest_bytes = 0;
    if (!der_take(&algorithm, DER_OBJECT, &object))
        return;
    unsigned kind = number_behind(&object, rsa_with_sha, sizeof rsa_with_sha) - RSA_WITH_SHA256;
    certificate->is_signed_with_rsa = kind < KINDS;
    if (!certificate->is_signed_with_rsa)
        kind = number_behind(&object, ecdsa_with_sha, sizeof ecdsa_with_sha) - ECDSA_WITH_SHA256;
    if (kind < KINDS)
        certificate->digest_bytes = (uint8_t)(32 + 16 * kind);
}

/* Says whether a month, a day, an hour, a minute and a second, two digits each, are such. */
static bool are_in_range(const uint8_t *digits)
{
    static const uint8_t first[] = {1, 1, 0, 0, 0}, last[] = {12, 31, 23, 59, 59};
    for (size_t i = 0; i < sizeof first; i++, digits += 2) {
        unsigned value = (digits[0] - '0') * 10u + digits[1] - '0';
        if (value < first[i] || value > last[i])
            return false;
    }
    return true;
}

/* Reads YYMMDDhhmmssZ, of 1950 to 2049, or YYYYMMDDhhmmssZ. */
static bool take_time(struct der *from, uint64_t *time)
{
    enum { SHORT_TIME = 12, LONG_TIME = 14, BEHIND_YEAR = 10 };
    const uint64_t year = 10000000000;
    struct der text;
    int tag = der_next(from, &text);
    size_t digits = tag == DER_UTC_TIME ? SHORT_TIME : LONG_TIME;
    if ((tag != DER_UTC_TIME && tag != DER_GENERALIZED_TIME) || der_bytes(&text) != digits + 1 ||
        text.at[digits] != 'Z')
        return false;
    for (*time = 0; digits > 0; digits--, text.at++) {
        if (!ascii_is_digit((char)*text.at))
            return false;
        *time = *time * 10 + (uint64_t)(*text.at - '0');
    }
    if (tag == DER_UTC_TIME)
        *time += (*time < 50 * year ? 2000 : 1900) * year;
    return are_in_range(text.at - BEHIND_YEAR);
}

static bool take_times(struct der *from, struct certificate *certificate)
{
    struct der times;
    return der_take(from, DER_SEQUENCE, &times) && take_time(&times, &certificate->from) &&
           take_time(&times, &certificate->until) && der_bytes(&times) == 0;
}

static bool take_version(struct der *from, struct certificate *certificate)
{
    struct der section, number;
    certificate->version = 1;
    if (!der_take(from, DER_SECTION | VERSION_SECTION, &section))
        return true;
    if (!der_take_number(&section, &number) || der_bytes(&section) > 0 || der_bytes(&number) > 1)
        return false;
    certificate->version = (uint8_t)(1 + (der_bytes(&number) == 1 ? *number.at : 0));
    return certificate->version >= 1 && certificate->version <= VERSION_MAX;
}

/* Takes a boolean if there is one; without, it is false. Returns false if it is malformed. */
static bool take_flag(struct der *from, bool *flag)
{
    struct der byte;
    *flag = false;
    if (!der_take(from, DER_BOOLEAN, &byte))
        return true;
    *flag = der_bytes(&byte) == 1 && *byte.at != 0;
    return der_bytes(&byte) == 1;
}

static bool read_usage(struct certificate *certificate, struct der *value)
{
    struct der bits;
    if (!der_take_last(value, DER_BIT_STRING, &bits) || der_bytes(&bits) == 0)
        return false;
    certificate->usage = der_bytes(&bits) > 1 ? bits.at[1] : 0;
    return true;
}

static bool read_authority(struct certificate *certificate, struct der *value)
{
    struct der parts, below;
    if (!der_take_last(value, DER_SEQUENCE, &parts) || !take_flag(&parts, &certificate->is_authority))
        return false;
    if (der_bytes(&parts) == 0)
        return true;
    if (!der_take_number(&parts, &below) || der_bytes(&parts) > 0)
        return false;
    certificate->authorities_below = INT8_MAX;
    if (der_bytes(&below) == 0)
        certificate->authorities_below = 0;
    else if (der_bytes(&below) == 1 && *below.at < INT8_MAX)
        certificate->authorities_below = (int8_t)*below.at;
    return true;
}

/* Reads one extension. Returns false if it is malformed, known and there for the second time, or critical and
 * unknown. */
static bool take_extension(struct der *from, struct certificate *certificate, uint32_t *seen)
{
    struct der parts, object, value;
    bool is_critical, is_good = true;
    if (!der_take(from, DER_SEQUENCE, &parts) || !der_take(&parts, DER_OBJECT, &object) ||
        !take_flag(&parts, &is_critical) || !der_take_last(&parts, DER_OCTET_STRING, &value))
        return false;
    unsigned number = number_behind(&object, extension_prefix, sizeof extension_prefix);
    switch (number) {
    case EXTENSION_USAGE: is_good = read_usage(certificate, &value); break;
    case EXTENSION_NAMES: is_good = der_take_last(&value, DER_SEQUENCE, &certificate->names); break;
    case EXTENSION_AUTHORITY: is_good = read_authority(certificate, &value); break;
    case EXTENSION_PURPOSES: is_good = der_take_last(&value, DER_SEQUENCE, &certificate->purposes); break;
    case EXTENSION_LIMITS: certificate->is_limited = true; break;
    case EXTENSION_POLICIES: break; /* any will do */
    default: return !is_critical;
    }
    uint32_t bit = 1u << number % 32; /* of those that are known, each has one of its own */
    is_good = is_good && !(*seen & bit);
    *seen |= bit;
    return is_good;
}

/* Reads the extensions, if there are any. Numbers of issuer and subject may come before them; nobody looks at
 * those. */
static bool take_extensions(struct der *from, struct certificate *certificate)
{
    struct der section, extensions;
    uint32_t seen = 0;
    (void)der_take(from, DER_CHOICE | ISSUER_NUMBER, &section);
    (void)der_take(from, DER_CHOICE | SUBJECT_NUMBER, &section);
    if (der_bytes(from) == 0)
        return true;
    if (certificate->version != VERSION_MAX ||
        !der_take_last(from, DER_SECTION | EXTENSIONS_SECTION, &section) ||
        !der_take_last(&section, DER_SEQUENCE, &extensions))
        return false;
    while (der_bytes(&extensions) > 0)
        if (!take_extension(&extensions, certificate, &seen))
            return false;
    return true;
}

bool certificate_parse(struct certificate *certificate, const uint8_t *der, size_t bytes)
{
    struct der all = {der, der + bytes}, outside, inside, number, algorithm, again;
    *certificate = (struct certificate){.usage = USAGE_ANY, .authorities_below = ANY_NUMBER_BELOW};
    if (!der_take_last(&all, DER_SEQUENCE, &outside) ||
        !der_take_whole(&outside, DER_SEQUENCE, &certificate->signed_part) ||
        !der_take(&outside, DER_SEQUENCE, &algorithm) ||
        !der_take_last(&outside, DER_BIT_STRING, &certificate->signature) ||
        der_bytes(&certificate->signature) == 0 || *certificate->signature.at++ != 0)
        return false;
    note_algorithm(certificate, algorithm);
    all = certificate->signed_part;
    return der_take(&all, DER_SEQUENCE, &inside) && take_version(&inside, certificate) &&
           der_take(&inside, DER_INTEGER, &number) && der_take(&inside, DER_SEQUENCE, &again) &&
           der_equal(&again, &algorithm) && der_take_whole(&inside, DER_SEQUENCE, &certificate->issuer) &&
           take_times(&inside, certificate) && der_take_whole(&inside, DER_SEQUENCE, &certificate->subject) &&
           der_take_whole(&inside, DER_SEQUENCE, &certificate->key) && take_extensions(&inside, certificate);
}

uint64_t certificate_time(uint32_t utc_seconds)
{
    struct utc utc = utc_from_seconds(utc_seconds);
    uint32_t date = utc.year * 10000u + utc.month * 100u + utc.day;
    return (uint64_t)date * 1000000 + utc.hour * 10000u + utc.minute * 100u + utc.second;
}

static bool is_same_text(const char *a, const char *b, size_t length)
{
    while (length > 0 && ascii_lower(*a) == ascii_lower(*b))
        a++, b++, length--;
    return length == 0;
}

static bool names_host(const struct der *name, const char *host)
{
    const char *text = (const char *)name->at;
    size_t length = der_bytes(name), host_length = strlen(host);
    if (length > 2 && text[0] == '*' && text[1] == '.') {
        const char *dot = strchr(host, '.');
        if (dot == NULL || dot == host || strchr(dot + 1, '.') == NULL)
            return false;
        host_length -= (size_t)(dot - host);
        host = dot;
        text++;
        length--;
    }
    return length == host_length && is_same_text(text, host, length);
}

static bool is_address(const char *host, uint8_t address[ADDRESS_BYTES])
{
    enum { DIGITS_MAX = 3 };
    for (int i = 0; i < ADDRESS_BYTES; i++) {
        unsigned value = 0, digits = 0;
        for (; ascii_is_digit(*host) && digits < DIGITS_MAX; host++, digits++)
            value = value * 10 + (unsigned)(*host - '0');
        if (digits == 0 || value > UINT8_MAX || *host++ != (i + 1 < ADDRESS_BYTES ? '.' : '\0'))
            return false;
        address[i] = (uint8_t)value;
    }
    return true;
}

/* Certificates without other names have the host's in their subject. */
static bool subject_names_host(struct der subject, const char *host)
{
    struct der sets, set, pair, object, text;
    if (!der_take(&subject, DER_SEQUENCE, &sets))
        return false;
    while (der_take(&sets, DER_SET, &set))
        while (der_take(&set, DER_SEQUENCE, &pair))
            if (der_take(&pair, DER_OBJECT, &object) && der_is(&object, common_name, sizeof common_name) &&
                der_next(&pair, &text) >= 0 && names_host(&text, host))
                return true;
    return false;
}

bool certificate_is_for_host(const struct certificate *certificate, const char *host)
{
    struct der rest = certificate->names, name;
    uint8_t address[ADDRESS_BYTES];
    bool by_address = is_address(host, address);
    if (rest.at == NULL)
        return !by_address && subject_names_host(certificate->subject, host);
    for (int tag; (tag = der_next(&rest, &name)) >= 0;)
        if (by_address ? tag == (DER_CHOICE | NAME_IS_ADDRESS) && der_is(&name, address, sizeof address)
                       : tag == (DER_CHOICE | NAME_OF_HOST) && names_host(&name, host))
            return true;
    return false;
}

/* Says whether it may be used for servers of TLS. */
static bool has_purpose(const struct certificate *certificate)
{
    struct der rest = certificate->purposes, purpose;
    if (rest.at == NULL)
        return true;
    while (der_take(&rest, DER_OBJECT, &purpose))
        if (der_is(&purpose, purpose_server, sizeof purpose_server) ||
            der_is(&purpose, purpose_any, sizeof purpose_any))
            return true;
    return false;
}

bool certificate_is_for_servers(const struct certificate *certificate)
{
    return (certificate->usage & USAGE_SIGNATURES) && has_purpose(certificate);
}

bool certificate_may_issue(const struct certificate *authority, bool is_trusted,
                           const struct certificate *child, unsigned authorities_between)
{
    bool is_old_root = is_trusted && authority->version < VERSION_MAX;
    return der_equal(&authority->subject, &child->issuer) &&
           (is_old_root || (authority->is_authority && (authority->usage & USAGE_CERTIFICATES))) &&
           (authority->authorities_below < 0 ||
            authorities_between <= (unsigned)authority->authorities_below) &&
           !authority->is_limited && has_purpose(authority);
}

bool certificate_is_self_issued(const struct certificate *certificate)
{
    return der_equal(&certificate->issuer, &certificate->subject);
}
