/*
 * Status codes, with which every function of crawlbox says that something went wrong.
 *
 * A function that can fail returns an int: 0 or a count on success, one of these negative codes on failure.
 * A code is passed up unchanged to the log line that a person reads, so that the first cause is what is seen:
 *
 *     int length = url_parse(&url, buffer, sizeof buffer, text, size, NULL);
 *     if (length < 0)
 *         say("%s: %s", text, status_text(length));
 */
#ifndef CRAWLBOX_BASE_STATUS_H
#define CRAWLBOX_BASE_STATUS_H

enum status {
    STATUS_OK = 0,
    STATUS_INVALID = -1,     /* the input breaks a rule of its format */
    STATUS_TOO_LONG = -2,    /* it is longer than the fixed buffer meant for it */
    STATUS_FULL = -3,        /* a fixed store has no room left */
    STATUS_NOT_FOUND = -4,   /* there is nothing of that name or key */
    STATUS_UNSUPPORTED = -5, /* it is well-formed, but not something that the box does */
    STATUS_DAMAGED = -6,     /* a checksum or a stated length is wrong */
    STATUS_IO = -7,          /* a device or a peer did not do what was asked */
    STATUS_TIMEOUT = -8,     /* it took longer than allowed */
    STATUS_CLOSED = -9,      /* the other side ended the connection or the medium is gone */
    STATUS_REFUSED = -10,    /* a rule of ours or of theirs forbids it */
    STATUS_BUSY = -11,       /* something else uses it: try again later */
    STATUS_CALLED_OFF = -12, /* the operator or the box itself ended it before it was done */
    STATUS_VERSION = -13, /* another version of crawlbox wrote it, in a format that this one does not know */
};

/* Returns a short English phrase for a status code, for logs and consoles; it is never NULL. */
const char *status_text(int status);

#endif
