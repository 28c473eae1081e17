/*
 * Knows Thai letters, as offsets in the Unicode block that begins with U+0E00: of which characters words are
 * made, and how to make one spelling of the two that Unicode (and keyboards) allow.
 */
#ifndef CRAWLBOX_READ_LANG_THAI_H
#define CRAWLBOX_READ_LANG_THAI_H

#include <stdbool.h>
#include <stdint.h>

enum {
    THAI_BLOCK = 0x0e00,
    THAI_PAIYANNOI = 0x2f, /* abbreviation mark */
    THAI_SARA_AA = 0x32,
    THAI_SARA_AM = 0x33,
    THAI_PHINTHU = 0x3a,
    THAI_SARA_E = 0x40,
    THAI_SARA_AE = 0x41,
    THAI_MAIYAMOK = 0x46,     /* repetition mark */
    THAI_MAI_EK = 0x48,       /* first and ... */
    THAI_MAI_CHATTAWA = 0x4b, /* ... last of the four tone marks */
    THAI_NIKHAHIT = 0x4d,
    THAI_YAMAKKAN = 0x4e,
    THAI_DIGIT_ZERO = 0x50,
    THAI_DIGIT_NINE = 0x59,
};

/* Says whether a character belongs to words: a consonant, vowel or mark does; a digit does not, nor do the
 * repetition and abbreviation marks, which stand beside a word. */
static inline bool thai_is_letter(unsigned offset)
{
    return offset >= 0x01 && offset <= THAI_YAMAKKAN && offset != THAI_PAIYANNOI && offset != THAI_MAIYAMOK &&
           !(offset > THAI_PHINTHU && offset < THAI_SARA_E);
}

/*
 * Appends a letter to a run of them and returns the new count. NIKHAHIT + SARA AA is written as SARA AM, a
 * tone mark between the two being kept before it; SARA E twice, which looks the same, as SARA AE.
 */
static inline unsigned thai_append(uint8_t *letters, unsigned count, uint8_t letter)
{
    if (letter == THAI_SARA_AA && count > 0) {
        uint8_t last = letters[count - 1];
        if (last == THAI_NIKHAHIT) {
            letters[count - 1] = THAI_SARA_AM;
            return count;
        }
        if (last >= THAI_MAI_EK && last <= THAI_MAI_CHATTAWA && count > 1 &&
            letters[count - 2] == THAI_NIKHAHIT) {
            letters[count - 2] = last;
            letters[count - 1] = THAI_SARA_AM;
            return count;
        }
    } else if (letter == THAI_SARA_E && count > 0 && letters[count - 1] == THAI_SARA_E) {
        letters[count - 1] = THAI_SARA_AE;
        return count;
    }
    letters[count] = letter;
    return count + 1;
}

#endif
