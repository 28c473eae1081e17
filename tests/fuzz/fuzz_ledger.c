/* Whatever stands in the collect.tsv of a collection: lines that make no sense are left out, and no name
 * leads out of the folder. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "card/ledger.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lines ledger = {0}, names = {0};
    struct ledger_entry entry;
    char name[64] = "";
    FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    if (file) {
        lines_read(&ledger, file);
        fclose(file);
    }
    memcpy(name, data, size < sizeof name ? size : sizeof name - 1);
    name[strcspn(name, "\t\n")] = '\0';
    ledger_find(&ledger, "/nonexistent", name, &entry);
    check(ledger_names(&ledger, "/nonexistent", &names) == 0 && names.count == 0);
    lines_free(&ledger);
    lines_free(&names);
    return 0;
}
