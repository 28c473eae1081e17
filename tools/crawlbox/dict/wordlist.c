/* Reading word lists of several kinds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli.h"
#include "dict/words.h"
#include "read/lang/thai.h"

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), end = strlen(ending);
    return length >= end && strcmp(text + length - end, ending) == 0;
}

/* Ends a run of letters; a run of one, or one that is too long, makes the entry unreadable. */
static bool end_piece(struct wordlist *list, struct word *piece)
{
    bool good = piece->length != 1;
    if (piece->length > 1) {
        words_add(&list->pieces, piece);
        list->entries[list->count].pieces++;
    }
    piece->length = 0;
    return good;
}

static bool split_line(struct wordlist *list, const char *text, size_t size)
{
    struct word piece = {0};
    bool good = true;

    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(text + at, size - at);
        if (length <= 0)
            return false;
        uint32_t offset = utf8_decode(text + at, length) - THAI_BLOCK;
        at += (size_t)length;
        if (offset < DICT_LETTERS && thai_is_letter(offset)) {
            if (piece.length == DICT_LONGEST)
                return false;
            piece.length = (uint8_t)thai_append(piece.letters, piece.length, (uint8_t)offset);
        } else {
            good &= end_piece(list, &piece);
        }
    }
    return end_piece(list, &piece) && good;
}

static void add_line(struct wordlist *list, const char *text, size_t size)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        list->entries = words_allocate(list->entries, list->room, sizeof *list->entries);
    }
    struct entry *entry = &list->entries[list->count];
    *entry = (struct entry){.first_piece = (uint32_t)list->pieces.count};
    if (!split_line(list, text, size) || entry->pieces == 0) {
        list->pieces.count = entry->first_piece;
        entry->pieces = 0;
        list->unreadable++;
    }
    list->count++;
}

/* A word ends at a tab (trietool's data), at a slash (hunspell's flags) or with the line. */
static void add_lines(struct wordlist *list, const char *text, bool skip_first)
{
    while (*text) {
        size_t line = strcspn(text, "\n");
        size_t size = strcspn(text, "\t/\r\n");
        if (size > 0 && !skip_first)
            add_line(list, text, size);
        skip_first = false;
        text += line + (text[line] == '\n');
    }
}

/* Runs `trietool -p FOLDER NAME list` and returns what it prints. */
static char *run_trietool(const char *path)
{
    char folder[4096], output[32];
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t size;
    int pipe_ends[2];

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    char *stem = strndup(name, strlen(name) - strlen(".tri"));
    if (!stem || pipe(pipe_ends) != 0)
        exit(cli_error("cannot run trietool"));
    pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], STDOUT_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        setenv("LC_ALL", "C.UTF-8", 1);
        execlp("trietool", "trietool", "-p", folder, stem, "list", (char *)NULL);
        _exit(127);
    }
    free(stem);
    close(pipe_ends[1]);
    snprintf(output, sizeof output, "/dev/fd/%d", pipe_ends[0]);
    char *text = child > 0 ? cli_read_file(output, &size) : NULL;
    close(pipe_ends[0]);
    int status = -1;
    if (child > 0)
        waitpid(child, &status, 0);
    if (text && status == 0 && size > 0)
        return text;
    free(text);
    cli_error("trietool cannot list %s: install the Debian packages libdatrie1-bin and libthai-data", path);
    return NULL;
}

/* The file's name without folder and ending, which is what people call a list. */
static void name_list(struct wordlist *list, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strcspn(name, ".");
    snprintf(list->name, sizeof list->name, "%.*s", (int)length, name);
}

int wordlist_read(struct wordlist *list, const char *path)
{
    size_t size;

    *list = (struct wordlist){0};
    name_list(list, path);
    if (access(path, R_OK) != 0)
        return cli_error("there is no word list %s: for Debian's lists install libthai-data and hunspell-th",
                         path);
    char *text = ends_with(path, ".tri") ? run_trietool(path) : cli_read_file(path, &size);
    if (!text)
        return CLI_CANNOT;
    add_lines(list, text, ends_with(path, ".dic")); /* its first line is a count */
    free(text);
    if (list->count == list->unreadable)
        return cli_error("%s has no Thai words in UTF-8", path);
    return 0;
}

void wordlist_free(struct wordlist *list)
{
    words_free(&list->pieces);
    free(list->entries);
    *list = (struct wordlist){0};
}
