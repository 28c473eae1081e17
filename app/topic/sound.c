#include "topic/sound.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

enum { SILENT = '-', BY_PLACE = '*' };

/* What the letters a to z stand for. */
static const char codes[] = "-PKT-F**-CKLM*-PK*ST-**S*S";

_Static_assert(sizeof codes == 26 + 1, "one for each letter");

struct place {
    char before, letter, after, second_after; /* 0 beyond the ends */
};

static bool is_vowel(char c)
{
    return c != 0 && strchr("aeiou", c) != NULL;
}

/* Says whether the letters are an "ng" that ends a syllable, which is one sound. */
static bool is_ng(char n, char g, char after)
{
    return n == 'n' && g == 'g' && !is_vowel(after);
}

static char code_of_letter(const struct place *at)
{
    bool alone = is_vowel(at->after) && (at->before == 0 || is_vowel(at->before));
    if (at->letter == 'c' && at->after == 'h')
        return 'C';
    if (codes[at->letter - 'a'] != BY_PLACE)
        return at->before == 0 && is_vowel(at->letter) ? 'A' : codes[at->letter - 'a'];
    switch (at->letter) {
    case 'n': return is_ng('n', at->after, at->second_after) ? 'G' : 'N';
    case 'g': return is_ng(at->before, 'g', at->after) ? SILENT : 'K';
    case 'r': return alone ? 'L' : SILENT;
    case 'h': return at->before == 0 ? 'H' : SILENT;
    case 'y': return alone ? 'Y' : SILENT;
    default: /* w, v */ return is_vowel(at->after) ? 'W' : SILENT;
    }
}

size_t sound_of(const char *word, size_t size, char code[SOUND_BYTES])
{
    size_t length = 0;
    char last = SILENT; /* what was written last, unless a vowel followed it */
    for (size_t i = 0; i < size; i++) {
        if (!ascii_is_letter(word[i]))
            return 0;
        const struct place at = {
            .before = i > 0 ? word[i - 1] : 0,
            .letter = word[i],
            .after = i + 1 < size ? word[i + 1] : 0,
            .second_after = i + 2 < size ? word[i + 2] : 0,
        };
        char sound = code_of_letter(&at);
        if (is_vowel(word[i]) && i > 0)
            last = SILENT;
        if (sound == SILENT || sound == last)
            continue;
        last = sound;
        if (length < SOUND_BYTES)
            code[length++] = sound;
    }
    return length;
}
