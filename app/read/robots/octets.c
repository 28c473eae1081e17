#include "read/robots/octets.h"

#include <string.h>

#include "base/ascii.h"

/* What a URL never holds as such once it is normalised, and what has a meaning of its own in a rule. */
static bool needs_encoding(unsigned char c)
{
    return c <= ' ' || c == 0x7f || strchr("\"'<>`{}^|\\*$", c);
}

static size_t put_encoded(unsigned char octet, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    out[0] = '%';
    out[1] = digits[octet >> 4];
    out[2] = digits[octet & 15];
    return 3;
}

static size_t put_raw(struct octets *octets, char c, char *out)
{
    if (c == '?')
        octets->query = true;
    if (needs_encoding((unsigned char)c))
        return put_encoded((unsigned char)c, out);
    out[0] = c;
    return 1;
}

static size_t put_decoded(struct octets *octets, unsigned char octet, char *out)
{
    char c = (char)octet;
    if (octet < 0x80 && !ascii_is_unreserved(c) && c != ':' && !(c == '/' && octets->query))
        return put_encoded(octet, out);
    out[0] = c;
    return 1;
}

size_t octets_put(struct octets *octets, char c, char out[OCTETS_MAX])
{
    int digit = ascii_hex_value(c);
    if (octets->percent == 1 && digit >= 0) {
        octets->percent = 2;
        octets->hex = c;
        return 0;
    }
    if (octets->percent == 2 && digit >= 0) {
        octets->percent = 0;
        return put_decoded(octets, (unsigned char)(ascii_hex_value(octets->hex) * 16 + digit), out);
    }
    size_t count = octets_end(octets, out);
    if (c == '%') {
        octets->percent = 1;
        return count;
    }
    return count + put_raw(octets, c, out + count);
}

size_t octets_end(struct octets *octets, char out[OCTETS_MAX])
{
    size_t count = octets->percent;
    if (count > 0)
        out[0] = '%';
    if (count > 1)
        out[1] = octets->hex;
    octets->percent = 0;
    return count;
}
