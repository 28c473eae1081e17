#include "read/lang/counter.h"

#include "base/ascii.h"

enum letter_class word_class_of(uint32_t character)
{
    if (character < 0x80)
        return ascii_is_letter((char)character) || ascii_is_digit((char)character) ? LETTER_WORD
                                                                                   : LETTER_NONE;
    bool thai = character >= 0x0e00 && character <= 0x0e7f;
    return thai ? LETTER_LONG : letter_class_of(character);
}

void word_counter_put(struct word_counter *counter, enum letter_class letter_class)
{
    switch (letter_class) {
    case LETTER_INVISIBLE: return;
    case LETTER_WORD:
        counter->words += !counter->in_word || counter->letters > 0;
        counter->in_word = true;
        counter->letters = 0;
        return;
    case LETTER_LONG:
    case LETTER_SHORT:
        counter->words += counter->letters == 0;
        counter->in_word = true;
        if (++counter->letters == (letter_class == LETTER_LONG ? LETTER_LONG_WORD : LETTER_SHORT_WORD))
            counter->letters = 0;
        return;
    default:
        counter->in_word = false;
        counter->letters = 0;
        return;
    }
}
