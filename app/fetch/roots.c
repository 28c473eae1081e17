#include "fetch/roots.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "crypto/sha1.h"

enum {
    COUNT_AT = 6,
    BYTES_AT = 8,
    CRC_AT = 12,
    ENTRY_OFFSET_AT = ROOTS_KEY_BYTES,
    ENTRY_BYTES_AT = ROOTS_KEY_BYTES + 4,
    CHECK_STEP = 64, /* bytes read at once while checking */
};

static int check_crc(const struct roots *roots, uint32_t expected)
{
    uint8_t step[CHECK_STEP];
    uint32_t crc = CRC32_INIT;
    for (uint32_t at = ROOTS_HEADER_BYTES; at < roots->bytes;) {
        size_t count = roots->bytes - at < sizeof step ? roots->bytes - at : sizeof step;
        int status = roots->read(roots->context, at, step, count);
        if (status != STATUS_OK)
            return status;
        crc = crc32_update(crc, step, count);
        at += (uint32_t)count;
    }
    return crc == expected ? STATUS_OK : STATUS_DAMAGED;
}

static int read_entry(const struct roots *roots, unsigned index, uint8_t entry[ROOTS_ENTRY_BYTES])
{
    return roots->read(roots->context, ROOTS_HEADER_BYTES + index * ROOTS_ENTRY_BYTES, entry,
                       ROOTS_ENTRY_BYTES);
}

/* Checks that keys ascend, and that the certificates follow each other from the index to the end of the
 * file. */
static int check_index(const struct roots *roots)
{
    uint8_t last_key[ROOTS_KEY_BYTES] = {0};
    uint32_t expected = ROOTS_HEADER_BYTES + (uint32_t)roots->count * ROOTS_ENTRY_BYTES;
    for (unsigned i = 0; i < roots->count; i++) {
        uint8_t entry[ROOTS_ENTRY_BYTES];
        int status = read_entry(roots, i, entry);
        if (status != STATUS_OK)
            return status;
        uint32_t bytes = bytes_get32(entry + ENTRY_BYTES_AT);
        if (memcmp(entry, last_key, ROOTS_KEY_BYTES) < 0 ||
            bytes_get32(entry + ENTRY_OFFSET_AT) != expected || bytes == 0 || bytes > ROOTS_CERTIFICATE_MAX ||
            bytes > roots->bytes - expected)
            return STATUS_DAMAGED;
        memcpy(last_key, entry, ROOTS_KEY_BYTES);
        expected += bytes;
    }
    return expected == roots->bytes ? STATUS_OK : STATUS_DAMAGED;
}

static int read_and_check(struct roots *roots)
{
    uint8_t header[ROOTS_HEADER_BYTES];
    int status = roots->read(roots->context, 0, header, sizeof header);
    if (status != STATUS_OK)
        return status;
    if (memcmp(header, ROOTS_MAGIC, ROOTS_MAGIC_BYTES) != 0)
        return STATUS_INVALID;
    if (bytes_get16(header + 4) != ROOTS_VERSION)
        return STATUS_VERSION;
    roots->count = bytes_get16(header + COUNT_AT);
    roots->bytes = bytes_get32(header + BYTES_AT);
    if (roots->bytes < ROOTS_HEADER_BYTES + (uint32_t)roots->count * ROOTS_ENTRY_BYTES)
        return STATUS_DAMAGED;
    status = check_crc(roots, bytes_get32(header + CRC_AT));
    return status == STATUS_OK ? check_index(roots) : status;
}

int roots_open(struct roots *roots, roots_read read, void *context)
{
    *roots = (struct roots){.read = read, .context = context};
    int status = read_and_check(roots);
    if (status != STATUS_OK)
        roots->count = 0;
    return status;
}

void roots_key(const void *subject, size_t subject_bytes, uint8_t key[ROOTS_KEY_BYTES])
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    sha1_begin(&sha1);
    sha1_add(&sha1, subject, subject_bytes);
    sha1_end(&sha1, digest);
    memcpy(key, digest, ROOTS_KEY_BYTES);
}

/* The index of the first entry whose key is not below `key` (roots->count if there is none), or read's
 * error. */
static int find_first_not_below(const struct roots *roots, const uint8_t key[ROOTS_KEY_BYTES])
{
    unsigned low = 0, high = roots->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        uint8_t entry[ROOTS_ENTRY_BYTES];
        int status = read_entry(roots, middle, entry);
        if (status != STATUS_OK)
            return status;
        if (memcmp(entry, key, ROOTS_KEY_BYTES) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low;
}

int roots_find(const struct roots *roots, const void *subject, size_t subject_bytes, int nth,
               struct root *root)
{
    uint8_t key[ROOTS_KEY_BYTES], entry[ROOTS_ENTRY_BYTES];
    roots_key(subject, subject_bytes, key);
    int index = find_first_not_below(roots, key);
    if (index < 0)
        return index;
    index += nth;
    if (index >= roots->count)
        return STATUS_NOT_FOUND;
    int status = read_entry(roots, (unsigned)index, entry);
    if (status != STATUS_OK)
        return status;
    if (memcmp(entry, key, ROOTS_KEY_BYTES) != 0)
        return STATUS_NOT_FOUND;
    *root = (struct root){bytes_get32(entry + ENTRY_OFFSET_AT), bytes_get32(entry + ENTRY_BYTES_AT)};
    return STATUS_OK;
}
