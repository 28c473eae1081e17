#include "internet/web.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "cli.h"
#include "internet/description.h"
#include "internet/files.h"
#include "internet/replay.h"
#include "world/source.h"

static bool has_warcs(const char *folder)
{
    DIR *names = opendir(folder);
    bool found = false;
    for (const struct dirent *entry; names && !found && (entry = readdir(names));)
        found = replay_is_warc(entry->d_name);
    if (names)
        closedir(names);
    return found;
}

static bool open_world(const char *folder, struct site_source *source)
{
    int status = world_source_open(source, folder);
    if (status != STATUS_OK)
        cli_error("%s holds no world that can be served: %s", folder, status_text(status));
    return status == STATUS_OK;
}

/* True if the folder has such a file, whose path is then in `path`. */
static bool has_file(const char *folder, const char *name, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX && access(path, R_OK) == 0;
}

static bool open_folder(const char *path, struct lab_settings *settings, struct site_source *source)
{
    char file[PATH_MAX];
    if (has_file(path, WEB_DESCRIPTION, file))
        return description_source(file, settings, source);
    if (world_is_in(path))
        return open_world(path, source);
    return has_warcs(path) ? replay_source(path, source) : files_source(path, source);
}

bool web_open(const char *path, struct lab_settings *settings, struct site_source *source)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        cli_error("cannot serve %s: %s", path, strerror(errno));
        return false;
    }
    if (S_ISDIR(about.st_mode))
        return open_folder(path, settings, source);
    return replay_is_warc(path) ? replay_source(path, source) : description_source(path, settings, source);
}
