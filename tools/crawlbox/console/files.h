/*
 * Models, settings and seeds to and from a box, by the commands that its console has. Each function says what
 * came of it and returns an exit status.
 */
#ifndef CRAWLBOX_CONSOLE_FILES_H
#define CRAWLBOX_CONSOLE_FILES_H

#include "console/talk.h"

/* The conversation must be begun with files_line as its on_line and the struct as its context. */
struct files {
    struct talk *talk;
    char *answer; /* to the last command, lines that end in LF */
    size_t length, room;
};

void files_line(void *context, enum talk_kind kind, const char *text);
void files_free(struct files *files);

int files_unlock(struct files *files, const char *pin);
int files_send_model(struct files *files, const char *path);
int files_send_settings(struct files *files,
                        const char *path); /* the box's settings become those of the file */
int files_send_seeds(struct files *files, const char *path);
int files_get_settings(struct files *files, const char *path);
int files_get_seeds(struct files *files, const char *path);

/* Asks, and prints the answer: for a command given as an option or through a pipe. */
int files_ask(struct files *files, const char *command);

#endif
