/*
 * Reads DER, the encoding of certificates, keys and signatures: elements with a tag, a length and a content,
 * which may be elements again.
 *
 *     struct der rest = {bytes, bytes + count}, sequence, number;
 *     if (der_take(&rest, DER_SEQUENCE, &sequence) && der_take(&sequence, DER_INTEGER, &number)) ...
 *
 * Nothing is copied: a struct der says where something lies, and what has been read is taken off its
 * beginning. Tags of more than one byte and contents of 64 KB and more are refused, since no certificate has
 * them, and lengths and numbers that are written longer than they need be, since DER forbids it.
 */
#ifndef CRAWLBOX_CRYPTO_DER_H
#define CRAWLBOX_CRYPTO_DER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DER_BOOLEAN = 0x01,
    DER_INTEGER = 0x02,
    DER_BIT_STRING = 0x03,
    DER_OCTET_STRING = 0x04,
    DER_OBJECT = 0x06, /* an object identifier */
    DER_UTC_TIME = 0x17,
    DER_GENERALIZED_TIME = 0x18,
    DER_SEQUENCE = 0x30,
    DER_SET = 0x31,
    DER_CHOICE = 0x80,  /* and a number: one of several things, as it is */
    DER_SECTION = 0xa0, /* and a number: an optional part, which holds an element */
};

struct der {
    const uint8_t *at, *end;
};

static inline size_t der_bytes(const struct der *der)
{
    return (size_t)(der->end - der->at);
}

/* Takes the next element, whatever it is. Returns its tag, or -1 if there is none or it is cut. */
int der_next(struct der *from, struct der *content);

/* Takes the next element if it has this tag; else nothing is taken, and it returns false. */
bool der_take(struct der *from, int tag, struct der *content);

/* The same, if nothing follows it. */
bool der_take_last(struct der *from, int tag, struct der *content);

/* Takes the next element as der_take() does; `whole` is the element with its tag and length. */
bool der_take_whole(struct der *from, int tag, struct der *whole);

/* Takes a number that is not negative; its content is without the zero that leads some. A zero has no bytes
 * at all. */
bool der_take_number(struct der *from, struct der *number);

bool der_equal(const struct der *a, const struct der *b);

/* Says whether the content is these bytes, `count` of them. */
bool der_is(const struct der *der, const void *bytes, size_t count);

#endif
