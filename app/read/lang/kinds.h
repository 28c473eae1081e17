/*
 * Says of which kind a word is, without having the words: a table of WORD_TABLE_BITS for each of them, which
 * the build makes (tools/pack_words.py).
 *
 *     if (word_kind_of(WORD_LANGUAGE_ms, "kerana", 6) == WORD_MALAY) ...
 *
 * Three places of the table follow from a word's hash. What stands in them, added without carry, is the
 * word's kind and a few bits more of its hash. A word of the lists always gets its kind; of other words one
 * in 1,024 passes for a word of a given kind. Packs count the words of a page and compare their numbers, so
 * that so few do no harm; and 2,260 words take 3.4 KB instead of 15.
 */
#ifndef CRAWLBOX_READ_LANG_KINDS_H
#define CRAWLBOX_READ_LANG_KINDS_H

#include <stddef.h>
#include <stdint.h>

enum word_language { WORD_LANGUAGE_fa, WORD_LANGUAGE_ms, WORD_LANGUAGE_en };

enum word_kind {
    WORD_UNKNOWN,
#define KIND(language, list, name) WORD_##name,
#include "read/lang/kinds.def"
#undef KIND
    WORD_KINDS
};

enum {
    WORD_TABLE_BITS = 10, /* in each place of the table */
    WORD_KIND_BITS = 4,   /* of which so many are the kind */
};

_Static_assert(WORD_KINDS <= 1 << WORD_KIND_BITS, "a kind has its bits");

/* What the build makes. A word has a place in each third of the table; two bytes follow that nobody reads. */
extern const uint8_t word_table[];
extern const uint16_t word_table_third;

/* Returns the kind of a word, as its pack writes it: in lower case, with letters made alike. */
enum word_kind word_kind_of(enum word_language language, const char *word, size_t size);

#endif
