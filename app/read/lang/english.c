#include "read/lang/english.h"

#include "read/lang/kinds.h"

enum english_kind english_kind_of(const char *word, size_t size)
{
    switch (word_kind_of(WORD_LANGUAGE_en, word, size)) {
    case WORD_ENGLISH_FUNCTION: return ENGLISH_OWN;
    case WORD_ENGLISH_SHARED: return ENGLISH_SHARED;
    default: return size == 1 ? ENGLISH_SHARED : ENGLISH_OTHER;
    }
}
