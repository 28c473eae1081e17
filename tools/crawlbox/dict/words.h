/* Word lists and sets of words, for making dictionaries. A word is its letters as offsets from U+0E00. */
#ifndef CRAWLBOX_DICT_WORDS_H
#define CRAWLBOX_DICT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/dict/dict.h"

struct word {
    uint8_t length;
    uint8_t letters[DICT_LONGEST];
};

struct words {
    struct word *items;
    size_t count;
    size_t room;
};

/* A line of a list: the runs of letters in it, each of which must be read. */
struct entry {
    uint32_t first_piece;
    uint32_t pieces; /* 0: it cannot be read, see `unreadable` */
};

struct wordlist {
    char name[DICT_NAME_BYTES + 1];
    struct words pieces; /* two letters or more */
    struct entry *entries;
    size_t count;
    size_t room;
    size_t
        unreadable; /* entries with a single letter, or longer than DICT_LONGEST, or with no letter at all */
};

/*
 * Reads a word list: a .tri file of libthai (listed by `trietool`), a hunspell .dic, or plain text with a
 * word a line. Returns 0, or CLI_CANNOT after saying why.
 */
int wordlist_read(struct wordlist *list, const char *path);
void wordlist_free(struct wordlist *list);

void words_add(struct words *words, const struct word *word);
void words_free(struct words *words);

/* Sorts by letters, by length first if asked, and removes repetitions. */
void words_sort(struct words *words, bool by_length);

/* A set of words that text can be matched against. */
struct wordset {
    struct word *slots;
    size_t mask;
    size_t count;
    uint8_t longest;
};

void wordset_init(struct wordset *set, size_t capacity);
void wordset_free(struct wordset *set);
void wordset_add(struct wordset *set, const struct word *word);
bool wordset_has(const struct wordset *set, const uint8_t *letters, size_t length);

/* Longest matching reads these letters whole as words of the set. */
bool wordset_reads(const struct wordset *set, const struct word *word);

/* Adds one to the count of each word of the set that longest matching finds in `word`; counts are by slot. */
void wordset_count_parts(const struct wordset *set, const struct word *word, uint32_t *counts);

/* The slot of a word, for wordset_count_parts(); the word must be in the set. */
size_t wordset_slot(const struct wordset *set, const struct word *word);

/* Longest matching reads every run of letters of the list's entry. */
bool wordset_reads_entry(const struct wordset *set, const struct wordlist *list, const struct entry *entry);

/* How many entries of the list are read. */
size_t wordset_reads_list(const struct wordset *set, const struct wordlist *list);

/* Memory or a message and the end: the tools work on small files, running out is not something to recover
 * from. */
void *words_allocate(void *old, size_t count, size_t size);

#endif
