#include "topics/classic.h"

enum { CODE_LENGTH = 4, VOWEL = '0' };

static const char digits[] = "01230120022455012623010202"; /* of a to z */

static void append(struct classic *classic, char c)
{
    classic->code |= (uint32_t)(uint8_t)c << 8 * classic->length++;
}

void classic_add(struct classic *classic, const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (word[i] < 'a' || word[i] > 'z')
            continue;
        char digit = digits[word[i] - 'a'];
        if (classic->length == 0)
            append(classic, word[i]);
        else if (digit != VOWEL && digit != classic->last && classic->length < CODE_LENGTH)
            append(classic, digit);
        if (word[i] != 'h' && word[i] != 'w') /* these two do not part equal digits */
            classic->last = digit;
    }
}

uint32_t classic_code(const struct classic *classic)
{
    struct classic filled = *classic;
    while (filled.length > 0 && filled.length < CODE_LENGTH)
        append(&filled, '0');
    return filled.code;
}
