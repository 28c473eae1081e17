#include "read/lang/english.h"

#include "read/lang/wordlist.h"

#define ROWS(rows) (rows), sizeof(rows) / sizeof((rows)[0])

static const struct wordlist_row own_words[] = {
#define ENGLISH WORDLIST_ENTRY
#include "read/lang/pack_en_words.def"
#undef ENGLISH
};

static const struct wordlist_row shared_words[] = {
#define SHARED WORDLIST_ENTRY
#include "read/lang/pack_en_words.def"
#undef SHARED
};

enum english_kind english_kind_of(const char *word, size_t size)
{
    if (wordlist_has(ROWS(own_words), word, size))
        return ENGLISH_OWN;
    return size == 1 || wordlist_has(ROWS(shared_words), word, size) ? ENGLISH_SHARED : ENGLISH_OTHER;
}
