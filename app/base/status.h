/*
 * Status codes: how every function of crawlbox says that something went wrong.
 *
 * A function that can fail returns an int: 0 or a count on success, one of these negative codes on failure.
 * A code is passed up unchanged to the log line that a person reads, so that the first cause is what is seen:
 *
 *     int length = url_parse(&url, text, size);
 *     if (length < 0)
 *         log_line("%s: %s", text, status_text(length));
 */
#ifndef CRAWLBOX_BASE_STATUS_H
#define CRAWLBOX_BASE_STATUS_H

enum status {
    STATUS_OK = 0,
    STATUS_INVALID = -1,     /* the input breaks a rule of its format */
    STATUS_TOO_LONG = -2,    /* longer than the fixed buffer meant for it */
    STATUS_FULL = -3,        /* a fixed store has no room left */
    STATUS_NOT_FOUND = -4,   /* nothing of that name or key */
    STATUS_UNSUPPORTED = -5, /* well-formed, but not something the box does */
    STATUS_DAMAGED = -6,     /* a checksum or a stated length is wrong */
    STATUS_IO = -7,          /* a device or a peer did not do what was asked */
    STATUS_TIMEOUT = -8,     /* it took longer than allowed */
    STATUS_CLOSED = -9,      /* the other side ended the connection or the medium is gone */
    STATUS_REFUSED = -10,    /* a rule of ours or of theirs forbids it */
    STATUS_BUSY = -11,       /* in use by something else: try again later */
    STATUS_CALLED_OFF = -12, /* ended before it was done, since somebody of ours wanted it so */
};

/* A short English phrase for a status code, for logs and consoles: never NULL. */
const char *status_text(int status);

#endif
