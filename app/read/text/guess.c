#include "read/text/guess.h"

#include "base/utf8.h"

enum {
    CLEAR_UNITS = 16,         /* so many sequences or breaks of UTF-8 leave no doubt */
    THAI_LEAST_BYTES = 4,     /* fewer could be a few accents or signs of another language */
    THAI_MISPLACED_SHARE = 8, /* at most one byte of so many may be misplaced; see DESIGN.md for the data */
    THAI_COMMON_SHARE = 2,    /* and one of so many must be a common letter */
    ARABIC_LEAST_BYTES = 8,
    ARABIC_COMMON_SHARE = 2,
    UTF8_LEAST_AGAINST_THAI =
        3, /* "รถ", "แบบ" in windows-874 happen to be valid UTF-8: one or two prove nothing */
};

/* Bytes of windows-874 by where they may stand in a word. */
enum thai_class { NOT_THAI, NEUTRAL, CONSONANT, LEADING_VOWEL, FOLLOWING_VOWEL, MARK, UNASSIGNED };

static enum thai_class class_of(uint8_t byte)
{
    if (byte < 0x80)
        return NOT_THAI;
    if (byte <= 0xa0)
        return byte == 0xa0 || byte == 0x80 || byte == 0x85 || (byte >= 0x91 && byte <= 0x97) ? NEUTRAL
                                                                                              : UNASSIGNED;
    if (byte <= 0xce)
        return CONSONANT;
    if (byte == 0xd0 || byte == 0xd2 || byte == 0xd3 || byte == 0xe5)
        return FOLLOWING_VOWEL;
    if (byte == 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee))
        return MARK;
    if (byte >= 0xe0 && byte <= 0xe4)
        return LEADING_VOWEL;
    if (byte == 0xcf || byte == 0xdf || byte == 0xe6 || (byte >= 0xef && byte <= 0xfb))
        return NEUTRAL; /* abbreviation and repetition marks, baht, digits */
    return UNASSIGNED;
}

/* Letters that make up most of any Arabic or Persian text in windows-1256: alef, teh, dal, reh, lam to waw,
 * yeh. */
static bool is_common_arabic(uint8_t byte)
{
    return byte == 0xc7 || byte == 0xca || byte == 0xcf || byte == 0xd1 || byte == 0xe1 ||
           (byte >= 0xe3 && byte <= 0xe6) || byte == 0xed;
}

/* The twenty commonest Thai letters and marks, three quarters of any Thai text, as bits of the bytes from
 * 0xA0 on. */
static bool is_common_thai(uint8_t byte)
{
    static const uint32_t a0_to_bf = 1u << 1 | 1u << 7 | 1u << 20 | 1u << 21 | 1u << 23 | 1u << 25;
    static const uint32_t c0_to_df = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 5 | 1u << 7 | 1u << 10 | 1u << 13 |
                                     1u << 17 | 1u << 18 | 1u << 20 | 1u << 21;
    if (byte >= 0xe0)
        return byte == 0xe0 || byte == 0xe8 || byte == 0xe9;
    return byte >= 0xa0 && ((byte >= 0xc0 ? c0_to_df : a0_to_bf) >> (byte & 31) & 1);
}

static bool is_misplaced(enum thai_class before, enum thai_class class)
{
    if (before == LEADING_VOWEL && class != CONSONANT)
        return true;
    if (class == MARK || class == FOLLOWING_VOWEL)
        return before != CONSONANT && before != MARK &&
               !(before == FOLLOWING_VOWEL && class == FOLLOWING_VOWEL);
    return class == UNASSIGNED;
}

static void count_up(uint16_t *counter)
{
    if (*counter < UINT16_MAX)
        ++*counter;
}

static void count_thai(struct text_guess *guess, uint8_t byte)
{
    enum thai_class before = (enum thai_class)guess->previous;
    enum thai_class class = class_of(byte);

    if (class >= CONSONANT)
        count_up(&guess->high);
    if (is_misplaced(before, class))
        count_up(&guess->misplaced);
    if (byte >= 0x80) {
        if (guess->run < UINT8_MAX)
            guess->run++;
    } else {
        if (guess->run == 1 && before >= CONSONANT)
            count_up(&guess->misplaced); /* one letter alone is the accent or sign of another language */
        guess->run = 0;
    }
    if (is_common_thai(byte))
        count_up(&guess->common);
    if (is_common_arabic(byte))
        count_up(&guess->arabic);
    guess->previous = (uint8_t) class;
}

size_t text_guess_add(struct text_guess *guess, const uint8_t *bytes, size_t size, bool last)
{
    size_t at = 0;

    while (at < size) {
        int length = utf8_sequence(bytes + at, size - at);
        if (length == 0 && !last)
            break;
        if (length > 1) {
            count_up(&guess->valid);
            if (bytes[at] == 0xe0 && (bytes[at + 1] == 0xb8 || bytes[at + 1] == 0xb9))
                count_up(&guess->valid_thai);
        } else if (length <= 0) {
            count_up(&guess->invalid);
        }
        size_t step = length > 0 ? (size_t)length : length < 0 ? (size_t)-length : size - at;
        for (; step > 0; step--)
            count_thai(guess, bytes[at++]);
    }
    if (last)
        text_guess_gap(guess);
    return at;
}

void text_guess_gap(struct text_guess *guess)
{
    count_thai(guess, ' ');
}

bool text_guess_is_clear(const struct text_guess *guess)
{
    return guess->valid + guess->invalid >= CLEAR_UNITS;
}

static bool looks_thai(const struct text_guess *guess)
{
    return guess->high >= THAI_LEAST_BYTES && guess->misplaced * THAI_MISPLACED_SHARE <= guess->high &&
           guess->common * THAI_COMMON_SHARE >= guess->high;
}

static bool looks_arabic(const struct text_guess *guess)
{
    return guess->high >= ARABIC_LEAST_BYTES && guess->arabic * ARABIC_COMMON_SHARE >= guess->high;
}

static bool is_utf8(const struct text_guess *guess, enum text_charset declared)
{
    if (declared == TEXT_WINDOWS_874 && !text_guess_is_clear(guess))
        return guess->invalid == 0 && (guess->valid_thai > 0 || guess->valid >= UTF8_LEAST_AGAINST_THAI);
    return guess->valid > guess->invalid;
}

enum text_charset text_guess_charset(const struct text_guess *guess, enum text_charset declared)
{
    if (is_utf8(guess, declared))
        return TEXT_UTF_8;
    switch (declared) {
    case TEXT_CHARSET_UNKNOWN:
        if (looks_thai(guess))
            return TEXT_WINDOWS_874;
        return looks_arabic(guess) ? TEXT_WINDOWS_1256 : TEXT_WINDOWS_1252;
    case TEXT_UTF_8:
    case TEXT_WINDOWS_1252: return looks_thai(guess) ? TEXT_WINDOWS_874 : declared;
    default: return declared;
    }
}
