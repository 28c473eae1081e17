/*
 * A word gets an entry only if longest matching does not already read its text as shorter words. Taken from
 * short to long, that is decided once and for all: only shorter words can be found inside a word.
 *
 * If not all fits, words are given up in the order of their use. Debian's lists carry no frequencies, but a
 * word that is part of many others is one that people use: the commonest Thai words (คน, การ, ที่, น้ำ) come
 * first that way. So the candidates of the lists that need not be complete are sorted by the number of words
 * in all lists that longest matching finds them in, and the longest beginning of that order that fits is
 * taken.
 */
#include "dict/select.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

struct candidate {
    struct word word;
    uint32_t uses;
};

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->uses != b->uses)
        return a->uses < b->uses ? 1 : -1;
    if (a->word.length != b->word.length)
        return a->word.length - b->word.length;
    return memcmp(a->word.letters, b->word.letters, a->word.length);
}

static void add_all(struct words *words, const struct words *more)
{
    for (size_t i = 0; i < more->count; i++)
        words_add(words, &more->items[i]);
}

/* Keeps the words that must have an entry so that all are read. */
static void reduce(struct words *words, struct wordset *set)
{
    size_t kept = 0;
    words_sort(words, true);
    wordset_init(set, words->count);
    for (size_t i = 0; i < words->count; i++) {
        if (wordset_reads(set, &words->items[i]))
            continue;
        wordset_add(set, &words->items[i]);
        words->items[kept++] = words->items[i];
    }
    words->count = kept;
}

/* Tries a dictionary of the required words and the first `count` candidates. */
static bool try(struct selection *selection, const struct candidate *candidates, size_t count)
{
    struct dict_list records[DICT_MAX_LISTS];

    free(selection->file.bytes);
    words_free(&selection->entries);
    wordset_free(&selection->set);
    for (unsigned i = 0; i < selection->list_count; i++)
        if (selection->must[i])
            add_all(&selection->entries, &selection->lists[i].pieces);
    for (size_t i = 0; i < count; i++)
        words_add(&selection->entries, &candidates[i].word);
    reduce(&selection->entries, &selection->set);
    memset(records, 0, sizeof records);
    for (unsigned i = 0; i < DICT_MAX_LISTS && i < selection->list_count; i++) {
        selection->read[i] = wordset_reads_list(&selection->set, &selection->lists[i]);
        memcpy(records[i].name, selection->lists[i].name, sizeof records[i].name);
        records[i].words = (uint32_t)selection->lists[i].count;
        records[i].read = (uint32_t)selection->read[i];
    }
    return dict_encode(&selection->file, &selection->entries, records, selection->list_count) &&
           selection->file.size <= selection->limit;
}

/* The words of the other lists, the most used first. */
static struct candidate *rank_candidates(const struct selection *selection, size_t *count)
{
    struct words all = {0}, optional = {0};
    struct wordset set;

    for (unsigned i = 0; i < selection->list_count; i++) {
        add_all(&all, &selection->lists[i].pieces);
        if (!selection->must[i])
            add_all(&optional, &selection->lists[i].pieces);
    }
    words_sort(&optional, true);
    struct words entries = {0};
    add_all(&entries, &all);
    reduce(&entries, &set);
    uint32_t *uses = words_allocate(NULL, set.mask + 1, sizeof *uses);
    memset(uses, 0, (set.mask + 1) * sizeof *uses);
    for (size_t i = 0; i < all.count; i++)
        wordset_count_parts(&set, &all.items[i], uses);

    struct candidate *candidates = words_allocate(NULL, optional.count + 1, sizeof *candidates);
    *count = 0;
    for (size_t i = 0; i < optional.count; i++)
        if (wordset_has(&set, optional.items[i].letters, optional.items[i].length))
            candidates[(*count)++] =
                (struct candidate){optional.items[i], uses[wordset_slot(&set, &optional.items[i])]};
    qsort(candidates, *count, sizeof *candidates, compare_candidates);
    free(uses);
    wordset_free(&set);
    words_free(&entries);
    words_free(&all);
    words_free(&optional);
    return candidates;
}

int selection_make(struct selection *selection)
{
    size_t count, fits = 0;
    struct candidate *candidates = rank_candidates(selection, &count);

    if (!try(selection, candidates, count)) {
        size_t too_many = count;
        if (!try(selection, candidates, 0)) {
            free(candidates);
            return cli_error("the required words take more than %zu bytes", selection->limit);
        }
        while (too_many - fits > 1) {
            size_t middle = fits + (too_many - fits) / 2;
            if (try(selection, candidates, middle))
                fits = middle;
            else
                too_many = middle;
        }
        try(selection, candidates, fits);
    }
    free(candidates);
    return 0;
}

void selection_free(struct selection *selection)
{
    for (unsigned i = 0; i < selection->list_count; i++)
        wordlist_free(&selection->lists[i]);
    free(selection->file.bytes);
    words_free(&selection->entries);
    wordset_free(&selection->set);
}
