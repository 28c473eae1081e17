/*
 * Brings rules and paths into the one form in which they are compared (RFC 9309, section 2.2.2). Characters
 * go in one by one:
 *
 *     characters                                     become
 *     %XX of a letter, digit, - . _ ~                that character
 *     %XX of a byte above 127, or the byte itself    that byte
 *     %3A; %2F after a ?                             : and /  (the RFC's own example asks for it)
 *     controls, blanks, " ' < > ` { } ^ | \ * $      %XX
 *     %XX of anything else                           %XX with capital digits
 *     everything else                                itself
 *
 * A wildcard of a rule is not a literal *: the parser keeps the two apart.
 */
#ifndef CRAWLBOX_READ_ROBOTS_OCTETS_H
#define CRAWLBOX_READ_ROBOTS_OCTETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many octets one more character can bring out: a % and a digit that turned out to be no code, and
 * itself. */
enum { OCTETS_MAX = 5 };

struct octets {
    uint8_t percent; /* 1 after a %, 2 after a % and a digit, else 0 */
    char hex;        /* that digit */
    bool query;      /* a ? has come */
};

/* Takes one character and writes what is now certain; returns how many octets that is. */
size_t octets_put(struct octets *octets, char c, char out[OCTETS_MAX]);

/* Writes what was held back, when no more characters come. */
size_t octets_end(struct octets *octets, char out[OCTETS_MAX]);

#endif
