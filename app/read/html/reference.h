/* Decodes character references by name (`&eacute;`) and by number (`&#3585;`). The tokenizer calls it. */
#ifndef CRAWLBOX_READ_HTML_REFERENCE_H
#define CRAWLBOX_READ_HTML_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTML_REFERENCE_LONGEST = 8,        /* bytes in the longest known name */
    HTML_REFERENCE_LONGEST_LEGACY = 6, /* bytes in the longest name that is understood without a semicolon */
};

/* Returns the character that `name` stands for, or 0 if the name is unknown. */
uint32_t html_reference_named(const char *name, size_t size);

/* Says whether a page from the last century may leave out the semicolon after the name of `character`. */
bool html_reference_is_legacy(uint32_t character);

/* Returns the character that browsers show for a number. Some numbers stand for another character, or for
 * none (U+FFFD). */
uint32_t html_reference_numeric(uint32_t code);

#endif
