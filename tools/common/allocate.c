#include "allocate.h"

#include <stdlib.h>

#include "cli.h"

void *must_allocate(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        exit(cli_no_memory());
    return memory;
}
