/*
 * What the parts of the URL parser share: the text being read, the buffer being written, the classes of
 * characters. Nothing outside app/read/url includes this.
 */
#ifndef CRAWLBOX_READ_URL_INTERNAL_H
#define CRAWLBOX_READ_URL_INTERNAL_H

#include "base/ascii.h"
#include "read/url/url.h"

/* A stretch of the input. Tabs and line ends in it count as absent: url_next() steps over them. */
struct url_reader {
    const unsigned char *at;
    const unsigned char *end;
};

/* The buffer that the URL is written to. What does not fit is not written, and sets `overflow`. */
struct url_writer {
    char *text;
    size_t length;
    size_t limit; /* the buffer's size without the zero byte */
    bool overflow;
};

enum { URL_END = -1 };

/* Classes of ASCII characters, a bit each: url_classes[c] for c < 128. */
enum url_class {
    URL_ENCODE_PATH = 0x01,     /* percent-encoded in a path */
    URL_ENCODE_QUERY = 0x02,    /* ... in the query of an http URL */
    URL_ENCODE_FRAGMENT = 0x04, /* ... in a fragment */
    URL_ENCODE_USER = 0x08,     /* ... in user name and password */
    URL_SPECIAL_HOST = 0x10,    /* not simply copied when a host name is read */
    URL_ENDS_AUTHORITY = 0x20,  /* / \ ? # */
    URL_INVISIBLE = 0x40,       /* tab, line feed, carriage return */
    URL_FORBIDDEN_HOST = 0x80,  /* may not stand in a host name */
};

extern const uint8_t url_classes[128];

/* Returns the character at the reader's place without taking it, or URL_END. */
int url_peek(struct url_reader *in);

/* Takes the next character and returns it, or URL_END. */
int url_next(struct url_reader *in);

void url_put(struct url_writer *out, int c);
void url_put_text(struct url_writer *out, const char *text);

/* Writes `value` in decimal. */
void url_put_number(struct url_writer *out, unsigned value);

/*
 * Copies the common case of an authority: a host name of plain ASCII characters and nothing else. It takes
 * the name from the input and writes it lower-cased. At a character that needs a closer look it returns
 * false, and has taken nothing; `--` is one, since it may belong to the `xn--` of an international name.
 */
bool url_copy_plain_host(struct url_reader *in, struct url_writer *out);

/*
 * Replaces the host name that starts at out->text + start by dotted decimals if it is an IPv4 address, which
 * it is if it ends in a number.
 */
enum url_problem url_parse_ipv4(struct url_writer *out, size_t start);

#endif
