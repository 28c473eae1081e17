/* The files of a folder that stands for a card: which sectors are whose, and how files are made, closed and
 * removed. */
#include "folder_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "folder_names.h"
#include "threads.h"

enum {
    FILE_SECTORS_SHIFT = 25, /* so many bits of a sector's number count sectors of one file: 16 GB */
    ZEROS = 64 * 1024,
    FILE_RIGHTS = 0666, /* as far as the user's umask allows */
};

_Static_assert((FOLDER_FILES + 1ull) << FILE_SECTORS_SHIFT <= 1ull << 32, "a sector's number has 32 bits");

/* What errno means, if it is not that the folder is gone. */
int folder_failure(const struct folder_card *folder)
{
    int status = folder_status();
    return status == STATUS_FULL || folder_card_is_there(folder) ? status : STATUS_CLOSED;
}

/* ---- Files and their sectors ---- */

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length >= size && strcmp(path + length - size, ending) == 0;
}

/* Whether pages are being written to the file: it is as long as what was written. */
bool folder_is_growing(const char *path)
{
    return ends_in(path, ".open");
}

/* Whether the store goes on with a file that it finds, so that its sectors must stay its own. What it has
 * closed is no multiple of sectors long, or an archive. */
bool folder_is_gone_on_with(const char *path, uint64_t bytes)
{
    return bytes > 0 && bytes % STORE_SECTOR_BYTES == 0 && !ends_in(path, ".warc");
}

void folder_forget_file(struct folder_file *file)
{
    if (file->path[0] != '\0' && file->file >= 0)
        close(file->file);
    *file = (struct folder_file){.file = -1};
}

static struct folder_file *known_file(struct folder_card *folder, const char *path)
{
    for (unsigned i = 0; i < FOLDER_FILES; i++)
        if (strcmp(folder->files[i].path, path) == 0)
            return &folder->files[i];
    return NULL;
}

/* Returns the file's own entry, or one that nobody needs; NULL if there is none. */
struct folder_file *folder_claim_file(struct folder_card *folder, const char *path)
{
    struct folder_file *claimed = known_file(folder, path);
    for (unsigned i = 0; i < FOLDER_FILES && (claimed == NULL || strcmp(claimed->path, path) != 0); i++) {
        struct folder_file *file = &folder->files[i];
        if (file->is_kept || (claimed != NULL && claimed->touched <= file->touched))
            continue;
        claimed = file;
    }
    if (claimed == NULL)
        return NULL;
    if (strcmp(claimed->path, path) != 0)
        folder_forget_file(claimed);
    snprintf(claimed->path, sizeof claimed->path, "%s", path);
    claimed->touched = ++folder->clock;
    return claimed;
}

static uint32_t first_sector(const struct folder_card *folder, const struct folder_file *file)
{
    return (uint32_t)(file - folder->files + 1) << FILE_SECTORS_SHIFT;
}

/* Finds whose sectors these are. */
struct folder_file *folder_file_of_sectors(struct folder_card *folder, uint32_t sector, uint32_t count,
                                           off_t *offset)
{
    uint32_t number = sector >> FILE_SECTORS_SHIFT, at = sector & ((1u << FILE_SECTORS_SHIFT) - 1);
    struct folder_file *file = number > 0 && number <= FOLDER_FILES ? &folder->files[number - 1] : NULL;
    *offset = (off_t)at * STORE_SECTOR_BYTES;
    if (file == NULL || file->path[0] == '\0' || at >= file->sectors || count > file->sectors - at)
        return NULL;
    file->touched = ++folder->clock;
    return file;
}

/* ---- What is no plain file ---- */

int folder_is_odd(struct folder_card *folder, const char *path, const char *what)
{
    snprintf(folder->odd, sizeof folder->odd, "a folder in which %s is %s: put a plain one there", path,
             what);
    folder->problem = folder->odd;
    return STATUS_DAMAGED;
}

/* Which part of a path is odd: its folder, or the file. */
static int tell_odd_place(struct folder_card *folder, const char *path, const struct folder_place *place)
{
    char parent[STORE_PATH_SIZE];
    struct stat about;
    snprintf(parent, sizeof parent, "%.*s", (int)strcspn(path, "/"), path);
    if (place->parent >= 0)
        return folder_is_odd(folder, path, folder_kind(place->about.st_mode));
    if (fstatat(folder->root, parent, &about, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(about.st_mode))
        return folder_is_odd(folder, parent, folder_kind(about.st_mode));
    return STATUS_DAMAGED;
}

int folder_expect(struct folder_card *folder, const char *path, mode_t type, struct folder_place *place)
{
    int status = folder_find(folder->root, path, place);
    bool is_odd = status == 0 ? (place->about.st_mode & S_IFMT) != type : status == STATUS_DAMAGED;
    return is_odd ? tell_odd_place(folder, path, place) : status;
}

int folder_refuse_shared(struct folder_card *folder, const struct folder_file *file)
{
    return file->is_shared ? folder_is_odd(folder, file->path, FOLDER_SHARED) : 0;
}

/* ---- Opening ---- */

/* Opens a known file if it is not open yet. */
int folder_use_file(struct folder_card *folder, struct folder_file *file)
{
    struct folder_place place;
    if (file->file >= 0)
        return 0;
    int status = folder_expect(folder, file->path, S_IFREG, &place);
    if (status == 0) {
        int opened = folder_open(&place, O_RDWR);
        if (opened == STATUS_REFUSED)
            opened = folder_open(&place, O_RDONLY);
        if (opened >= 0)
            file->file = opened;
        else
            status = opened == STATUS_DAMAGED ? opened : folder_failure(folder);
        file->is_shared = place.about.st_nlink > 1;
    }
    folder_place_close(&place);
    return status;
}

void folder_describe_file(const struct folder_card *folder, const struct folder_file *file, uint32_t bytes,
                          struct store_extent *extent)
{
    *extent = (struct store_extent){first_sector(folder, file), file->sectors, bytes};
}

uint32_t folder_sectors_for(uint32_t bytes)
{
    return bytes / STORE_SECTOR_BYTES + (bytes % STORE_SECTOR_BYTES != 0);
}

/* ---- Files come and go ---- */

static int fill_with_zeros(int file, uint32_t bytes)
{
    static const uint8_t zeros[ZEROS];
    for (uint32_t at = 0; at < bytes; at += ZEROS) {
        size_t part = bytes - at < ZEROS ? bytes - at : ZEROS;
        if (pwrite(file, zeros, part, (off_t)at) != (ssize_t)part)
            return -1;
    }
    return 0;
}

/* Gives a file its length, and the room on the disk for it. */
static int give_room(int file, uint32_t bytes)
{
    int result;
    do
        result = bytes > 0 ? fallocate(file, 0, 0, (off_t)bytes) : 0;
    while (result != 0 && errno == EINTR);
    if (result != 0 && (errno == EOPNOTSUPP || errno == ENOSYS))
        result = fill_with_zeros(file, bytes);
    return result == 0 ? fsync(file) : result;
}

/* Makes a file under another name, and gives it its own when it is whole. Its descriptor, or -1. */
static int make_file(const struct folder_card *folder, const struct folder_place *place, uint32_t bytes)
{
    int file = openat(folder->root, FOLDER_UNBORN, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FILE_RIGHTS);
    if (file < 0 && errno == EEXIST && unlinkat(folder->root, FOLDER_UNBORN, 0) == 0)
        file = openat(folder->root, FOLDER_UNBORN, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FILE_RIGHTS);
    if (file < 0)
        return -1;
    if (give_room(file, bytes) == 0 &&
        renameat(folder->root, FOLDER_UNBORN, place->parent, place->name) == 0 &&
        folder_sync_names(place) == 0)
        return file;
    int reason = errno;
    close(file);
    unlinkat(folder->root, FOLDER_UNBORN, 0);
    errno = reason;
    return -1;
}

static int check_promise(struct folder_card *folder, uint32_t bytes)
{
    struct store_space space;
    int status = folder_do_space(folder, 0, &space);
    return status < 0 ? status : space.free_kb < bytes / 1024 ? STATUS_FULL : 0;
}

int folder_do_create(void *context, const char *path, uint32_t bytes, struct store_extent *extent)
{
    struct folder_card *folder = context;
    struct folder_place place;
    int file = -1, status = check_promise(folder, bytes);
    if (status < 0)
        return status;
    thread_waits_for_card(true);
    status = folder_expect(folder, path, S_IFREG, &place);
    if (status == STATUS_NOT_FOUND && place.parent >= 0) {
        file = make_file(folder, &place, folder_is_growing(path) ? 0 : bytes);
        status = file >= 0 ? 0 : folder_failure(folder);
    } else if (status == 0) {
        status = STATUS_DAMAGED; /* there is one already */
    }
    folder_place_close(&place);
    thread_waits_for_card(false);
    struct folder_file *entry = status == 0 ? folder_claim_file(folder, path) : NULL;
    if (entry == NULL) {
        if (file >= 0)
            close(file);
        return status < 0 ? status : STATUS_IO;
    }
    if (entry->file >= 0)
        close(entry->file); /* of a file of that name before */
    entry->file = file;
    entry->is_shared = false;
    entry->sectors = bytes / STORE_SECTOR_BYTES;
    entry->is_kept = true;
    folder_describe_file(folder, entry, bytes, extent);
    return 0;
}

/* First the length, then the name: a file of its final length under its old name is known for what it is. */
static int cut_and_rename(struct folder_card *folder, struct folder_place *place,
                          const struct folder_file *file, const char *name, uint32_t bytes)
{
    int status = place->about.st_size != (off_t)bytes ? folder_refuse_shared(folder, file) : 0;
    if (status < 0 || place->about.st_size < (off_t)bytes)
        return STATUS_DAMAGED;
    if ((place->about.st_size > (off_t)bytes && ftruncate(file->file, (off_t)bytes) != 0) ||
        fsync(file->file) != 0)
        return folder_failure(folder);
    if (name == NULL || strcmp(name, place->name) == 0)
        return 0;
    struct stat other;
    if (fstatat(place->parent, name, &other, AT_SYMLINK_NOFOLLOW) == 0)
        return STATUS_DAMAGED;
    if (renameat(place->parent, place->name, place->parent, name) != 0)
        return folder_failure(folder);
    return folder_sync_names(place);
}

/* Takes over what the file is called now, and how long it is. */
static void note_closed(struct folder_card *folder, struct folder_file *file, const char *name,
                        uint32_t bytes)
{
    bool was_growing = folder_is_growing(file->path);
    const char *slash = strrchr(file->path, '/');
    size_t parent = slash != NULL ? (size_t)(slash - file->path) + 1 : 0;
    if (name != NULL && strcmp(file->path + parent, name) != 0) {
        char path[STORE_PATH_SIZE];
        snprintf(path, sizeof path, "%.*s%s", (int)parent, file->path, name);
        struct folder_file *namesake = known_file(folder, path);
        if (namesake != NULL)
            folder_forget_file(namesake);
        memcpy(file->path, path, sizeof path);
    }
    file->is_kept = !was_growing && bytes == file->sectors * STORE_SECTOR_BYTES;
    file->is_dirty = false;
    file->sectors = folder_sectors_for(bytes);
}

int folder_do_close(void *context, const char *path, const char *name, uint32_t bytes)
{
    struct folder_card *folder = context;
    struct folder_place place;
    thread_waits_for_card(true);
    int status = folder_expect(folder, path, S_IFREG, &place);
    struct folder_file *file = status == 0 ? folder_claim_file(folder, path) : NULL;
    if (status == 0)
        status = file == NULL ? STATUS_IO : folder_use_file(folder, file);
    if (status == 0)
        status = cut_and_rename(folder, &place, file, name, bytes);
    if (status == 0)
        note_closed(folder, file, name, bytes);
    folder_place_close(&place);
    thread_waits_for_card(false);
    return status;
}

int folder_do_settle(void *context, const char *path)
{
    struct store_extent extent;
    return folder_do_find(context, path, &extent); /* closing leaves nothing to be freed */
}

int folder_do_remove(void *context, const char *path)
{
    struct folder_card *folder = context;
    struct folder_place place;
    thread_waits_for_card(true);
    int status = folder_expect(folder, path, S_IFREG, &place);
    if (status == 0)
        status =
            unlinkat(place.parent, place.name, 0) == 0 ? folder_sync_names(&place) : folder_failure(folder);
    folder_place_close(&place);
    thread_waits_for_card(false);
    struct folder_file *file = known_file(folder, path);
    if (status == 0 && file != NULL)
        folder_forget_file(file);
    return status == STATUS_NOT_FOUND ? 0 : status;
}
