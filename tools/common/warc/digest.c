#include "warc/digest.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { DIGEST_BYTES_MAX = SHA256_BYTES, TEXT_SIZE = 2 * DIGEST_BYTES_MAX + 1 };

void warc_digest_begin(struct warc_digest *digest, const char *label)
{
    const char *colon = label ? strchr(label, ':') : NULL;
    digest->result = WARC_DIGEST_EQUAL;
    digest->is_sha256 = false;
    digest->expected = colon ? colon + 1 : "";
    if (!label || !*label)
        digest->result = WARC_DIGEST_NONE;
    else if (!colon)
        digest->result = WARC_DIGEST_MALFORMED;
    else if (strncasecmp(label, "sha1:", 5) == 0 || strncasecmp(label, "sha-1:", 6) == 0)
        sha1_begin(&digest->of.sha1);
    else if (strncasecmp(label, "sha256:", 7) == 0 || strncasecmp(label, "sha-256:", 8) == 0)
        sha256_begin(&digest->of.sha256), digest->is_sha256 = true;
    else
        digest->result = WARC_DIGEST_UNKNOWN;
}

void warc_digest_add(struct warc_digest *digest, const void *bytes, size_t size)
{
    if (digest->result != WARC_DIGEST_EQUAL)
        return;
    if (digest->is_sha256)
        sha256_add(&digest->of.sha256, bytes, size);
    else
        sha1_add(&digest->of.sha1, bytes, size);
}

enum warc_digest_result warc_digest_end(struct warc_digest *digest)
{
    uint8_t bytes[DIGEST_BYTES_MAX];
    char text[TEXT_SIZE];
    size_t size = digest->is_sha256 ? SHA256_BYTES : SHA1_BYTES;

    if (digest->result != WARC_DIGEST_EQUAL)
        return digest->result;
    if (digest->is_sha256)
        sha256_end(&digest->of.sha256, bytes);
    else
        sha1_end(&digest->of.sha1, bytes);
    base32_encode(text, bytes, size);
    size_t length = strlen(text);
    bool equal = strncasecmp(digest->expected, text, length) == 0 &&
                 strspn(digest->expected + length, "=") == strlen(digest->expected + length);
    for (size_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    if (!equal && strcasecmp(digest->expected, text) != 0)
        digest->result = WARC_DIGEST_DIFFERS;
    return digest->result;
}
