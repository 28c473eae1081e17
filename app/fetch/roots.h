/*
 * The certificates of the authorities that the box trusts, in a file on the card (CA.BIN, made by `crawlbox
 * ca build`). There are about 150 of them, 200 KB: far too many for RAM. So TLS looks up the one that a chain
 * ends in, by the name of its issuer.
 *
 *     struct roots roots;
 *     int status = roots_open(&roots, read, file);               reads and checks all of it, once
 *     for (int nth = 0; roots_find(&roots, issuer, issuer_bytes, nth, &root) == STATUS_OK; nth++)
 *         roots.read(file, root.offset, der, root.bytes);        several authorities may share a name
 *
 * The file, little-endian:
 *
 *     offset  bytes
 *     0       4      "CBCA"
 *     4       2      version, 1
 *     6       2      number of certificates, n
 *     8       4      length of the whole file
 *     12      4      CRC-32 of everything behind this field
 *     16      16 n   index: first 8 bytes of SHA-1 of the subject's DER; u32 offset; u32 length; sorted
 *     ...            the certificates, DER, one after another in the order of the index
 *
 * RAM: struct roots, 16 bytes; about 380 bytes of stack while searching, most of it for SHA-1.
 */
#ifndef CRAWLBOX_FETCH_ROOTS_H
#define CRAWLBOX_FETCH_ROOTS_H

#include <stddef.h>
#include <stdint.h>

#define ROOTS_MAGIC "CBCA"

enum {
    ROOTS_MAGIC_BYTES = 4,
    ROOTS_HEADER_BYTES = 16,
    ROOTS_ENTRY_BYTES = 16,
    ROOTS_KEY_BYTES = 8,
    ROOTS_VERSION = 1,
    ROOTS_CERTIFICATE_MAX = 4096, /* a longer one is refused: it would not fit beside a handshake */
};

/* Reads exactly `count` bytes at `offset`: STATUS_OK or an error. */
typedef int (*roots_read)(void *context, uint32_t offset, void *to, size_t count);

struct roots {
    roots_read read;
    void *context;
    uint32_t bytes;
    uint16_t count; /* 0: there are none, and nothing is ever found */
};

struct root {
    uint32_t offset, bytes; /* in the file */
};

/* Opens and checks the file: STATUS_OK, STATUS_INVALID (no such file), STATUS_VERSION (another version of
 * it), STATUS_DAMAGED, or read's error. After an error there are no roots. */
int roots_open(struct roots *roots, roots_read read, void *context);

/* Finds the nth certificate, counted from 0, whose subject is this name in DER. STATUS_NOT_FOUND if there is
 * none, or read's error. */
int roots_find(const struct roots *roots, const void *subject, size_t subject_bytes, int nth,
               struct root *root);

/* The key of a name in the index. */
void roots_key(const void *subject, size_t subject_bytes, uint8_t key[ROOTS_KEY_BYTES]);

#endif
