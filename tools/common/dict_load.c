#include "dict_load.h"

#include <stdlib.h>

#include "base/status.h"
#include "cli.h"

int dict_load(struct dict *dict, const char *path, char **memory)
{
    size_t size = dict_builtin_size;
    const void *data = dict_builtin;

    *memory = NULL;
    if (path) {
        *memory = cli_read_file(path, &size);
        if (!*memory)
            return CLI_CANNOT;
        data = *memory;
    }
    int result = dict_open(dict, data, size);
    if (result == STATUS_OK)
        return 0;
    free(*memory);
    *memory = NULL;
    return cli_error("%s is not a usable dictionary: %s. Make one with 'crawlbox dict build'",
                     path ? path : "the built-in dictionary", status_text(result));
}
