#include "wacz/lines.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

bool lines_add(struct lines *lines, char *line)
{
    if (!line)
        return false;
    if (lines->count == lines->room) {
        size_t room = lines->room ? lines->room * 2 : FIRST_ROOM;
        char **larger = realloc(lines->line, room * sizeof *larger);
        if (!larger) {
            free(line);
            return false;
        }
        lines->line = larger;
        lines->room = room;
    }
    lines->line[lines->count++] = line;
    return true;
}

bool lines_read(struct lines *lines, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!lines_add(lines, strdup(line))) {
            free(line);
            return false;
        }
    }
    free(line);
    return !ferror(file);
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

void lines_sort(struct lines *lines)
{
    size_t kept = 0;
    if (lines->count == 0)
        return;
    qsort(lines->line, lines->count, sizeof *lines->line, compare);
    for (size_t i = 1; i < lines->count; i++) {
        if (strcmp(lines->line[i], lines->line[kept]) == 0)
            free(lines->line[i]);
        else
            lines->line[++kept] = lines->line[i];
    }
    lines->count = kept + 1;
}

bool lines_write(const struct lines *lines, FILE *out)
{
    for (size_t i = 0; i < lines->count; i++)
        if (fputs(lines->line[i], out) == EOF || fputc('\n', out) == EOF)
            return false;
    return true;
}

void lines_free(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->line[i]);
    free(lines->line);
    *lines = (struct lines){0};
}
