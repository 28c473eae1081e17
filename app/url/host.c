/* Hosts: names, IPv4 addresses in every spelling that browsers accept, IPv6 addresses. */
#include "url/internal.h"

#include <string.h>

#include "url/idna.h"

enum { IPV4_PARTS = 4, IPV6_PIECES = 8 };

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

enum url_problem url_parse_host(struct url_reader in, struct url_writer *out)
{
    return url_peek(&in) == '[' ? url_parse_ipv6(in, out) : idna_to_ascii(in, out);
}

/* Reads a number as C writes them: 0x1f, 017, 15; `0x` alone is zero. False if it is none, or above `max`. */
static bool read_number(const char *text, size_t length, uint32_t max, uint32_t *value)
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

/* Is the last label a number (digits, or `0x` and hexadecimal digits)? Then the name must be an IPv4 address. */
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
    uint32_t max = UINT32_MAX; /* of the last part: it fills the bytes that the others leave */

    if (length > 1 && name[length - 1] == '.')
        length--;
    if (!ends_in_number(name, length))
        return URL_FINE;
    for (unsigned shift = 24;; shift -= 8, max >>= 8) {
        const char *dot = memchr(name, '.', length);
        size_t size = dot ? (size_t)(dot - name) : length;
        uint32_t value;
        if (max == 0 || !read_number(name, size, dot ? 0xFF : max, &value))
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

/* The dotted decimals at the end of an IPv6 address: two pieces. */
static bool read_embedded_ipv4(struct url_reader *in, uint16_t *pieces)
{
    for (unsigned part = 0; part < IPV4_PARTS; part++) {
        if (part > 0 && url_next(in) != '.')
            return false;
        if (!ascii_is_digit((char)url_peek(in)))
            return false;
        unsigned value = (unsigned)(url_next(in) - '0');
        for (unsigned first = value; ascii_is_digit((char)url_peek(in));) {
            value = value * 10 + (unsigned)(url_next(in) - '0');
            if (first == 0 || value > 255)
                return false;
        }
        pieces[part / 2] = (uint16_t)(pieces[part / 2] << 8 | value);
    }
    return true;
}

/* Reads the pieces up to the closing bracket. Returns their number, or -1; *gap is where `::` was, or -1. */
static int read_pieces(struct url_reader *in, uint16_t pieces[IPV6_PIECES], int *gap)
{
    int count = 0;

    *gap = -1;
    if (url_peek(in) == ':') {
        in->at++;
        if (url_peek(in) != ':')
            return -1;
    }
    while (url_peek(in) != ']') {
        if (url_peek(in) == ':') {
            if (*gap >= 0)
                return -1;
            in->at++;
            *gap = count;
            continue;
        }
        if (count == IPV6_PIECES)
            return -1;
        struct url_reader piece = *in;
        unsigned value = 0;
        int digits = 0;
        for (; digits < 4 && ascii_hex_value((char)url_peek(in)) >= 0; digits++)
            value = value << 4 | (unsigned)ascii_hex_value((char)url_next(in));
        int c = url_peek(in);
        if (c == '.') {
            *in = piece;
            if (digits == 0 || count > IPV6_PIECES - 2 || !read_embedded_ipv4(in, pieces + count))
                return -1;
            return url_peek(in) == ']' ? count + 2 : -1;
        }
        if (digits == 0)
            return -1;
        pieces[count++] = (uint16_t)value;
        if (c == ']')
            break;
        if (c != ':')
            return -1;
        in->at++;
        if (url_peek(in) == ']')
            return -1;
    }
    return count;
}

/* The longest run of two or more zero pieces, the first of several: it is written as `::`. */
static int find_zero_run(const uint16_t pieces[IPV6_PIECES], int *run_length)
{
    int best = -1;
    *run_length = 1;
    for (int i = 0; i < IPV6_PIECES; i++) {
        int end = i;
        while (end < IPV6_PIECES && pieces[end] == 0)
            end++;
        if (end - i > *run_length) {
            best = i;
            *run_length = end - i;
        }
    }
    return best;
}

static void put_hex(struct url_writer *out, unsigned value)
{
    int shift = 12;
    while (shift > 0 && value >> shift == 0)
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        url_put(out, "0123456789abcdef"[value >> shift & 15]);
}

static void put_ipv6(struct url_writer *out, const uint16_t pieces[IPV6_PIECES])
{
    int run_length;
    int run = find_zero_run(pieces, &run_length);

    url_put(out, '[');
    for (int i = 0; i < IPV6_PIECES; i++) {
        if (i == run) {
            url_put(out, ':');
            url_put(out, ':');
            i += run_length - 1;
            continue;
        }
        if (i > 0 && i != run + run_length)
            url_put(out, ':');
        put_hex(out, pieces[i]);
    }
    url_put(out, ']');
}

enum url_problem url_parse_ipv6(struct url_reader in, struct url_writer *out)
{
    uint16_t pieces[IPV6_PIECES] = {0};
    int gap;

    in.at++;
    int count = read_pieces(&in, pieces, &gap);
    if (count < 0 || url_next(&in) != ']' || url_next(&in) != URL_END)
        return URL_BAD_IPV6;
    if (gap < 0 && count < IPV6_PIECES)
        return URL_BAD_IPV6;
    if (gap >= 0) {
        if (count == IPV6_PIECES)
            return URL_BAD_IPV6;
        size_t tail = (size_t)(count - gap);
        memmove(pieces + IPV6_PIECES - tail, pieces + gap, tail * sizeof *pieces);
        memset(pieces + gap, 0, (size_t)(IPV6_PIECES - count) * sizeof *pieces);
    }
    put_ipv6(out, pieces);
    return URL_FINE;
}

bool url_host_is_address(const struct url *url)
{
    const char *host = url->text + url->host;
    return host[0] == '[' || ends_in_number(host, url_host_length(url));
}
