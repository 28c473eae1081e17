#include "read/url/punycode.h"

#include <string.h>

#include "read/url/unicode.h"

/* The parameters of RFC 3492, section 5. */
enum {
    BASE = 36,
    T_MIN = 1,
    T_MAX = 26,
    SKEW = 38,
    DAMP = 700,
    INITIAL_BIAS = 72,
    INITIAL_CHARACTER = 128,
};

static uint32_t adapt_bias(uint32_t delta, uint32_t points, bool first)
{
    uint32_t bias = 0;
    delta /= first ? DAMP : 2;
    for (delta += delta / points; delta > (BASE - T_MIN) * T_MAX / 2; bias += BASE)
        delta /= BASE - T_MIN;
    return bias + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static uint32_t bias_threshold(uint32_t k, uint32_t bias)
{
    if (k <= bias + T_MIN)
        return T_MIN;
    return k >= bias + T_MAX ? T_MAX : k - bias;
}

static void put_variable_length(uint32_t value, uint32_t bias, struct url_writer *out)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = bias_threshold(k, bias);
        if (value < t)
            break;
        url_put(out, digits[t + (value - t) % (BASE - t)]);
        value = (value - t) / (BASE - t);
    }
    url_put(out, digits[value]);
}

/* Appends the ASCII characters of the label; returns how many. */
static uint32_t put_ascii(const char *label, const char *end, struct url_writer *out, uint32_t *points)
{
    uint32_t ascii = 0;
    for (*points = 0; label < end; ++*points) {
        uint32_t c = unicode_next(&label);
        if (c < INITIAL_CHARACTER) {
            url_put(out, (int)c);
            ascii++;
        }
    }
    return ascii;
}

/* Returns the smallest character of the label that is not below `floor`. */
static uint32_t smallest_from(const char *label, const char *end, uint32_t floor)
{
    uint32_t smallest = UINT32_MAX;
    while (label < end) {
        uint32_t c = unicode_next(&label);
        if (c >= floor && c < smallest)
            smallest = c;
    }
    return smallest;
}

/* No sum overflows: a label has at most URL_LIMIT characters, each below 2^21. */
void punycode_encode(const char *label, size_t length, struct url_writer *out)
{
    const char *end = label + length;
    uint32_t bias = INITIAL_BIAS, delta = 0, next = INITIAL_CHARACTER, points;
    uint32_t ascii = put_ascii(label, end, out, &points);

    if (ascii > 0)
        url_put(out, '-');
    for (uint32_t handled = ascii; handled < points; delta++, next++) {
        uint32_t smallest = smallest_from(label, end, next);
        delta += (smallest - next) * (handled + 1);
        next = smallest;
        for (const char *at = label; at < end;) {
            uint32_t c = unicode_next(&at);
            delta += c < next;
            if (c != next)
                continue;
            put_variable_length(delta, bias, out);
            bias = adapt_bias(delta, handled + 1, handled == ascii);
            delta = 0;
            handled++;
        }
    }
}

static uint32_t digit_value(char c)
{
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a');
    return ascii_is_digit(c) ? (uint32_t)(c - '0' + 26) : BASE;
}

/* Takes a number from the label; false if it is cut off or larger than 32 bits. */
static bool take_variable_length(const char **label, const char *end, uint32_t bias, uint32_t *value)
{
    uint32_t weight = 1;
    *value = 0;
    for (uint32_t k = BASE; *label < end; k += BASE) {
        uint32_t digit = digit_value(*(*label)++);
        uint32_t t = bias_threshold(k, bias);
        if (digit >= BASE || digit > (UINT32_MAX - *value) / weight)
            return false;
        *value += digit * weight;
        if (digit < t)
            return true;
        if (weight > UINT32_MAX / (BASE - t))
            return false;
        weight *= BASE - t;
    }
    return false;
}

/* Inserts a character before the one at `index` of the UTF-8 text from `start` on. */
static void insert_character(struct url_writer *out, size_t start, uint32_t index, uint32_t character)
{
    const char *at = out->text + start;
    size_t before = out->length;

    while (index-- > 0)
        unicode_next(&at);
    unicode_put(out, character);
    if (!out->overflow)
        unicode_move_back(out->text + (at - out->text), out->text + before, out->text + out->length);
}

bool punycode_decode(const char *label, size_t length, struct url_writer *out)
{
    const char *end = label + length;
    size_t start = out->length;
    uint32_t bias = INITIAL_BIAS, character = INITIAL_CHARACTER, index = 0, points = 0;

    size_t ascii = length;
    while (ascii > 0 && label[ascii - 1] != '-')
        ascii--;
    if (ascii > 1) { /* a hyphen with nothing before it separates nothing */
        for (; points < ascii - 1; points++) {
            if ((unsigned char)label[points] >= INITIAL_CHARACTER)
                return false;
            url_put(out, label[points]);
        }
        label += ascii;
    }
    while (label < end && !out->overflow) {
        uint32_t step;
        if (!take_variable_length(&label, end, bias, &step) || step > UINT32_MAX - index)
            return false;
        index += step;
        points++;
        bias = adapt_bias(step, points, index == step);
        if (index / points > UNICODE_MAX - character)
            return false;
        character += index / points;
        index %= points;
        if (character >= 0xD800 && character <= 0xDFFF)
            return false;
        insert_character(out, start, index, character);
        index++;
    }
    return true;
}
