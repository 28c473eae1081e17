#include "crypto/der.h"

#include <string.h>

enum { LONG_TAG = 0x1f, LENGTH_OF_ONE_BYTE = 0x81, LENGTH_OF_TWO_BYTES = 0x82 };

int der_next(struct der *from, struct der *content)
{
    const uint8_t *at = from->at;
    size_t left = der_bytes(from);
    if (left < 2 || (at[0] & LONG_TAG) == LONG_TAG)
        return -1;
    size_t head = 2, bytes = at[1];
    if (bytes == LENGTH_OF_ONE_BYTE && left > 2 && at[2] >= 0x80) {
        head = 3;
        bytes = at[2];
    } else if (bytes == LENGTH_OF_TWO_BYTES && left > 3 && at[2] != 0) {
        head = 4;
        bytes = (size_t)at[2] << 8 | at[3];
    } else if (bytes >= 0x80) {
        return -1;
    }
    if (bytes > left - head)
        return -1;
    content->at = at + head;
    content->end = content->at + bytes;
    from->at = content->end;
    return at[0];
}

bool der_take(struct der *from, int tag, struct der *content)
{
    struct der rest = *from;
    if (der_next(&rest, content) != tag)
        return false;
    *from = rest;
    return true;
}

bool der_take_last(struct der *from, int tag, struct der *content)
{
    return der_take(from, tag, content) && der_bytes(from) == 0;
}

bool der_take_whole(struct der *from, int tag, struct der *whole)
{
    const uint8_t *begin = from->at;
    bool has = der_take(from, tag, whole);
    whole->at = begin;
    return has;
}

bool der_take_number(struct der *from, struct der *number)
{
    if (!der_take(from, DER_INTEGER, number) || der_bytes(number) == 0 || *number->at >= 0x80)
        return false;
    if (*number->at != 0)
        return true;
    number->at++;
    return der_bytes(number) == 0 || *number->at >= 0x80; /* else the zero says nothing */
}

bool der_equal(const struct der *a, const struct der *b)
{
    return der_is(a, b->at, der_bytes(b));
}

bool der_is(const struct der *der, const void *bytes, size_t count)
{
    return der_bytes(der) == count && memcmp(der->at, bytes, count) == 0;
}
