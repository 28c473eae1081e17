#include "ui/console/command.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/numbers.h"
#include "base/status.h"

enum { NEAR_ENOUGH = 2, SHORT_WORD = 3, NEAR_ENOUGH_SHORT = 1 };

static char *end_of_word(char *at, bool *closed)
{
    char stop = ' ';
    if (*at == '"')
        stop = *at++;
    while (*at != '\0' && *at != stop)
        at++;
    *closed = stop == ' ' || *at == stop;
    return at;
}

int command_split(char *line, char **words, int max)
{
    int count = 0;
    for (char *at = line;;) {
        while (*at == ' ')
            at++;
        if (*at == '\0')
            return count;
        if (count == max)
            return STATUS_FULL;
        bool closed;
        char *end = end_of_word(at, &closed);
        if (!closed)
            return STATUS_INVALID;
        words[count++] = *at == '"' ? at + 1 : at;
        at = end;
        if (*at != '\0')
            *at++ = '\0';
    }
}

int command_find(const char *word, command_name name, const void *table)
{
    for (unsigned i = 0; name(table, i) != NULL; i++)
        if (strcmp(word, name(table, i)) == 0)
            return (int)i;
    return STATUS_NOT_FOUND;
}

/* Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one
 * word into the other. Three rows of the usual table are enough, since a swap looks back two. */
static unsigned edit_distance(const char *a, const char *b)
{
    uint8_t rows[3][COMMAND_NAME_MAX + 1];
    uint8_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t columns = strlen(b);
    for (size_t j = 0; j <= columns; j++)
        last[j] = (uint8_t)j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= columns; j++) {
            unsigned best = smaller_of(last[j], row[j - 1]) + 1u;
            best = smaller_of(best, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller_of(best, before[j - 2] + 1u);
            row[j] = (uint8_t)best;
        }
        uint8_t *recycled = before;
        before = last;
        last = row;
        row = recycled;
    }
    return last[columns];
}

int command_nearest(const char *word, command_name name, const void *table)
{
    size_t length = strlen(word);
    if (length == 0 || length > COMMAND_NAME_MAX)
        return STATUS_NOT_FOUND;
    unsigned closest = (length <= SHORT_WORD ? NEAR_ENOUGH_SHORT : NEAR_ENOUGH) + 1u;
    int found = STATUS_NOT_FOUND;
    for (unsigned i = 0; name(table, i) != NULL; i++) {
        if (strlen(name(table, i)) > COMMAND_NAME_MAX)
            continue;
        unsigned distance = edit_distance(word, name(table, i));
        if (distance > 0 && strncmp(word, name(table, i), length) == 0)
            distance = 1; /* the beginning of a name is as good as one slip */
        if (distance < closest) {
            closest = distance;
            found = (int)i;
        }
    }
    return found;
}

/* Returns what follows the text at `at`, or NULL if another text stands there. */
static const char *after_word(const char *at, const char *text)
{
    size_t length = strlen(text);
    return strncmp(at, text, length) == 0 ? at + length : NULL;
}

bool command_is_listed(int count, char *const *words, const char *list)
{
    for (const char *at = list; *at != '\0'; at++) {
        const char *rest = at == list || at[-1] == ' ' ? after_word(at, words[0]) : NULL;
        if (rest == NULL)
            continue;
        if (*rest == '*' || ((*rest == ' ' || *rest == '\0') && count == 1))
            return true;
        rest = *rest == ':' && count > 1 ? after_word(rest + 1, words[1]) : NULL;
        if (rest != NULL && (*rest == ' ' || *rest == '\0'))
            return true;
    }
    return false;
}

bool command_take_flag(int *count, char **words, const char *flag)
{
    for (int i = 1; i < *count; i++) {
        if (strcmp(words[i], flag) != 0)
            continue;
        memmove(&words[i], &words[i + 1], (size_t)(*count - i - 1) * sizeof words[0]);
        (*count)--;
        return true;
    }
    return false;
}
