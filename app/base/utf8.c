#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

/* As many bytes as a register holds, each with its high bit: what is zero under this mask is ASCII. */
typedef uintptr_t word;
#define HIGH_BITS ((word)-1 / 0xff * 0x80)

static word load_word(const uint8_t *at)
{
    word bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

size_t utf8_encode(uint32_t character, char out[UTF8_MAX_BYTES])
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    if (character < 0x800) {
        out[0] = (char)(0xc0 | character >> 6);
        out[1] = (char)(0x80 | (character & 0x3f));
        return 2;
    }
    if (character > 0x10ffff || (character >= 0xd800 && character <= 0xdfff))
        character = UTF8_REPLACEMENT;
    if (character < 0x10000) {
        out[0] = (char)(0xe0 | character >> 12);
        out[1] = (char)(0x80 | (character >> 6 & 0x3f));
        out[2] = (char)(0x80 | (character & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | character >> 18);
    out[1] = (char)(0x80 | (character >> 12 & 0x3f));
    out[2] = (char)(0x80 | (character >> 6 & 0x3f));
    out[3] = (char)(0x80 | (character & 0x3f));
    return 4;
}

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* Says whether a second byte fits the first. That rules out overlong forms, surrogates and characters
 * above U+10FFFF. */
static bool second_fits(uint8_t lead, uint8_t second)
{
    switch (lead) {
    case 0xe0: return second >= 0xa0 && second <= 0xbf;
    case 0xed: return second >= 0x80 && second <= 0x9f;
    case 0xf0: return second >= 0x90 && second <= 0xbf;
    case 0xf4: return second >= 0x80 && second <= 0x8f;
    default: return is_continuation(second);
    }
}

static int length_by_lead(uint8_t lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return -1;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

int utf8_sequence(const void *text, size_t size)
{
    const uint8_t *bytes = text;

    if (size == 0)
        return 0;
    int length = length_by_lead(bytes[0]);
    if (length <= 1)
        return length;
    if (size < 2)
        return 0;
    if (!second_fits(bytes[0], bytes[1]))
        return -1;
    for (int i = 2; i < length; i++) {
        if ((size_t)i == size)
            return 0;
        if (!is_continuation(bytes[i]))
            return -i;
    }
    return length;
}

uint32_t utf8_decode(const void *text, int length)
{
    const uint8_t *bytes = text;
    switch (length) {
    case 1: return bytes[0];
    case 2: return (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    case 3: return (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    case 4:
        return (bytes[0] & 0x07u) << 18 | (bytes[1] & 0x3fu) << 12 | (bytes[2] & 0x3fu) << 6 |
               (bytes[3] & 0x3fu);
    default: return UTF8_REPLACEMENT;
    }
}

static const uint8_t *skip_ascii(const uint8_t *at, const uint8_t *end)
{
    while ((size_t)(end - at) >= sizeof(word) && (load_word(at) & HIGH_BITS) == 0)
        at += sizeof(word);
    while (at < end && *at < 0x80)
        at++;
    return at;
}

size_t utf8_ascii_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    return (size_t)(skip_ascii(bytes, bytes + size) - bytes);
}

/* Skips Thai, Lao and their neighbours, which are E0 A0-BF 80-BF. Most of our text is, so a loop of their
 * own is worth it. */
static const uint8_t *skip_south_asian(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= 3 && at[0] == 0xe0 && (at[1] & 0xe0) == 0xa0 && is_continuation(at[2]))
        at += 3;
    return at;
}

size_t utf8_valid_prefix(const void *text, size_t size)
{
    const uint8_t *start = text;
    const uint8_t *end = start + size;
    const uint8_t *at = start;

    for (;;) {
        at = skip_ascii(at, end);
        at = skip_south_asian(at, end);
        if (at == end)
            break;
        if (*at < 0x80)
            continue;
        int length = utf8_sequence(at, (size_t)(end - at));
        if (length <= 0)
            break;
        at += length;
    }
    return (size_t)(at - start);
}
