/*
 * The functions of libc and libgcc that the image needs, in their smallest form. newlib's own are written for
 * speed, which no caller needs: commands and settings are compared, and numbers of 64 bits are divided a few
 * times for each page. This saves 1.5 KB of flash.
 *
 * The file is not optimised together with the rest, and is compiled without the compiler's knowledge of these
 * names, since it would make each of them a call to itself.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size > 0; a++, b++, size--)
        if (*a != *b || *a == '\0')
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

char *strchr(const char *text, int wanted)
{
    for (;; text++) {
        if (*text == (char)wanted)
            return (char *)(uintptr_t)text;
        if (*text == '\0')
            return NULL;
    }
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        to[i] = *from;
        from += *from != '\0';
    }
    return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    for (char *at = to; (*at++ = *from++) != '\0';)
        ;
    return to;
}

uint64_t __udivmoddi4(uint64_t number, uint64_t divisor, uint64_t *remainder);

/* What libgcc's division of 64 bits, signed or not, comes down to: one bit after another. */
uint64_t __udivmoddi4(uint64_t number, uint64_t divisor, uint64_t *remainder)
{
    uint64_t quotient = 0, rest = 0;
    unsigned bits = 64;
    for (; bits > 0 && number >> 56 == 0; bits -= 8) /* most numbers are small */
        number <<= 8;
    for (; bits > 0; bits--) {
        rest = rest << 1 | number >> 63;
        number <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    if (remainder != NULL)
        *remainder = rest;
    return quotient;
}
