/*
 * The table of settings (app/settings/settings.def) as people read it: a commented CRAWLBOX.INI,
 * docs/SETTINGS.md, TSV, plain text.
 *
 *     settings_reset(&settings);
 *     sheet_write(stdout, SHEET_INI, &settings);
 *
 * And settings out of a file of the user's, with everything that is wrong in it told.
 */
#ifndef CRAWLBOX_SHEET_H
#define CRAWLBOX_SHEET_H

#include <stdbool.h>
#include <stdio.h>

#include "settings/settings.h"

enum sheet_form { SHEET_TEXT, SHEET_MARKDOWN, SHEET_TSV, SHEET_INI };

/* With the values of `settings` in SHEET_INI; the other forms show the defaults. */
void sheet_write(FILE *out, enum sheet_form form, const struct settings *settings);

/* The rows of the sheet from 0 on: the title of a group, or NULL in *title and the number of a setting.
 * False: there are no more. */
bool sheet_row(size_t number, const char **title, int *which);

/* What a setting is for, in Thai; in English if tools/common/settings_th.def has no line for it. */
const char *sheet_help_thai(int which);

/* Reads a CRAWLBOX.INI onto `settings`; `name` is for the messages on stderr. How many values are wrong (0:
 * none); unknown keys are told of and do not count. */
unsigned sheet_read(struct settings *settings, const char *name, const char *text, size_t size);

/* Sets from "key=value". False after saying what is wrong. */
bool sheet_set(struct settings *settings, const char *assignment);

/* Says on stderr what a crawl still needs: how many settings are missing. */
unsigned sheet_missing(const struct settings *settings, const char *name);

#endif
