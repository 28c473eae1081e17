#include "flash/elf.h"

#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"

enum {
    HEADER_BYTES = 52,
    AT_SEGMENTS = 28,
    AT_SECTIONS = 32,
    AT_SEGMENT_COUNT = 44,
    AT_SECTION_COUNT = 48,
    SEGMENT_BYTES = 32,
    SEGMENT_LOAD = 1,
    SECTION_BYTES = 40,
    SECTION_SYMBOLS = 2,
    SYMBOL_BYTES = 16,
};

static bool holds(const struct elf *elf, uint64_t offset, uint64_t bytes)
{
    return offset <= elf->size && bytes <= elf->size - offset;
}

int elf_open(struct elf *elf, const void *bytes, size_t size)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F', 1, 1}; /* 32 bits, little-endian */
    *elf = (struct elf){.bytes = bytes, .size = size};
    if (size < HEADER_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return STATUS_INVALID;
    elf->segments = bytes_get32(elf->bytes + AT_SEGMENTS);
    elf->sections = bytes_get32(elf->bytes + AT_SECTIONS);
    elf->segment_count = bytes_get16(elf->bytes + AT_SEGMENT_COUNT);
    elf->section_count = bytes_get16(elf->bytes + AT_SECTION_COUNT);
    bool whole = holds(elf, elf->segments, (uint64_t)elf->segment_count * SEGMENT_BYTES) &&
                 holds(elf, elf->sections, (uint64_t)elf->section_count * SECTION_BYTES);
    return whole ? STATUS_OK : STATUS_INVALID;
}

struct segment {
    uint32_t offset, address, load_address, bytes;
};

/* The nth segment that is loaded from the file; false if it is none, or not whole. */
static bool segment_at(const struct elf *elf, uint32_t index, struct segment *segment)
{
    const uint8_t *at = elf->bytes + elf->segments + (size_t)index * SEGMENT_BYTES;
    *segment = (struct segment){.offset = bytes_get32(at + 4),
                                .address = bytes_get32(at + 8),
                                .load_address = bytes_get32(at + 12),
                                .bytes = bytes_get32(at + 16)};
    return bytes_get32(at) == SEGMENT_LOAD && segment->bytes > 0 &&
           holds(elf, segment->offset, segment->bytes);
}

long elf_flatten(const struct elf *elf, uint8_t *flash, size_t room)
{
    size_t length = 0;
    memset(flash, 0xff, room);
    for (uint32_t i = 0; i < elf->segment_count; i++) {
        struct segment segment;
        if (!segment_at(elf, i, &segment))
            continue;
        uint64_t end = (uint64_t)segment.load_address + segment.bytes;
        if (end > room)
            return STATUS_FULL;
        memcpy(flash + segment.load_address, elf->bytes + segment.offset, segment.bytes);
        length = end > length ? (size_t)end : length;
    }
    return (long)length;
}

/* Where in the file an address lies. */
static int locate(const struct elf *elf, uint32_t address, struct elf_symbol *symbol)
{
    for (uint32_t i = 0; i < elf->segment_count; i++) {
        struct segment segment;
        if (!segment_at(elf, i, &segment) || address < segment.address)
            continue;
        uint32_t into = address - segment.address;
        if (into > segment.bytes || symbol->size > segment.bytes - into)
            continue;
        symbol->offset = segment.offset + into;
        return STATUS_OK;
    }
    return STATUS_NOT_FOUND;
}

static bool has_name(const struct elf *elf, uint32_t strings, uint32_t strings_bytes, uint32_t name,
                     const char *wanted)
{
    size_t length = strlen(wanted) + 1;
    return name < strings_bytes && length <= strings_bytes - name && holds(elf, strings, strings_bytes) &&
           memcmp(elf->bytes + strings + name, wanted, length) == 0;
}

/* Looks through one table of symbols. */
static int find_in(const struct elf *elf, const uint8_t *section, const char *name, struct elf_symbol *symbol)
{
    uint32_t offset = bytes_get32(section + 16), bytes = bytes_get32(section + 20),
             link = bytes_get32(section + 24);
    if (!holds(elf, offset, bytes) || link >= elf->section_count)
        return STATUS_NOT_FOUND;
    const uint8_t *strings = elf->bytes + elf->sections + (size_t)link * SECTION_BYTES;
    for (uint32_t at = 0; bytes - at >= SYMBOL_BYTES; at += SYMBOL_BYTES) {
        const uint8_t *entry = elf->bytes + offset + at;
        if (!has_name(elf, bytes_get32(strings + 16), bytes_get32(strings + 20), bytes_get32(entry), name))
            continue;
        symbol->size = bytes_get32(entry + 8);
        return locate(elf, bytes_get32(entry + 4), symbol);
    }
    return STATUS_NOT_FOUND;
}

int elf_find(const struct elf *elf, const char *name, struct elf_symbol *symbol)
{
    for (uint32_t i = 0; i < elf->section_count; i++) {
        const uint8_t *section = elf->bytes + elf->sections + (size_t)i * SECTION_BYTES;
        if (bytes_get32(section + 4) == SECTION_SYMBOLS && find_in(elf, section, name, symbol) == STATUS_OK)
            return STATUS_OK;
    }
    return STATUS_NOT_FOUND;
}
