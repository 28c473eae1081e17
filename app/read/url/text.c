/* Characters: their classes, taking them from the input, putting them into the buffer; and the words for
 * problems. */
#include "read/url/internal.h"

#include "base/packed.h"

/* Shorthands of the table below: which sets a character is in. */
enum {
    P = URL_ENCODE_PATH,
    Q = URL_ENCODE_QUERY,
    F = URL_ENCODE_FRAGMENT,
    U = URL_ENCODE_USER,
    H = URL_SPECIAL_HOST | URL_FORBIDDEN_HOST,
    S = URL_SPECIAL_HOST,
    E = URL_ENDS_AUTHORITY,
    ALL = P | Q | F | U | H, /* controls, space and a few others: never written as they are */
    GAP = ALL | URL_INVISIBLE,
};

/* clang-format off */
const uint8_t url_classes[128] = {
    ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, GAP, GAP, ALL, ALL, GAP, ALL, ALL,
    ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL,
    [' '] = ALL, ['"'] = P | Q | F | U, ['#'] = P | Q | U | H | E, ['%'] = H, ['\''] = Q, ['-'] = S,
    ['/'] = U | H | E, [':'] = U | H, [';'] = U, ['<'] = ALL, ['='] = U, ['>'] = ALL, ['?'] = P | U | H | E,
    ['@'] = U | H, ['['] = U | H, ['\\'] = P | U | H | E, [']'] = U | H, ['^'] = P | U | H, ['`'] = P | F | U,
    ['{'] = P | U, ['|'] = U | H, ['}'] = P | U, [0x7F] = ALL,
};
/* clang-format on */

int url_peek(struct url_reader *in)
{
    while (in->at < in->end && *in->at < 128 && (url_classes[*in->at] & URL_INVISIBLE))
        in->at++;
    return in->at < in->end ? *in->at : URL_END;
}

int url_next(struct url_reader *in)
{
    int c = url_peek(in);
    if (c != URL_END)
        in->at++;
    return c;
}

void url_put(struct url_writer *out, int c)
{
    if (out->length < out->limit)
        out->text[out->length++] = (char)c;
    else
        out->overflow = true;
}

void url_put_text(struct url_writer *out, const char *text)
{
    while (*text)
        url_put(out, *text++);
}

void url_put_number(struct url_writer *out, unsigned value)
{
    char digits[10];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        url_put(out, digits[--count]);
}

const char *url_problem_text(enum url_problem problem)
{
    switch (problem) {
    case URL_FINE: return PACKED("nothing is wrong");
    case URL_TOO_LONG: return PACKED("too long");
    case URL_NOT_HTTP: return PACKED("not an http or https address");
    case URL_RELATIVE: return PACKED("relative, and there is no page it could be relative to");
    case URL_NO_HOST: return PACKED("no host name");
    case URL_BAD_HOST: return PACKED("a character that host names may not have");
    case URL_BAD_NAME: return PACKED("not a valid international host name");
    case URL_BAD_IPV4: return PACKED("not a valid IPv4 address");
    case URL_IPV6: return PACKED("an IPv6 address, which the box cannot reach");
    case URL_BAD_PORT: return PACKED("not a valid port number");
    default: return PACKED("unknown problem");
    }
}

const char *url_reason(const struct url *url)
{
    return url_problem_text((enum url_problem)url->problem);
}
