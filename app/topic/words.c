#include "topic/words.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "read/lang/counter.h"
#include "read/lang/english.h"

uint32_t word_hash(uint32_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 0x01000193u;
    return hash;
}

uint32_t word_mix(uint32_t hash)
{
    hash ^= hash >> 16;
    hash *= 0x85ebca6bu;
    hash ^= hash >> 13;
    hash *= 0xc2b2ae35u;
    return hash ^ hash >> 16;
}

/* ---- Cutting ---- */

static bool is_number(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!ascii_is_digit(text[i]))
            return false;
    return true;
}

void words_end(struct words *words, word_sink *sink, void *context)
{
    if (words->size > 0) {
        const struct word word = {
            .text = words->text,
            .size = words->size,
            .is_stop = is_number(words->text, words->size) ||
                       english_kind_of(words->text, words->size) != ENGLISH_OTHER,
        };
        sink(context, &word);
    }
    words->size = 0;
    words->cut = false;
}

static void add_letter(struct words *words, const char *bytes, size_t length)
{
    if (words->cut || words->size + length > WORD_BYTES) {
        words->cut = true;
        return;
    }
    memcpy(words->text + words->size, bytes, length);
    if (length == 1)
        words->text[words->size] = ascii_lower(bytes[0]);
    words->size = (uint8_t)(words->size + length);
}

void words_text(struct words *words, const char *utf8, size_t size, word_sink *sink, void *context)
{
    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(utf8 + at, size - at);
        if (length <= 0)
            return;
        enum letter_class letter_class = word_class_of(utf8_decode(utf8 + at, length));
        if (letter_class == LETTER_NONE)
            words_end(words, sink, context);
        else if (letter_class != LETTER_INVISIBLE)
            add_letter(words, utf8 + at, (size_t)length);
        at += (size_t)length;
    }
}

/* ---- Stems ---- */

enum { STEM_MIN = 3 }; /* letters that an ending leaves at least */

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

static bool ends_with(const char *text, size_t size, const char *ending, size_t length)
{
    return size >= STEM_MIN + length && memcmp(text + size - length, ending, length) == 0;
}

static bool has_vowel(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (is_vowel(text[i]))
            return true;
    return false;
}

/* Removes the ending of plurals: islands, beaches, cities; not of bus, this, pass. */
static size_t without_plural(char *text, size_t size)
{
    if (ends_with(text, size, "ies", 3)) {
        text[size - 3] = 'y';
        return size - 2;
    }
    if (ends_with(text, size, "sses", 4) || ends_with(text, size, "ches", 4) ||
        ends_with(text, size, "shes", 4))
        return size - 2;
    if (ends_with(text, size, "s", 1) && !strchr("sui", text[size - 2]))
        return size - 1;
    return size;
}

/* Verbs and adverbs: diving, stopped, weekly. A consonant that was doubled before the ending is single
 * again. */
static size_t without_ending(const char *text, size_t size)
{
    static const char endings[][4] = {"ing", "ed", "ly"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t length = strlen(endings[i]), stem = size - length;
        if (!ends_with(text, size, endings[i], length) || !has_vowel(text, stem))
            continue;
        bool is_double = text[stem - 1] == text[stem - 2] && !is_vowel(text[stem - 1]);
        return is_double && stem > STEM_MIN ? stem - 1 : stem;
    }
    return size;
}

uint32_t word_term(const struct word *word)
{
    char stem[WORD_BYTES];
    memcpy(stem, word->text, word->size);
    size_t size = without_plural(stem, word->size);
    size = without_ending(stem, size);
    if (size > STEM_MIN && stem[size - 1] == 'e')
        size--;
    return word_mix(word_hash(WORD_HASH_START, stem, size));
}
