/* What a page says about its own language, as packs read it. */
#ifndef CRAWLBOX_LANG_HINTS_H
#define CRAWLBOX_LANG_HINTS_H

#include <stdbool.h>

/*
 * Whether a language tag ("fa", "fa-IR", "Persian") begins with one of the names (lower case, separated by blanks) and goes on
 * with nothing but a subtag; NULL names nothing.
 */
bool lang_tag_is(const char *tag, const char *names);

#endif
