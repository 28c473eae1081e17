#include "model/model_load.h"

#include <stdlib.h>

#include "base/status.h"
#include "cli.h"

int model_load(struct model *model, const char *path, char **memory)
{
    size_t size = model_builtin_size;
    *memory = NULL;
    if (path && !(*memory = cli_read_file(path, &size)))
        return CLI_CANNOT;
    int status = model_open(model, path ? (const void *)*memory : model_builtin, size);
    if (status == STATUS_OK)
        return CLI_YES;
    cli_error("%s: %s", path ? path : "the built-in model", model_problem(status));
    free(*memory);
    *memory = NULL;
    return CLI_NO;
}
