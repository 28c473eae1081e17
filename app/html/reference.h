/* Character references by name (`&eacute;`) and by number (`&#3585;`). Used by the tokenizer. */
#ifndef CRAWLBOX_HTML_REFERENCE_H
#define CRAWLBOX_HTML_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTML_REFERENCE_LONGEST = 8,        /* bytes in the longest known name */
    HTML_REFERENCE_LONGEST_LEGACY = 6, /* in the longest one that is understood without a semicolon */
};

/* The character that `name` stands for, or 0 if it is unknown. */
uint32_t html_reference_named(const char *name, size_t size);

/* Whether a page from the last century may leave out the semicolon after the name of `character`. */
bool html_reference_is_legacy(uint32_t character);

/* The character that browsers show for a number: some numbers stand for another character, or for none (U+FFFD). */
uint32_t html_reference_numeric(uint32_t code);

#endif
