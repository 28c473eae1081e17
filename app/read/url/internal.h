/*
 * What the parts of the URL parser share: the text being read, the buffer being written, the classes of characters.
 * Nothing outside app/url includes this.
 */
#ifndef CRAWLBOX_URL_INTERNAL_H
#define CRAWLBOX_URL_INTERNAL_H

#include "base/ascii.h"
#include "url/url.h"

/* A stretch of the input. Tabs and line ends in it count as absent: url_next() steps over them. */
struct url_reader {
    const unsigned char *at;
    const unsigned char *end;
};

/* The buffer. What does not fit is not written; `overflow` tells so in the end. */
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

/* The character at the reader's place, not taken yet, or URL_END. */
int url_peek(struct url_reader *in);

/* Takes the next character. */
int url_next(struct url_reader *in);

void url_put(struct url_writer *out, int c);
void url_put_text(struct url_writer *out, const char *text);

/* Writes `value` in decimal. */
void url_put_number(struct url_writer *out, unsigned value);

/*
 * The common case of an authority: nothing but a name of plain ASCII characters. Copies it, lower-cased, and takes it
 * from the input; or returns false, having taken nothing, at a character that needs a closer look. `--` is one, since
 * it may belong to the `xn--` of an international name.
 */
bool url_copy_plain_host(struct url_reader *in, struct url_writer *out);

/*
 * If the host name that starts at out->text + start ends in a number, it is an IPv4 address: replaces it by dotted
 * decimals.
 */
enum url_problem url_parse_ipv4(struct url_writer *out, size_t start);

#endif
