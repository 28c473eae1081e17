#include "folder_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/status.h"

int folder_status(void)
{
    switch (errno) {
    case ENOENT: return STATUS_NOT_FOUND;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return STATUS_FULL;
    case EROFS:
    case EACCES:
    case EPERM: return STATUS_REFUSED;
    case ENODEV:
    case ENXIO: return STATUS_CLOSED;
    case ENOTDIR:
    case ELOOP:
    case EEXIST: return STATUS_DAMAGED;
    default: return STATUS_IO;
    }
}

const char *folder_kind(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "a file";
    case S_IFDIR: return "a folder";
    case S_IFLNK: return "a symbolic link";
    case S_IFIFO: return "a FIFO";
    case S_IFCHR:
    case S_IFBLK: return "a device";
    default: return "a socket";
    }
}

/* Finds how a name is spelled in a folder, if it is there in other letters. */
static int find_spelling(int parent, char name[NAME_MAX + 1])
{
    int copy = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
    int status = STATUS_NOT_FOUND;
    if (folder == NULL) {
        status = folder_status();
        if (copy >= 0)
            close(copy);
        return status;
    }
    for (const struct dirent *entry; status == STATUS_NOT_FOUND && (entry = readdir(folder)) != NULL;) {
        if (strcasecmp(entry->d_name, name) == 0) {
            snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
            status = 0;
        }
    }
    closedir(folder);
    return status;
}

/* Fills in `name` and `about` for a name in the place's folder. */
static int look_up(struct folder_place *place, const char *name, size_t length)
{
    if (length > NAME_MAX)
        return STATUS_INVALID;
    memcpy(place->name, name, length);
    place->name[length] = '\0';
    if (fstatat(place->parent, place->name, &place->about, AT_SYMLINK_NOFOLLOW) == 0)
        return 0;
    int status = errno == ENOENT ? find_spelling(place->parent, place->name) : folder_status();
    if (status == 0 && fstatat(place->parent, place->name, &place->about, AT_SYMLINK_NOFOLLOW) != 0)
        status = folder_status();
    return status;
}

int folder_find(int root, const char *path, struct folder_place *place)
{
    const char *slash = strchr(path, '/');
    *place = (struct folder_place){.parent = fcntl(root, F_DUPFD_CLOEXEC, 0)};
    if (place->parent < 0)
        return folder_status();
    if (slash == NULL)
        return look_up(place, path, strlen(path));
    int status = look_up(place, path, (size_t)(slash - path));
    int folder = status == 0
                     ? openat(place->parent, place->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                     : -1;
    if (status == 0 && folder < 0)
        status = folder_status();
    folder_place_close(place);
    place->parent = folder;
    return status < 0 ? status : look_up(place, slash + 1, strlen(slash + 1));
}

int folder_open(struct folder_place *place, int flags)
{
    if (!S_ISREG(place->about.st_mode) || place->about.st_size > UINT32_MAX)
        return STATUS_DAMAGED;
    int file = openat(place->parent, place->name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return folder_status();
    if (fstat(file, &place->about) == 0 && S_ISREG(place->about.st_mode) &&
        place->about.st_size <= UINT32_MAX)
        return file;
    close(file);
    return STATUS_DAMAGED;
}

void folder_place_close(struct folder_place *place)
{
    if (place->parent >= 0)
        close(place->parent);
    place->parent = -1;
}

int folder_sync_names(const struct folder_place *place)
{
    /* Some file systems have nothing to do here, and say so. */
    return fsync(place->parent) == 0 || errno == EINVAL ? 0 : folder_status();
}
