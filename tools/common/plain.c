#include "plain.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RIGHTS = 0666, FOLDER_RIGHTS = 0777, COPY_SIZE = 65536 };

/* A copy in the making; nobody lists names with a leading dot, and the box removes it. */
static const char unborn[] = ".crawlbox.new";

static char problem[PATH_MAX + 160];

const char *plain_problem(void)
{
    return problem;
}

static int failed(void)
{
    int reason = errno;
    snprintf(problem, sizeof problem, "%s", strerror(reason));
    errno = reason;
    return -1;
}

static const char *kind_of(mode_t mode)
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

/* Something else is where a plain file or folder belongs. */
static int refused(const char *path, size_t length, mode_t mode, mode_t wanted)
{
    snprintf(problem, sizeof problem, "%.*s is %s; put %s of its own in that place", (int)length, path,
             kind_of(mode), kind_of(wanted));
    errno = ELOOP;
    return -1;
}

/* Closes a descriptor; errno stays. */
static int close_quietly(int file)
{
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

/* ---- The folder that a path leads to ---- */

/* Goes from one folder into the next: the part of `path` that ends at `end`. */
static int step_into(int parent, const char *path, const char *part, const char *end)
{
    char name[NAME_MAX + 1];
    struct stat about;
    int next = -1;
    snprintf(name, sizeof name, "%.*s", (int)(end - part), part);
    if ((size_t)(end - part) < sizeof name)
        next = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    else
        errno = ENAMETOOLONG;
    if (next >= 0)
        return next;
    failed();
    if ((errno == ENOTDIR || errno == ELOOP) && fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) == 0)
        return refused(path, (size_t)(end - path), about.st_mode, S_IFDIR);
    return -1;
}

/* Opens the folder that the last name of a path is in. */
static int open_parent(const char *folder, const char *path, const char **name)
{
    int parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *name = path;
    if (parent < 0)
        return failed();
    for (const char *slash; (slash = strchr(*name, '/')); *name = slash + 1) {
        int next = step_into(parent, path, *name, slash);
        close_quietly(parent);
        if (next < 0)
            return -1;
        parent = next;
    }
    return parent;
}

/* ---- Files ---- */

static bool writes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY;
}

static int copy_bytes(int from, int to)
{
    char bytes[COPY_SIZE];
    ssize_t got;
    while ((got = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)got) != got)
            return -1;
    return got < 0 ? -1 : fsync(to);
}

/* Puts a copy in the place of a file that has another name, too. */
static int make_own(int parent, const char *name)
{
    unlinkat(parent, unborn, 0);
    int from = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int to = from >= 0 ? openat(parent, unborn, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, RIGHTS) : -1;
    int result = to >= 0 ? copy_bytes(from, to) : -1;
    if (to >= 0)
        close_quietly(to);
    if (from >= 0)
        close_quietly(from);
    if (result == 0)
        result = renameat(parent, unborn, parent, name);
    if (result != 0)
        failed();
    return result;
}

/* What was opened is looked at again: names can be swapped at any time. It is emptied only now. */
static int take_opened(int file, const char *path, int flags)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return failed(), close_quietly(file);
    if (!S_ISREG(about.st_mode) || (writes(flags) && about.st_nlink > 1)) {
        refused(path, strlen(path), about.st_mode, S_IFREG);
        return close_quietly(file);
    }
    if ((flags & O_TRUNC) && about.st_size > 0 && ftruncate(file, 0) != 0)
        return failed(), close_quietly(file);
    return file;
}

static int open_in(int parent, const char *path, const char *name, int flags)
{
    struct stat about;
    bool is_there = fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_there && (errno != ENOENT || !(flags & O_CREAT)))
        return failed();
    if (is_there && !S_ISREG(about.st_mode))
        return refused(path, strlen(path), about.st_mode, S_IFREG);
    if (is_there && writes(flags) && about.st_nlink > 1) {
        if ((flags & O_TRUNC ? unlinkat(parent, name, 0) : make_own(parent, name)) != 0)
            return failed();
        is_there = !(flags & O_TRUNC);
    }
    int way = (flags & ~(O_TRUNC | O_CREAT)) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int file = openat(parent, name, is_there ? way : way | O_CREAT | O_EXCL, RIGHTS);
    if (file >= 0)
        return take_opened(file, path, flags);
    return errno == ELOOP ? refused(path, strlen(path), S_IFLNK, S_IFREG) : failed();
}

int plain_open(const char *folder, const char *path, int flags)
{
    const char *name;
    int parent = open_parent(folder, path, &name);
    if (parent < 0)
        return -1;
    int file = open_in(parent, path, name, flags);
    close_quietly(parent);
    return file;
}

static int flags_of(const char *mode)
{
    bool also = strchr(mode, '+');
    switch (mode[0]) {
    case 'a': return O_WRONLY | O_CREAT | O_APPEND;
    case 'w': return (also ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
    default: return also ? O_RDWR : O_RDONLY;
    }
}

FILE *plain_stream(const char *folder, const char *path, const char *mode)
{
    int file = plain_open(folder, path, flags_of(mode));
    FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;
    if (file >= 0 && !stream)
        failed(), close_quietly(file);
    return stream;
}

/* ---- Names ---- */

DIR *plain_list(const char *folder, const char *path)
{
    const char *name;
    int list = open_parent(folder, path, &name);
    if (list >= 0 && *name) {
        int parent = list;
        list = step_into(parent, path, name, name + strlen(name));
        close_quietly(parent);
    }
    DIR *directory = list >= 0 ? fdopendir(list) : NULL;
    if (!directory && list >= 0)
        failed(), close_quietly(list);
    return directory;
}

int plain_look(const char *folder, const char *path, struct stat *about)
{
    const char *name;
    int parent = open_parent(folder, path, &name);
    if (parent < 0)
        return -1;
    int result = fstatat(parent, name, about, AT_SYMLINK_NOFOLLOW);
    if (result != 0)
        failed();
    close_quietly(parent);
    return result;
}

bool plain_exists(const char *folder, const char *path)
{
    struct stat about;
    return plain_look(folder, path, &about) == 0;
}

int plain_expect(const char *folder, const char *path, mode_t type)
{
    struct stat about;
    if (plain_look(folder, path, &about) != 0)
        return errno == ENOENT ? 0 : -1;
    return (about.st_mode & S_IFMT) == type ? 0 : refused(path, strlen(path), about.st_mode, type);
}

int plain_make_folder(const char *folder, const char *path)
{
    const char *name;
    int parent = open_parent(folder, path, &name);
    if (parent < 0)
        return -1;
    int result = mkdirat(parent, name, FOLDER_RIGHTS);
    if (result != 0)
        failed();
    close_quietly(parent);
    return result != 0 && errno == EEXIST ? plain_expect(folder, path, S_IFDIR) : result;
}

int plain_rename(const char *folder, const char *from, const char *to)
{
    const char *old, *new;
    int old_parent = open_parent(folder, from, &old);
    int new_parent = old_parent >= 0 ? open_parent(folder, to, &new) : -1;
    int result = new_parent >= 0 ? renameat(old_parent, old, new_parent, new) : -1;
    if (new_parent >= 0) {
        if (result != 0)
            failed();
        close_quietly(new_parent);
    }
    if (old_parent >= 0)
        close_quietly(old_parent);
    return result;
}

int plain_remove(const char *folder, const char *path)
{
    const char *name;
    int parent = open_parent(folder, path, &name);
    if (parent < 0)
        return -1;
    int result = unlinkat(parent, name, 0);
    if (result != 0)
        failed();
    close_quietly(parent);
    return result;
}
