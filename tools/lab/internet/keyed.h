/*
 * Lines of words such as `host www.example.th delay=200 loss=5% text="a b"`: cut into words, and key=value
 * words put where a table says.
 *
 *     static const struct keyed_key keys[] = {
 *         {"delay", KEYED_NUMBER, offsetof(struct site_host, delay_ms)},
 *         {0},
 *     };
 *     char *words[KEYED_WORDS_MAX], problem[KEYED_PROBLEM_SIZE];
 *     int count = keyed_split(line, words, problem);
 *     for (int i = 2; i < count; i++)
 *         if (!keyed_set(&host, keys, words[i], problem))
 *             puts(problem);
 */
#ifndef CRAWLBOX_INTERNET_KEYED_H
#define CRAWLBOX_INTERNET_KEYED_H

#include <stdbool.h>
#include <stddef.h>

enum { KEYED_WORDS_MAX = 32, KEYED_PROBLEM_SIZE = 256 };

enum keyed_kind {
    KEYED_NUMBER = 1, /* uint32_t */
    KEYED_OFFSET,     /* int32_t, may be negative */
    KEYED_PERMILLE,   /* uint32_t, written as a percentage: 5% or 0.1% */
    KEYED_ADDRESS,    /* uint32_t, written with dots */
    KEYED_TEXT,       /* char *, from malloc */
    KEYED_LINES,      /* char *, from malloc: each use adds a line with CRLF */
    KEYED_CHOICE,     /* enum: which of `choices` */
};

struct keyed_key {
    const char *name; /* the table ends with a NULL */
    enum keyed_kind kind;
    size_t offset;              /* in the object */
    const char *const *choices; /* ends with a NULL */
};

/*
 * Cuts a line into words in place and returns how many, -1 if it is malformed (then `problem` says how).
 * Blanks separate, double quotes hold together, # begins a comment.
 */
int keyed_split(char *line, char *words[KEYED_WORDS_MAX], char problem[KEYED_PROBLEM_SIZE]);

/* Sets what "key=value" says; false with `problem` if there is no such key or it cannot have such a value. */
bool keyed_set(void *object, const struct keyed_key *keys, const char *word,
               char problem[KEYED_PROBLEM_SIZE]);

#endif
