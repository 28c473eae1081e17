/*
 * Reads WARC files of the box back, sector by sector, and believes only what verifies: record headers,
 * lengths, block digests, and that each group belongs to the file. Everything here may come from a stranger's
 * card.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/status.h"
#include "store/internal.h"

enum { LINE_SIZE = 96, HEADER_LINES_MAX = 64, UUID_CHARACTERS = 36 };

struct reader {
    struct store *store;
    uint32_t sector; /* first of the file */
    uint32_t at, end;
    int status;
};

struct header {
    char type[12];
    uint32_t length;
    bool has_length, has_digest, warcinfo_is_ours;
    char digest[SHA1_BASE32_SIZE];
    struct warc_uuid id;
};

/* Returns the next byte, or -1 at the end or after a failure. */
static int check_read_byte(struct reader *reader)
{
    if (reader->status < 0 || reader->at >= reader->end)
        return -1;
    uint32_t offset = reader->at % STORE_SECTOR_BYTES;
    const struct store_port *port = reader->store->port;
    if (offset == 0) {
        reader->status = port->read(port->context, reader->sector + reader->at / STORE_SECTOR_BYTES,
                                    reader->store->scratch, 1);
        if (reader->status < 0)
            return -1;
    }
    reader->at++;
    return reader->store->scratch[offset];
}

/* Reads a header line without its CRLF, cut to LINE_SIZE, with one blank in the place of several. Returns
 * its length, or -1. */
static int check_read_line(struct reader *reader, char line[LINE_SIZE])
{
    int size = 0, last = 0;
    for (int c; (c = check_read_byte(reader)) >= 0; last = c) {
        if (c == '\n' && last == '\r') {
            line[size] = '\0';
            return size;
        }
        if (c != '\r' && !(c == ' ' && last == ' ') && size < LINE_SIZE - 1)
            line[size++] = (char)c;
    }
    return -1;
}

static const char *value_of_field(const char *line, const char *name)
{
    size_t size = strlen(name);
    return strncmp(line, name, size) == 0 && strncmp(line + size, ": ", 2) == 0 ? line + size + 2 : NULL;
}

static bool parse_uuid(const char *text, struct warc_uuid *uuid)
{
    static const char start[] = "<urn:uuid:";
    int nibbles = 0;
    if (strncmp(text, start, sizeof start - 1) != 0)
        return false;
    for (text += sizeof start - 1; *text && *text != '>'; text++) {
        int value = ascii_hex_value(*text);
        if (*text == '-')
            continue;
        if (value < 0 || nibbles >= 2 * WARC_UUID_BYTES)
            return false;
        uint8_t *byte = &uuid->bytes[nibbles / 2];
        *byte = (uint8_t)(nibbles % 2 ? *byte | value : value << 4);
        nibbles++;
    }
    return nibbles == 2 * WARC_UUID_BYTES;
}

static void parse_length(const char *text, struct header *header)
{
    uint32_t length = 0;
    if (!ascii_is_digit(*text))
        return;
    for (; ascii_is_digit(*text); text++) {
        if (length > UINT32_MAX / 10 - 1)
            return;
        length = length * 10 + (uint32_t)(*text - '0');
    }
    header->has_length = *text == '\0';
    header->length = length;
}

static void parse_field(const char *line, const struct warc_uuid *warcinfo, struct header *header)
{
    const char *value;
    struct warc_uuid uuid;
    if ((value = value_of_field(line, "WARC-Type")) && strlen(value) < sizeof header->type)
        memcpy(header->type, value, strlen(value) + 1);
    else if ((value = value_of_field(line, "Content-Length")))
        parse_length(value, header);
    else if ((value = value_of_field(line, "WARC-Block-Digest")) && strncmp(value, "sha1:", 5) == 0 &&
             strlen(value + 5) == SHA1_BASE32_SIZE - 1) {
        memcpy(header->digest, value + 5, SHA1_BASE32_SIZE);
        header->has_digest = true;
    } else if ((value = value_of_field(line, "WARC-Record-ID")))
        (void)parse_uuid(value, &header->id);
    else if ((value = value_of_field(line, "WARC-Warcinfo-ID")) && parse_uuid(value, &uuid))
        header->warcinfo_is_ours = memcmp(&uuid, warcinfo, sizeof uuid) == 0;
}

static bool check_read_header(struct reader *reader, const struct warc_uuid *warcinfo, struct header *header)
{
    char line[LINE_SIZE];
    memset(header, 0, sizeof *header);
    if (check_read_line(reader, line) < 0 || strcmp(line, "WARC/1.1") != 0)
        return false;
    for (int i = 0; i < HEADER_LINES_MAX; i++) {
        int size = check_read_line(reader, line);
        if (size <= 0)
            return size == 0 && header->has_length && header->has_digest;
        parse_field(line, warcinfo, header);
    }
    return false;
}

static bool check_read_block(struct reader *reader, const struct header *header)
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    char text[SHA1_BASE32_SIZE];
    if (header->length > reader->end - reader->at)
        return false;
    sha1_begin(&sha1);
    for (uint32_t left = header->length; left > 0;) {
        int c = check_read_byte(reader);
        if (c < 0)
            return false;
        uint8_t first = (uint8_t)c;
        sha1_add(&sha1, &first, 1);
        left--;
        /* The rest of the sector is in memory, and is digested in one piece. */
        uint32_t offset = reader->at % STORE_SECTOR_BYTES;
        uint32_t part = offset == 0 ? 0 : STORE_SECTOR_BYTES - offset;
        if (part > left)
            part = left;
        sha1_add(&sha1, reader->store->scratch + offset, part);
        reader->at += part;
        left -= part;
    }
    sha1_end(&sha1, digest);
    base32_encode(text, digest, SHA1_BYTES);
    if (strcmp(text, header->digest) != 0)
        return false;
    for (const char *end = "\r\n\r\n"; *end; end++)
        if (check_read_byte(reader) != *end)
            return false;
    return true;
}

/* Reads the records of one group, up to the end of a sector. Returns how many there are, or 0 if the group
 * is not whole. */
static uint32_t check_read_group(struct reader *reader, struct store_check *check)
{
    struct header header;
    uint32_t records = 0;
    bool is_first_of_file = reader->at == 0;
    do {
        if (!check_read_header(reader, &check->warcinfo, &header) || !check_read_block(reader, &header))
            return 0;
        if (records == 0 && is_first_of_file) {
            if (strcmp(header.type, "warcinfo") != 0)
                return 0;
            check->warcinfo = header.id;
        } else if (records == 0 && !header.warcinfo_is_ours) {
            return 0;
        }
        records++;
    } while (reader->at % STORE_SECTOR_BYTES != 0 || strcmp(header.type, "response") == 0 ||
             strcmp(header.type, "revisit") == 0 || strcmp(header.type, "request") == 0);
    return records;
}

int store_check_extent(struct store *store, const struct store_extent *extent, uint32_t bytes,
                       struct store_check *check)
{
    struct reader reader = {store, extent->sector, 0, bytes, 0};
    memset(check, 0, sizeof *check);
    while (reader.at < reader.end) {
        uint32_t records = check_read_group(&reader, check);
        if (reader.status < 0)
            return reader.status;
        if (records == 0)
            break;
        check->records += records;
        check->groups++;
        check->good_bytes = reader.at;
    }
    check->damaged = check->good_bytes < bytes;
    return 0;
}

int store_check_file(struct store *store, const char *name, struct store_check *check)
{
    struct store_extent extent;
    char path[STORE_PATH_SIZE];
    bool is_open;
    if (store->page)
        return STATUS_BUSY;
    store_path(path, "WARC", name);
    int status = store->port->find(store->port->context, path, &extent);
    if (status < 0)
        return status;
    uint32_t serial = store_name_serial(name, &is_open);
    uint32_t bytes = extent.bytes;
    uint32_t committed = journal_get(&store->journal, JOURNAL_WARC_BYTES);
    if (is_open && committed > 0 && serial == journal_get(&store->journal, JOURNAL_WARC_SERIAL))
        bytes = committed < bytes ? committed : bytes;
    return store_check_extent(store, &extent, bytes, check);
}
