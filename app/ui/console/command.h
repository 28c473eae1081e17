/*
 * Finds out what a typed line asks for: cuts it into words, and finds the command, or the one that was
 * probably meant.
 *
 *     char *words[COMMAND_WORDS_MAX];
 *     int count = command_split(line, words, COMMAND_WORDS_MAX);
 *     int which = command_find(words[0], name_of, names);
 *     if (which < 0)
 *         which = command_nearest(words[0], name_of, names);      "did you mean ...?"
 *
 * The names come through a function, so that the table of commands may have any shape. Costs no RAM.
 */
#ifndef CRAWLBOX_UI_CONSOLE_COMMAND_H
#define CRAWLBOX_UI_CONSOLE_COMMAND_H

#include <stdbool.h>

enum {
    COMMAND_WORDS_MAX = 8,
    COMMAND_NAME_MAX = 16, /* names longer than this are never suggested */
};

/* Returns the name of command number `index`, or NULL behind the last. */
typedef const char *(*command_name)(const void *table, unsigned index);

/* Cuts a line at blanks, in place; "two words" in double quotes stay together. Returns the number of
 * words, which is 0 for an empty line, or STATUS_FULL if there are more than `max`, or STATUS_INVALID if a
 * quote is not closed. */
int command_split(char *line, char **words, int max);

/* Returns the index of the command of that name, or STATUS_NOT_FOUND. */
int command_find(const char *word, command_name name, const void *table);

/* Returns the index of the command that looks most like the word, or STATUS_NOT_FOUND if none comes close:
 * at most two letters wrong, missing, extra or swapped (one in a word of three letters or less), or a name
 * that starts with the word. */
int command_nearest(const char *word, command_name name, const void *table);

/*
 * Says whether what was typed is in a list of commands. Each stands between blanks: "name" is the command
 * alone, "name:word" the command with this first word and perhaps more behind it, "name*" the command with
 * anything.
 */
bool command_is_listed(int count, char *const *words, const char *list);

/* Takes a flag such as "-k" out of the words (the first word stays). Returns whether it was there. */
bool command_take_flag(int *count, char **words, const char *flag);

#endif
