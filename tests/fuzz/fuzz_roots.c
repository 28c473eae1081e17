/* Whatever a CA.BIN holds: refused, or searched without a step outside of it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "fetch/roots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct file {
    uint8_t *data;
    size_t size;
};

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

static int read_file(void *context, uint32_t offset, void *to, size_t count)
{
    const struct file *file = context;
    if (offset > file->size || count > file->size - offset)
        return STATUS_IO;
    memcpy(to, file->data + offset, count);
    return STATUS_OK;
}

static void search(struct file *file)
{
    struct roots roots;
    if (roots_open(&roots, read_file, file) != STATUS_OK) {
        check(roots.count == 0);
        return;
    }
    struct root root;
    for (size_t length = 0; length < 40 && length <= file->size; length += 13)
        for (int nth = 0; nth < 4 && roots_find(&roots, file->data, length, nth, &root) == STATUS_OK; nth++)
            check(root.bytes <= ROOTS_CERTIFICATE_MAX && root.offset <= file->size &&
                  root.bytes <= file->size - root.offset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file file = {malloc(size + 1), size};
    check(file.data != NULL);
    memcpy(file.data, data, size);
    search(&file);
    if (size >=
        ROOTS_HEADER_BYTES) { /* once more with a header that is right, so that the index is looked at */
        memcpy(file.data, ROOTS_MAGIC "\1\0", ROOTS_MAGIC_BYTES + 2);
        bytes_put32(file.data + 8, (uint32_t)size);
        bytes_put32(file.data + 12,
                    crc32_update(CRC32_INIT, file.data + ROOTS_HEADER_BYTES, size - ROOTS_HEADER_BYTES));
        search(&file);
    }
    free(file.data);
    return 0;
}
