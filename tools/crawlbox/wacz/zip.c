#include "wacz/zip.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include <zlib.h>

enum {
    VERSION_ZIP64 = 45, /* 4.5: the version of the format that knows ZIP64 */
    UTF8_NAMES = 1 << 11,
    DOS_DATE_1980_01_01 =
        1 << 5 | 1, /* the earliest: entries have no date, so that equal content gives equal bytes */
    LOCAL_SIZE = 30,
    LOCAL_ZIP64_SIZE = 20,
    CENTRAL_SIZE = 46,
    CENTRAL_ZIP64_SIZE = 28,
    END64_SIZE = 56,
    LOCATOR64_SIZE = 20,
    END_SIZE = 22,
    COPY_SIZE = 65536,
};

static void put64(uint8_t *at, uint64_t value)
{
    bytes_put32(at, (uint32_t)value);
    bytes_put32(at + 4, (uint32_t)(value >> 32));
}

static int write_all(struct zip *zip, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, zip->out) == size ? 0 : STATUS_IO;
}

/*
 * The local header always carries the ZIP64 sizes: it is written again when size and checksum are known, and
 * must not change its length then.
 */
static int write_local(struct zip *zip, const struct zip_entry *entry)
{
    uint8_t header[LOCAL_SIZE] = "PK\3\4", extra[LOCAL_ZIP64_SIZE] = {0};
    size_t name = strlen(entry->name);
    bytes_put16(header + 4, VERSION_ZIP64);
    bytes_put16(header + 6, UTF8_NAMES);
    bytes_put16(header + 12, DOS_DATE_1980_01_01);
    bytes_put32(header + 14, entry->crc);
    bytes_put32(header + 18, UINT32_MAX);
    bytes_put32(header + 22, UINT32_MAX);
    bytes_put16(header + 26, (uint16_t)name);
    bytes_put16(header + 28, LOCAL_ZIP64_SIZE);
    bytes_put16(extra, 1);
    bytes_put16(extra + 2, LOCAL_ZIP64_SIZE - 4);
    put64(extra + 4, entry->size);
    put64(extra + 12, entry->size);
    int status = write_all(zip, header, sizeof header);
    status = status < 0 ? status : write_all(zip, entry->name, name);
    return status < 0 ? status : write_all(zip, extra, sizeof extra);
}

static struct zip_entry *add_entry(struct zip *zip, const char *name)
{
    if (zip->entries == zip->room) {
        size_t room = zip->room ? zip->room * 2 : 16;
        struct zip_entry *larger = realloc(zip->entry, room * sizeof *larger);
        if (!larger)
            return NULL;
        zip->entry = larger;
        zip->room = room;
    }
    struct zip_entry *entry = &zip->entry[zip->entries];
    *entry = (struct zip_entry){.name = strdup(name), .offset = (uint64_t)ftello(zip->out)};
    if (!entry->name)
        return NULL;
    zip->entries++;
    return entry;
}

static int copy_content(struct zip *zip, struct zip_entry *entry, FILE *file, struct sha256 *sha256)
{
    uint8_t buffer[COPY_SIZE];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        entry->crc = (uint32_t)crc32(entry->crc, buffer, (uInt)got);
        entry->size += got;
        sha256_add(sha256, buffer, got);
        if (write_all(zip, buffer, got) < 0)
            return STATUS_IO;
    }
    return ferror(file) ? STATUS_IO : 0;
}

int zip_add_file(struct zip *zip, const char *name, FILE *file, char sha256[SHA256_HEX_SIZE], uint64_t *size)
{
    struct sha256 sum;
    struct zip_entry *entry = add_entry(zip, name);
    if (!entry)
        return STATUS_FULL;
    sha256_begin(&sum);
    int status = write_local(zip, entry);
    status = status < 0 ? status : copy_content(zip, entry, file, &sum);
    off_t end = ftello(zip->out);
    if (status < 0 || fseeko(zip->out, (off_t)entry->offset, SEEK_SET) != 0 || write_local(zip, entry) < 0 ||
        fseeko(zip->out, end, SEEK_SET) != 0)
        return STATUS_IO;
    if (sha256)
        sha256_end_hex(&sum, sha256);
    if (size)
        *size = entry->size;
    return 0;
}

int zip_add_text(struct zip *zip, const char *name, const char *text)
{
    size_t size = strlen(text);
    struct zip_entry *entry = add_entry(zip, name);
    if (!entry)
        return STATUS_FULL;
    entry->size = size;
    entry->crc = (uint32_t)crc32(0, (const Bytef *)text, (uInt)size);
    return write_local(zip, entry) < 0 ? STATUS_IO : write_all(zip, text, size);
}

static int write_central(struct zip *zip, const struct zip_entry *entry)
{
    uint8_t header[CENTRAL_SIZE] = "PK\1\2", extra[CENTRAL_ZIP64_SIZE] = {0};
    size_t name = strlen(entry->name);
    bytes_put16(header + 4, VERSION_ZIP64);
    bytes_put16(header + 6, VERSION_ZIP64);
    bytes_put16(header + 8, UTF8_NAMES);
    bytes_put16(header + 14, DOS_DATE_1980_01_01);
    bytes_put32(header + 16, entry->crc);
    bytes_put32(header + 20, UINT32_MAX);
    bytes_put32(header + 24, UINT32_MAX);
    bytes_put16(header + 28, (uint16_t)name);
    bytes_put16(header + 30, CENTRAL_ZIP64_SIZE);
    bytes_put32(header + 42, UINT32_MAX);
    bytes_put16(extra, 1);
    bytes_put16(extra + 2, CENTRAL_ZIP64_SIZE - 4);
    put64(extra + 4, entry->size);
    put64(extra + 12, entry->size);
    put64(extra + 20, entry->offset);
    int status = write_all(zip, header, sizeof header);
    status = status < 0 ? status : write_all(zip, entry->name, name);
    return status < 0 ? status : write_all(zip, extra, sizeof extra);
}

static int write_end(struct zip *zip, uint64_t start, uint64_t end)
{
    uint8_t end64[END64_SIZE] = "PK\6\6", locator[LOCATOR64_SIZE] = "PK\6\7", last[END_SIZE] = "PK\5\6";
    put64(end64 + 4, END64_SIZE - 12);
    bytes_put16(end64 + 12, VERSION_ZIP64);
    bytes_put16(end64 + 14, VERSION_ZIP64);
    put64(end64 + 24, zip->entries);
    put64(end64 + 32, zip->entries);
    put64(end64 + 40, end - start);
    put64(end64 + 48, start);
    put64(locator + 8, end);
    bytes_put32(locator + 16, 1);
    bytes_put16(last + 8, UINT16_MAX);
    bytes_put16(last + 10, UINT16_MAX);
    bytes_put32(last + 12, UINT32_MAX);
    bytes_put32(last + 16, UINT32_MAX);
    int status = write_all(zip, end64, sizeof end64);
    status = status < 0 ? status : write_all(zip, locator, sizeof locator);
    return status < 0 ? status : write_all(zip, last, sizeof last);
}

int zip_end(struct zip *zip)
{
    uint64_t start = (uint64_t)ftello(zip->out);
    int status = 0;
    for (size_t i = 0; i < zip->entries && status == 0; i++)
        status = write_central(zip, &zip->entry[i]);
    if (status == 0)
        status = write_end(zip, start, (uint64_t)ftello(zip->out));
    for (size_t i = 0; i < zip->entries; i++)
        free(zip->entry[i].name);
    free(zip->entry);
    *zip = (struct zip){.out = zip->out};
    return status < 0 || fflush(zip->out) != 0 ? STATUS_IO : 0;
}
