#include "read/html/reference.h"

#include <stddef.h>
#include <string.h>

/* The names lie one behind the other, without their first letters, each with what it stands for. */
struct names {
#define REFERENCE(letter, rest, character)                                                                   \
    struct {                                                                                                 \
        uint8_t high, low, size;                                                                             \
        char text[sizeof #rest - 1];                                                                         \
    } name_##letter##rest;
#include "read/html/reference_names.def"
#undef REFERENCE
};

enum { HIGH_AT, LOW_AT, SIZE_AT, TEXT_AT };

static const struct names names = {
#define REFERENCE(letter, rest, character) {(character) >> 8, (character)&0xff, sizeof #rest - 1, #rest},
#include "read/html/reference_names.def"
#undef REFERENCE
};

/* Where the names with each first letter begin, from A to z, and where those with z end. */
#define FIRST(name) offsetof(struct names, name_##name)
static const uint16_t first_with_letter[] = {
    FIRST(AElig),  FIRST(Beta),    FIRST(COPY),   FIRST(Dagger), FIRST(ETH),          FIRST(GT),
    FIRST(GT),     FIRST(Hat),     FIRST(Iacute), FIRST(Kappa),  FIRST(Kappa),        FIRST(LT),
    FIRST(Mu),     FIRST(NewLine), FIRST(OElig),  FIRST(Phi),    FIRST(QUOT),         FIRST(REG),
    FIRST(Scaron), FIRST(THORN),   FIRST(Uacute), FIRST(Xi),     FIRST(Xi),           FIRST(Xi),
    FIRST(Yacute), FIRST(Zeta),    FIRST(amp),    FIRST(amp),    FIRST(amp),          FIRST(amp),
    FIRST(amp),    FIRST(amp),     FIRST(amp),    FIRST(bull),   FIRST(copy),         FIRST(deg),
    FIRST(euro),   FIRST(female),  FIRST(gt),     FIRST(hellip), FIRST(iexcl),        FIRST(kappa),
    FIRST(kappa),  FIRST(lt),      FIRST(mdash),  FIRST(nbsp),   FIRST(ouml),         FIRST(para),
    FIRST(quot),   FIRST(raquo),   FIRST(shy),    FIRST(trade),  FIRST(uarr),         FIRST(verbar),
    FIRST(weierp), FIRST(xi),      FIRST(yacute), FIRST(zwnj),   sizeof(struct names)};
#undef FIRST

enum { LETTERS = 'z' - 'A' + 1 };

_Static_assert(sizeof first_with_letter / sizeof first_with_letter[0] == LETTERS + 1,
               "each letter, and the end");

uint32_t html_reference_named(const char *name, size_t size)
{
    unsigned letter = size > 1 ? (unsigned)(name[0] - 'A') : LETTERS;
    if (letter >= LETTERS)
        return 0;
    const uint8_t *at = (const uint8_t *)&names + first_with_letter[letter];
    const uint8_t *end = (const uint8_t *)&names + first_with_letter[letter + 1];
    for (; at < end; at += TEXT_AT + at[SIZE_AT])
        if (at[SIZE_AT] == size - 1 && memcmp(at + TEXT_AT, name + 1, size - 1) == 0)
            return (uint32_t)at[HIGH_AT] << 8 | at[LOW_AT];
    return 0;
}

bool html_reference_is_legacy(uint32_t character)
{
    return (character >= 0xA0 && character <= 0xFF) || character == '&' || character == '<' ||
           character == '>' || character == '"';
}

/* What the numbers 0x80 to 0x9F mean: nothing in Unicode, so browsers take them for windows-1252. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

uint32_t html_reference_numeric(uint32_t code)
{
    enum { REPLACEMENT = 0xFFFD, LAST = 0x10FFFF, SURROGATE_FIRST = 0xD800, SURROGATE_LAST = 0xDFFF };
    if (code >= 0x80 && code <= 0x9F)
        return windows_1252[code - 0x80];
    if (code == 0 || code > LAST || (code >= SURROGATE_FIRST && code <= SURROGATE_LAST))
        return REPLACEMENT;
    return code;
}
