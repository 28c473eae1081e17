/* Whatever is given as an image to `crawlbox flash`: refused, or laid out and searched without a step outside
 * of it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flash/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FLASH_BYTES = 65536 };

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

static void look_at(const uint8_t *data, size_t size)
{
    static uint8_t flash[FLASH_BYTES];
    struct elf elf;
    struct elf_symbol symbol;
    if (elf_open(&elf, data, size) != 0)
        return;
    check(elf_flatten(&elf, flash, sizeof flash) <= FLASH_BYTES);
    if (elf_find(&elf, "model_builtin", &symbol) == 0)
        check(symbol.offset <= size && symbol.size <= size - symbol.offset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t head[] = {0x7f, 'E', 'L', 'F', 1, 1, 1,  0, 0, 0, 0, 0,
                                   0,    0,   0,   0,   2, 0, 40, 0, 1, 0, 0, 0};
    uint8_t *image = malloc(size + 1);
    check(image != NULL);
    memcpy(image, data, size);
    look_at(image, size);
    if (size >= sizeof head) { /* and as what it must say that it is */
        memcpy(image, head, sizeof head);
        look_at(image, size);
    }
    free(image);
    return 0;
}
