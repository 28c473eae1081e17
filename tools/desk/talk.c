/* The console of a box, for the page: /line is the serial line. One copy of the program lives as long as it
 * does. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "console/files.h"
#include "desk.h"
#include "problem.h"

enum { PATIENCE_MS = 600 * 1000 }; /* the user sees that nothing comes, and can hang up */

static struct conversation {
    struct talk talk;
    struct files files;
} line;

/* What was printed goes to the page at once: answers on standard output, what the box says by itself on
 * standard error. */
static int told(int result)
{
    fflush(stdout);
    if (result == CLI_YES)
        return 0;
    return result == CLI_NO ? STATUS_REFUSED : STATUS_CLOSED;
}

DESK_EXPORT("desk_talk") int desk_talk(void)
{
    int fd = open("/line", O_RDWR);
    if (fd < 0)
        return STATUS_CLOSED;
    line.files.talk = &line.talk;
    talk_begin(&line.talk, fd, files_line, &line.files);
    line.talk.patience_ms = PATIENCE_MS;
    return talk_wait(&line.talk) ? 0 : STATUS_CLOSED;
}

DESK_EXPORT("desk_ask") int desk_ask(const char *command)
{
    return told(files_ask(&line.files, command));
}

DESK_EXPORT("desk_send") int desk_send(const char *kind, const char *path)
{
    if (strcmp(kind, "model") == 0)
        return told(files_send_model(&line.files, path));
    if (strcmp(kind, "settings") == 0)
        return told(files_send_settings(&line.files, path));
    return told(files_send_seeds(&line.files, path));
}

DESK_EXPORT("desk_hear") int desk_hear(void)
{
    bool is_open = true;
    while (is_open && talk_listen(&line.talk, 0))
        is_open = talk_take(&line.talk);
    return is_open ? told(CLI_YES) : STATUS_CLOSED;
}
