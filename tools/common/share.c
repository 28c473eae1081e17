#include "share.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli.h"

char *share_path(const char *list)
{
    const char *folder = getenv("CRAWLBOX_SHARE");
    char *path;
    if (asprintf(&path, "%s/%s", folder && *folder ? folder : "/usr/share", list) < 0)
        exit(cli_no_memory());
    return path;
}

char *share_read(const char *list, const char *package, size_t *size)
{
    char *path = share_path(list);
    char *text = cli_read_file(path, size);
    if (!text)
        cli_error("Debian's package %s is needed for this: install it with tools/setup.sh", package);
    free(path);
    return text;
}
