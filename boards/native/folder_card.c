#include "folder_card.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/status.h"
#include "folder_internal.h"
#include "folder_names.h"
#include "threads.h"

enum {
    CLUSTER_BYTES = 32 * 1024, /* lengths of files are multiples of it, as on the largest cards */
    KB_MAX = INT32_MAX,
    FOLDER_RIGHTS = 0777, /* as far as the user's umask allows */
};

static struct folder_card *mounted;

struct folder_card *folder_card_mounted(void)
{
    return mounted;
}

/* ---- Which folder is there ---- */

bool folder_card_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool folder_card_is_there(const struct folder_card *folder)
{
    struct stat about;
    return stat(folder->path, &about) == 0 && about.st_dev == folder->where && about.st_ino == folder->which;
}

/* ---- Mounting ---- */

static void folder_do_unmount(void *context)
{
    struct folder_card *folder = context;
    thread_waits_for_card(true);
    for (unsigned i = 0; i < FOLDER_FILES; i++)
        folder_forget_file(&folder->files[i]);
    for (unsigned i = 0; i < FOLDER_OPENED; i++) {
        if (folder->opened[i].path[0] != '\0')
            close(folder->opened[i].file);
        folder->opened[i].path[0] = '\0';
    }
    if (folder->root >= 0)
        close(folder->root);
    folder->root = -1;
    mounted = NULL;
    thread_waits_for_card(false);
}

static const char *why_not_opened(void)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR: return NULL; /* an empty slot is nothing to wonder about */
    case EACCES:
    case EPERM: return "not to be opened by this user: give it the right to read and write it";
    default: return strerror(errno);
    }
}

/* A file that is replaced has no name for a moment (store/replace.h). */
static bool is_prepared(const struct folder_card *folder)
{
    static const char *const names[] = {"CRAWLBOX.INI", "CRAWLBOX.OK"};
    bool is_found = false;
    for (unsigned i = 0; i < sizeof names / sizeof names[0] && !is_found; i++) {
        struct folder_place place;
        is_found = folder_find(folder->root, names[i], &place) == 0;
        folder_place_close(&place);
    }
    return is_found;
}

static DIR *open_for_listing(const struct folder_card *folder, const char *name)
{
    struct folder_place place;
    int list = -1;
    if (folder_find(folder->root, name, &place) == 0)
        list = openat(place.parent, place.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    folder_place_close(&place);
    DIR *directory = list >= 0 ? fdopendir(list) : NULL;
    if (directory == NULL && list >= 0)
        close(list);
    return directory;
}

/* Files lie in the card's folders; folders in these are left alone. */
static int look_into_folder(struct folder_card *folder, const char *name)
{
    DIR *directory = open_for_listing(folder, name);
    int status = 0;
    if (directory == NULL)
        return 0; /* there is none, or make_folder says what is there */
    for (const struct dirent *entry; status == 0 && (entry = readdir(directory)) != NULL;) {
        char path[STORE_PATH_SIZE];
        struct stat about;
        snprintf(path, sizeof path, "%s/%.64s", name, entry->d_name);
        if (fstatat(dirfd(directory), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
            status = folder_is_odd(folder, path, folder_kind(about.st_mode));
    }
    closedir(directory);
    return status;
}

/* What else is in the place of the card's files is told before anything is written. */
static int look_at_files(struct folder_card *folder)
{
    static const char *const names[] = {"CRAWLBOX.INI", "CRAWLBOX.OK", "SEEDS.TXT", "MODEL.BIN",
                                        "GEO.BIN",      "CA.BIN",      "TOPIC.PAK", "ENTROPY.BIN"};
    static const char *const folders[] = {"WARC", "LOG", "STATE", "EXCHANGE"};
    int status = 0;
    for (unsigned i = 0; i < sizeof names / sizeof names[0] && status == 0; i++) {
        struct folder_place place;
        status = folder_expect(folder, names[i], S_IFREG, &place);
        folder_place_close(&place);
        if (status == STATUS_NOT_FOUND)
            status = 0;
    }
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0] && status == 0; i++)
        status = look_into_folder(folder, folders[i]);
    return status;
}

/* Whether the folder can be used: 0, or a status, and the reason in `problem`. */
static int look_at_folder(struct folder_card *folder)
{
    if (!is_prepared(folder)) {
        folder->problem = "a folder without CRAWLBOX.INI: 'crawlbox card init' prepares it";
        return STATUS_CLOSED;
    }
    if (flock(folder->root, LOCK_EX | LOCK_NB) != 0) {
        folder->problem =
            errno == EWOULDBLOCK ? "in use by another program: end that program" : strerror(errno);
        return STATUS_CLOSED;
    }
    if (faccessat(folder->root, ".", W_OK | X_OK, AT_EACCESS) == 0)
        return look_at_files(folder);
    if (errno != EROFS)
        folder->problem = "not to be written by this user: give it the right to write it";
    return STATUS_REFUSED;
}

static int folder_do_mount(void *context)
{
    struct folder_card *folder = context;
    struct stat about;
    folder_do_unmount(folder);
    folder->problem = NULL;
    thread_waits_for_card(true);
    folder->root = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int status = folder->root >= 0 && fstat(folder->root, &about) == 0 ? 0 : STATUS_CLOSED;
    if (status < 0) {
        folder->problem = why_not_opened();
    } else {
        folder->where = about.st_dev;
        folder->which = about.st_ino;
        status = look_at_folder(folder);
    }
    if (status == 0 && unlinkat(folder->root, FOLDER_UNBORN, 0) != 0 && errno != ENOENT)
        status = folder_failure(folder);
    thread_waits_for_card(false);
    if (status < 0)
        folder_do_unmount(folder);
    else
        mounted = folder;
    return status;
}

static uint32_t kb_of(uint64_t blocks, uint64_t block_bytes)
{
    uint64_t kb = blocks * block_bytes / 1024;
    return kb < KB_MAX ? (uint32_t)kb : KB_MAX;
}

/* What a file that grows was promised and has not taken yet. */
static uint32_t promised_kb(const struct folder_card *folder)
{
    struct stat about;
    uint64_t bytes = 0;
    for (const struct folder_file *file = folder->files; file < folder->files + FOLDER_FILES; file++)
        if (file->is_kept && folder_is_growing(file->path) && file->file >= 0 &&
            fstat(file->file, &about) == 0)
            bytes += (uint64_t)file->sectors * STORE_SECTOR_BYTES - (uint64_t)about.st_size;
    return (uint32_t)(bytes / 1024);
}

int folder_do_space(void *context, int recount, struct store_space *space)
{
    const struct folder_card *folder = context;
    struct statvfs about;
    (void)recount; /* the kernel has counted */
    if (fstatvfs(folder->root, &about) != 0)
        return folder_failure(folder);
    uint32_t free_kb = kb_of(about.f_bavail, about.f_frsize), promised = promised_kb(folder);
    space->cluster_bytes = CLUSTER_BYTES;
    space->total_kb = kb_of(about.f_blocks, about.f_frsize);
    space->free_kb = free_kb > promised ? free_kb - promised : 0;
    return 0;
}

/* ---- Names ---- */

static int folder_do_make_folder(void *context, const char *path)
{
    struct folder_card *folder = context;
    struct folder_place place;
    int status = folder_expect(folder, path, S_IFDIR, &place);
    if (status == STATUS_NOT_FOUND) {
        status = mkdirat(place.parent, place.name, FOLDER_RIGHTS) == 0 ? folder_sync_names(&place)
                                                                       : folder_failure(folder);
    }
    folder_place_close(&place);
    return status;
}

static int folder_do_list(void *context, const char *name,
                          int (*each)(void *user, const char *name, uint32_t bytes), void *user)
{
    DIR *directory = open_for_listing(context, name);
    int answer = 0;
    if (directory == NULL)
        return folder_failure(context);
    for (const struct dirent *entry; answer == 0 && (entry = readdir(directory)) != NULL;) {
        struct stat about;
        if (fstatat(dirfd(directory), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode) && about.st_size <= UINT32_MAX)
            answer = each(user, entry->d_name, (uint32_t)about.st_size);
    }
    closedir(directory);
    return answer;
}

int folder_do_find(void *context, const char *path, struct store_extent *extent)
{
    struct folder_card *folder = context;
    struct folder_place place;
    int status = folder_expect(folder, path, S_IFREG, &place);
    folder_place_close(&place);
    if (status == 0 && place.about.st_size > UINT32_MAX)
        status = STATUS_DAMAGED;
    struct folder_file *file = status == 0 ? folder_claim_file(folder, path) : NULL;
    if (file == NULL)
        return status < 0 ? status : STATUS_IO;
    uint32_t bytes = (uint32_t)place.about.st_size;
    if (!file->is_kept || file->sectors < folder_sectors_for(bytes))
        file->sectors = folder_sectors_for(bytes);
    file->is_kept |= folder_is_gone_on_with(path, bytes);
    folder_describe_file(folder, file, bytes, extent);
    return 0;
}

/* The kernel gives and takes room; nobody has to be told. */
static void folder_do_listen(void *context, int (*listener)(void *user, uint32_t sector, uint32_t sectors),
                             void *user)
{
    (void)context;
    (void)listener;
    (void)user;
}

static int folder_do_reclaim(void *context, uint32_t sector, uint32_t sectors)
{
    (void)context;
    (void)sector;
    (void)sectors;
    return 0;
}

/* ---- Sectors ---- */

static int folder_do_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    struct folder_card *folder = context;
    size_t size = (size_t)count * STORE_SECTOR_BYTES;
    off_t offset;
    struct folder_file *file = folder_file_of_sectors(folder, sector, count, &offset);
    if (file == NULL)
        return STATUS_IO;
    thread_waits_for_card(true);
    int status = folder_use_file(folder, file);
    ssize_t got = status == 0 ? pread(file->file, bytes, size, offset) : 0;
    if (got < 0)
        status = folder_failure(folder);
    else
        memset((uint8_t *)bytes + got, 0, size - (size_t)got); /* a file that grows has no more yet */
    thread_waits_for_card(false);
    folder->sectors_read += count;
    return status;
}

static int folder_do_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    struct folder_card *folder = context;
    size_t size = (size_t)count * STORE_SECTOR_BYTES;
    off_t offset;
    struct folder_file *file = folder_file_of_sectors(folder, sector, count, &offset);
    if (file == NULL)
        return STATUS_IO;
    thread_waits_for_card(true);
    int status = folder_use_file(folder, file);
    if (status == 0)
        status = folder_refuse_shared(folder, file);
    errno = ENOSPC; /* what a write that was cut short means */
    if (status == 0 && pwrite(file->file, bytes, size, offset) != (ssize_t)size)
        status = folder_failure(folder);
    thread_waits_for_card(false);
    file->is_dirty = file->is_kept = true;
    folder->sectors_written += count;
    return status;
}

static int folder_do_sync(void *context)
{
    struct folder_card *folder = context;
    int status = 0;
    thread_waits_for_card(true);
    for (struct folder_file *file = folder->files; status == 0 && file < folder->files + FOLDER_FILES;
         file++) {
        if (!file->is_dirty)
            continue;
        if (fdatasync(file->file) != 0)
            status = folder_failure(folder);
        file->is_dirty = status < 0;
    }
    thread_waits_for_card(false);
    return status;
}

static uint32_t folder_do_now(void *context)
{
    return ((const struct folder_card *)context)->now();
}

static void folder_do_random(void *context, uint8_t *bytes, size_t size)
{
    ((const struct folder_card *)context)->random(bytes, size);
}

void folder_card_init(struct folder_card *folder, const char *path, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size))
{
    memset(folder, 0, sizeof *folder);
    folder->path = path;
    folder->root = -1;
    folder->now = now;
    folder->random = random;
    folder->port = (struct store_port){
        .context = folder,
        .mount = folder_do_mount,
        .unmount = folder_do_unmount,
        .space = folder_do_space,
        .make_folder = folder_do_make_folder,
        .list = folder_do_list,
        .find = folder_do_find,
        .create = folder_do_create,
        .close = folder_do_close,
        .settle = folder_do_settle,
        .remove = folder_do_remove,
        .listen = folder_do_listen,
        .reclaim = folder_do_reclaim,
        .read = folder_do_read,
        .write = folder_do_write,
        .sync = folder_do_sync,
        .now = folder_do_now,
        .random = folder_do_random,
    };
    for (unsigned i = 0; i < FOLDER_FILES; i++)
        folder->files[i].file = -1;
}
