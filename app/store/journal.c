#include "store/journal.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"

/* The last byte is the version of the format: a reader of this one does not know what another means. */
static const uint8_t magic[4] = {'C', 'B', 'J', JOURNAL_VERSION};

uint32_t journal_get(const struct journal *journal, enum journal_field field)
{
    return bytes_get32(journal->bytes + field);
}

void journal_set(struct journal *journal, enum journal_field field, uint32_t value)
{
    bytes_put32(journal->bytes + field, value);
}

bool journal_flag(const struct journal *journal, unsigned flag)
{
    return journal->bytes[JOURNAL_FLAGS] & flag;
}

void journal_set_flag(struct journal *journal, unsigned flag, bool on)
{
    uint8_t *flags = journal->bytes + JOURNAL_FLAGS;
    *flags = (uint8_t)(on ? *flags | flag : *flags & ~flag);
}

uint32_t journal_get_log(const struct journal *journal, enum journal_field field, unsigned log)
{
    return bytes_get32(journal->bytes + field + log * JOURNAL_LOG_STRIDE);
}

void journal_set_log(struct journal *journal, enum journal_field field, unsigned log, uint32_t value)
{
    bytes_put32(journal->bytes + field + log * JOURNAL_LOG_STRIDE, value);
}

static uint16_t journal_pending_used(const struct journal *journal)
{
    return bytes_get16(journal->bytes + JOURNAL_PENDING_USED);
}

static uint32_t journal_checksum(const struct journal *journal)
{
    return crc32_update(CRC32_INIT, journal->bytes, JOURNAL_CRC);
}

/* Checks that the lines fill the used part exactly, on which everything that walks them relies. */
static bool journal_lines_are_sound(const struct journal *journal)
{
    size_t used = journal_pending_used(journal), at = 0;
    if (used > JOURNAL_PENDING_BYTES)
        return false;
    while (at + JOURNAL_LINE_OVERHEAD <= used) {
        const uint8_t *line = journal->bytes + JOURNAL_PENDING + at;
        if (line[0] >= JOURNAL_LOGS)
            return false;
        at += JOURNAL_LINE_OVERHEAD + bytes_get16(line + 1);
    }
    return at == used;
}

/* Returns which version of the format a copy has, or 0 if it is no whole copy. */
static uint8_t journal_version_of(const struct journal *journal)
{
    bool is_whole = memcmp(journal->bytes, magic, sizeof magic - 1) == 0 &&
                    journal_get(journal, JOURNAL_CRC) == journal_checksum(journal);
    return is_whole ? journal->bytes[sizeof magic - 1] : 0;
}

void journal_reset(struct journal *journal, uint32_t sector)
{
    memset(journal, 0, sizeof *journal);
    memcpy(journal->bytes, magic, sizeof magic);
    journal->sector = sector;
}

static uint32_t journal_copy_sector(const struct journal *journal, bool is_b)
{
    return journal->sector + (is_b ? JOURNAL_COPY_DISTANCE_SECTORS : 0);
}

int journal_load(struct journal *journal, const struct store_port *port, uint32_t sector)
{
    uint32_t sequence[2] = {0, 0};
    bool valid[2];
    uint8_t latest = 0;
    int unreadable = 0;
    journal->sector = sector;
    for (int copy = 0; copy < 2; copy++) {
        int status = port->read(port->context, journal_copy_sector(journal, copy), journal->bytes, 1);
        if (status < 0 && (status != STATUS_IO || ++unreadable == 2))
            return status; /* a sector may be worn out; a card of which nothing can be read is another matter
                            */
        uint8_t version = status == 0 ? journal_version_of(journal) : 0;
        latest = version > latest ? version : latest;
        valid[copy] = version == JOURNAL_VERSION && journal_lines_are_sound(journal);
        sequence[copy] = journal_get(journal, JOURNAL_SEQUENCE);
    }
    if (latest != 0 && latest != JOURNAL_VERSION)
        return STATUS_VERSION;
    if (!valid[0] && !valid[1]) {
        journal_reset(journal, sector);
        return STATUS_DAMAGED;
    }
    journal->newest_is_b = valid[1] && (!valid[0] || (int32_t)(sequence[1] - sequence[0]) > 0);
    if (journal->newest_is_b && unreadable == 0)
        return 0; /* copy B counts, which was read last */
    sector = journal_copy_sector(journal, journal->newest_is_b);
    return port->read(port->context, sector, journal->bytes, 1);
}

int journal_store(struct journal *journal, const struct store_port *port)
{
    int status = port->sync(port->context);
    if (status < 0)
        return status;
    journal_set(journal, JOURNAL_SEQUENCE, journal_get(journal, JOURNAL_SEQUENCE) + 1);
    journal_set(journal, JOURNAL_CRC, journal_checksum(journal));
    status =
        port->write(port->context, journal_copy_sector(journal, !journal->newest_is_b), journal->bytes, 1);
    if (status < 0)
        return status;
    journal->newest_is_b = !journal->newest_is_b;
    return port->sync(port->context);
}

uint8_t *journal_line_add(struct journal *journal, unsigned log, size_t size)
{
    size_t used = journal_pending_used(journal);
    if (size > JOURNAL_LINE_MAX || used + JOURNAL_LINE_OVERHEAD + size > JOURNAL_PENDING_BYTES)
        return NULL;
    uint8_t *line = journal->bytes + JOURNAL_PENDING + used;
    line[0] = (uint8_t)log;
    bytes_put16(line + 1, (uint16_t)size);
    bytes_put16(journal->bytes + JOURNAL_PENDING_USED, (uint16_t)(used + JOURNAL_LINE_OVERHEAD + size));
    return line + JOURNAL_LINE_OVERHEAD;
}

/* Steps from line to line. Returns the line at *at, or NULL behind the last. */
static const uint8_t *journal_next_line(const struct journal *journal, size_t *at, size_t *size)
{
    if (*at >= journal_pending_used(journal))
        return NULL;
    const uint8_t *line = journal->bytes + JOURNAL_PENDING + *at;
    *size = bytes_get16(line + 1);
    *at += JOURNAL_LINE_OVERHEAD + *size;
    return line;
}

size_t journal_lines_size(const struct journal *journal, unsigned log)
{
    size_t total = 0, at = 0, size;
    for (const uint8_t *line; (line = journal_next_line(journal, &at, &size));)
        if (line[0] == log)
            total += size;
    return total;
}

void journal_lines_copy(const struct journal *journal, unsigned log, uint8_t *to)
{
    size_t at = 0, size;
    for (const uint8_t *line; (line = journal_next_line(journal, &at, &size));) {
        if (line[0] != log)
            continue;
        memcpy(to, line + JOURNAL_LINE_OVERHEAD, size);
        to += size;
    }
}

void journal_lines_drop(struct journal *journal, unsigned log)
{
    size_t at = 0, kept = 0, size;
    uint8_t *pending = journal->bytes + JOURNAL_PENDING;
    for (const uint8_t *line; (line = journal_next_line(journal, &at, &size));) {
        if (line[0] == log)
            continue;
        memmove(pending + kept, line, JOURNAL_LINE_OVERHEAD + size);
        kept += JOURNAL_LINE_OVERHEAD + size;
    }
    bytes_put16(journal->bytes + JOURNAL_PENDING_USED, (uint16_t)kept);
    memset(pending + kept, 0, JOURNAL_PENDING_BYTES - kept);
}
