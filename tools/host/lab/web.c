#include "lab/web.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "lab/description.h"
#include "lab/files.h"
#include "lab/replay.h"

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

static bool open_folder(const char *path, struct lab_settings *settings, struct site_source *source)
{
    char description[PATH_MAX];
    if (snprintf(description, sizeof description, "%s/" WEB_DESCRIPTION, path) < (int)sizeof description &&
        access(description, R_OK) == 0)
        return description_source(description, settings, source);
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
