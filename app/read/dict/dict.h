/*
 * The dictionary: an exact automaton in flash (or in a file's bytes) that finds the longest word at a place
 * in a text. The Thai pack (app/read/lang/pack_th.c) calls it.
 *
 *     struct dict dict;
 *     if (dict_open(&dict, dict_builtin, dict_builtin_size) != 0)
 *         return;                                                     // damaged, or made for another version
 *     static const uint8_t letters[] = {0x01, 0x32, 0x23};             // U+0E01 and so on: การ
 *     unsigned length = dict_longest_match(&dict, letters, 3);         // 3, or 0 if no word begins here
 *
 * A word that longest matching reads whole as a row of shorter words needs no entry of its own, and has none.
 * FORMAT.md describes the bytes; `crawlbox dict` makes and shows them.
 *
 * dict_open() checks everything, so that matching needs no checks: a damaged or hostile file is refused, or
 * does no worse than to know other words. RAM: struct dict, about 40 bytes; while opening, about 1,200 bytes
 * of stack.
 */
#ifndef CRAWLBOX_READ_DICT_DICT_H
#define CRAWLBOX_READ_DICT_DICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DICT_VERSION = 1,
    DICT_MAX_BYTES = 72 * 1024, /* the image has room for so many */
    DICT_LONGEST = 63,          /* letters of the longest word that may be in a dictionary */
    DICT_FIRST_LETTER = 0x0e00, /* letters are the characters from here on ... */
    DICT_LETTERS = 96,          /* ... and there are so many of them */
    DICT_NAME_BYTES = 20,
    DICT_MAX_LISTS = 4,
};

/* One of the word lists that a dictionary was made from. */
struct dict_list {
    char name[DICT_NAME_BYTES + 1];
    uint32_t words; /* words of the list */
    uint32_t read;  /* words of the list that are read whole, as one or more entries of the dictionary */
};

struct dict {
    const uint8_t *alphabet;  /* private: DICT_LETTERS bytes */
    const uint8_t *hot;       /* private: the targets that most edges lead to */
    const uint8_t *automaton; /* private */
    const uint8_t *lists;     /* private: the training record */
    uint32_t automaton_bytes;
    uint32_t file_bytes;
    uint32_t entries; /* words that have an entry of their own */
    uint32_t states;
    uint32_t edges;
    uint8_t longest; /* letters of the longest entry */
    uint8_t list_count;
};

/*
 * Checks a dictionary of `size` bytes from beginning to end and makes it usable; its bytes must stay where
 * they are. Returns STATUS_OK, STATUS_VERSION if it is of another version, STATUS_DAMAGED if its CRC or
 * length is wrong, or STATUS_INVALID if it is no dictionary.
 */
int dict_open(struct dict *dict, const void *data, size_t size);

/*
 * Returns how many of the `count` letters belong to the longest word that begins with the first of them, or 0
 * if no word does. Letters are offsets from U+0E00, all below DICT_LETTERS.
 */
unsigned dict_longest_match(const struct dict *dict, const uint8_t *letters, unsigned count);

/* Returns list `index` of the training record; `index` is below list_count. */
struct dict_list dict_list_at(const struct dict *dict, unsigned index);

/* The dictionary that the build made of Debian's Thai word lists. */
extern const uint8_t dict_builtin[];
extern const uint32_t dict_builtin_size;

#endif
