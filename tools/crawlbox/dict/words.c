#include "dict/words.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

void *words_allocate(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count, size);
    if (!memory)
        exit(cli_no_memory());
    return memory;
}

void words_add(struct words *words, const struct word *word)
{
    if (words->count == words->room) {
        words->room = words->room ? 2 * words->room : 1024;
        words->items = words_allocate(words->items, words->room, sizeof *words->items);
    }
    words->items[words->count++] = *word;
}

void words_free(struct words *words)
{
    free(words->items);
    *words = (struct words){0};
}

static int compare_letters(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->letters, b->letters, common);
    return order ? order : a->length - b->length;
}

static int compare_length_first(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    return a->length != b->length ? a->length - b->length : compare_letters(left, right);
}

void words_sort(struct words *words, bool by_length)
{
    if (words->count == 0)
        return;
    qsort(words->items, words->count, sizeof *words->items,
          by_length ? compare_length_first : compare_letters);
    size_t kept = 1;
    for (size_t i = 1; i < words->count; i++)
        if (compare_letters(&words->items[i], &words->items[kept - 1]) != 0)
            words->items[kept++] = words->items[i];
    words->count = kept;
}

/* FNV-1a */
static size_t hash(const uint8_t *letters, size_t length)
{
    uint32_t value = 2166136261u;
    for (size_t i = 0; i < length; i++)
        value = (value ^ letters[i]) * 16777619u;
    return value ^ value >> 15;
}

void wordset_init(struct wordset *set, size_t capacity)
{
    size_t slots = 1024;
    while (slots < 2 * capacity)
        slots *= 2;
    *set = (struct wordset){.mask = slots - 1};
    set->slots = words_allocate(NULL, slots, sizeof *set->slots);
    memset(set->slots, 0, slots * sizeof *set->slots);
}

void wordset_free(struct wordset *set)
{
    free(set->slots);
    *set = (struct wordset){0};
}

/* The slot of a word, or the free one where it would be. */
static struct word *find_slot(const struct wordset *set, const uint8_t *letters, size_t length)
{
    size_t at = hash(letters, length) & set->mask;
    while (set->slots[at].length &&
           (set->slots[at].length != length || memcmp(set->slots[at].letters, letters, length) != 0))
        at = (at + 1) & set->mask;
    return &set->slots[at];
}

void wordset_add(struct wordset *set, const struct word *word)
{
    struct word *slot = find_slot(set, word->letters, word->length);
    if (slot->length)
        return;
    *slot = *word;
    set->count++;
    if (word->length > set->longest)
        set->longest = word->length;
}

bool wordset_has(const struct wordset *set, const uint8_t *letters, size_t length)
{
    return find_slot(set, letters, length)->length != 0;
}

static size_t longest_match(const struct wordset *set, const uint8_t *letters, size_t count)
{
    size_t length = count < set->longest ? count : set->longest;
    while (length > 0 && !wordset_has(set, letters, length))
        length--;
    return length;
}

bool wordset_reads(const struct wordset *set, const struct word *word)
{
    size_t at = 0;
    while (at < word->length) {
        size_t length = longest_match(set, word->letters + at, word->length - at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

size_t wordset_slot(const struct wordset *set, const struct word *word)
{
    return (size_t)(find_slot(set, word->letters, word->length) - set->slots);
}

void wordset_count_parts(const struct wordset *set, const struct word *word, uint32_t *counts)
{
    size_t at = 0;
    while (at < word->length) {
        size_t length = longest_match(set, word->letters + at, word->length - at);
        if (length > 0)
            counts[find_slot(set, word->letters + at, length) - set->slots]++;
        at += length ? length : 1;
    }
}

bool wordset_reads_entry(const struct wordset *set, const struct wordlist *list, const struct entry *entry)
{
    for (uint32_t i = 0; i < entry->pieces; i++)
        if (!wordset_reads(set, &list->pieces.items[entry->first_piece + i]))
            return false;
    return entry->pieces > 0;
}

size_t wordset_reads_list(const struct wordset *set, const struct wordlist *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += wordset_reads_entry(set, list, &list->entries[i]);
    return count;
}
