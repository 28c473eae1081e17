/* Reads what a page says about its own language. Packs call it. */
#ifndef CRAWLBOX_READ_LANG_HINTS_H
#define CRAWLBOX_READ_LANG_HINTS_H

#include <stdbool.h>

/*
 * Says whether a language tag ("fa", "fa-IR", "Persian") begins with one of the names (in lower case,
 * separated by blanks), and nothing but a subtag follows. A tag that is NULL names no language.
 */
bool lang_tag_is(const char *tag, const char *names);

#endif
