/* Reads hosts: names, and IPv4 addresses in every spelling that browsers accept. */
#include "read/url/internal.h"

#include <string.h>

enum { IPV4_PARTS = 4 };

bool url_copy_plain_host(struct url_reader *in, struct url_writer *out)
{
    size_t room = out->limit - out->length;
    size_t left = (size_t)(in->end - in->at);
    const unsigned char *from = in->at;
    const unsigned char *end = from + (left < room ? left : room);
    char *to = out->text + out->length;

    for (; from < end; from++) {
        unsigned c = *from;
        if (c >= 128)
            return false;
        unsigned class = url_classes[c];
        if (class & URL_SPECIAL_HOST) {
            if (class & URL_ENDS_AUTHORITY)
                break;
            if (c != '-' || from[-1] == '-') /* something stands before every host */
                return false;
        }
        *to++ = ascii_lower((char)c);
    }
    if (from == end && left > room)
        return false;
    in->at = from;
    out->length = (size_t)(to - out->text);
    return true;
}

/* Reads a number as C writes them: 0x1f, 017, 15; `0x` alone is zero. Returns false if the text is no
 * number or one above `max`. */
static bool read_ipv4_number(const char *text, size_t length, uint32_t max, uint32_t *value)
{
    unsigned base = 10;

    *value = 0;
    if (length == 0)
        return false;
    if (length >= 2 && text[0] == '0') {
        size_t prefix = text[1] == 'x' ? 2 : 1;
        base = prefix == 2 ? 16 : 8;
        text += prefix;
        length -= prefix;
    }
    for (; length > 0; text++, length--) {
        int digit = ascii_hex_value(*text);
        if (digit < 0 || (unsigned)digit >= base || *value > (max - (unsigned)digit) / base)
            return false;
        *value = *value * base + (unsigned)digit;
    }
    return true;
}

/* Is the last label a number (digits, or `0x` and hexadecimal digits)? Then the name must be an IPv4
 * address. */
static bool ends_in_number(const char *name, size_t length)
{
    size_t label = length;

    while (label > 0 && name[label - 1] != '.')
        label--;
    if (label == length)
        return false;
    bool hex = length - label >= 2 && name[label] == '0' && name[label + 1] == 'x';
    for (label += hex ? 2 : 0; label < length; label++)
        if (hex ? ascii_hex_value(name[label]) < 0 : !ascii_is_digit(name[label]))
            return false;
    return true;
}

enum url_problem url_parse_ipv4(struct url_writer *out, size_t start)
{
    const char *name = out->text + start;
    size_t length = out->length - start;
    uint32_t address = 0;
    uint32_t max = UINT32_MAX; /* of the last part, which fills the bytes that the others leave */

    if (length > 1 && name[length - 1] == '.')
        length--;
    if (!ends_in_number(name, length))
        return URL_FINE;
    for (unsigned shift = 24;; shift -= 8, max >>= 8) {
        const char *dot = memchr(name, '.', length);
        size_t size = dot ? (size_t)(dot - name) : length;
        uint32_t value;
        if (max == 0 || !read_ipv4_number(name, size, dot ? 0xFF : max, &value))
            return URL_BAD_IPV4;
        address |= dot ? value << shift : value;
        if (!dot)
            break;
        name = dot + 1;
        length -= size + 1;
    }
    out->length = start;
    for (unsigned part = 0; part < IPV4_PARTS; part++) {
        if (part > 0)
            url_put(out, '.');
        url_put_number(out, address >> (24 - 8 * part) & 0xFF);
    }
    return URL_FINE;
}

bool url_host_is_address(const struct url *url)
{
    const char *host = url->text + url->host;
    return ends_in_number(host, url_host_length(url));
}
