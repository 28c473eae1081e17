/*
 * An image as the linker wrote it (ELF, 32 bits, little-endian): what goes into the flash, and where a table
 * in it lies.
 *
 *     struct elf elf;
 *     if (elf_open(&elf, bytes, size) != 0) ...
 *     struct elf_symbol model;
 *     if (elf_find(&elf, "model_builtin", &model) == 0) memcpy(bytes + model.offset, ...);
 *     long length = elf_flatten(&elf, flash, sizeof flash);      what a programmer writes from address 0 on
 *
 * The file is not trusted: every offset in it is checked.
 */
#ifndef CRAWLBOX_FLASH_ELF_H
#define CRAWLBOX_FLASH_ELF_H

#include <stddef.h>
#include <stdint.h>

struct elf {
    const uint8_t *bytes;
    size_t size;
    uint32_t segments, segment_count;
    uint32_t sections, section_count;
};

struct elf_symbol {
    size_t offset; /* in the file */
    uint32_t size;
};

/* STATUS_INVALID: not an image for such a chip. */
int elf_open(struct elf *elf, const void *bytes, size_t size);

/* STATUS_NOT_FOUND: no such symbol, or it does not lie in the flash. */
int elf_find(const struct elf *elf, const char *name, struct elf_symbol *symbol);

/* Lays out what is loaded, gaps filled with 0xFF as in erased flash: its length, or STATUS_FULL if there is
 * no room for it. */
long elf_flatten(const struct elf *elf, uint8_t *flash, size_t room);

#endif
