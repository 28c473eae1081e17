/* Implements port/card_file.h: by the folder that is mounted (folder_card.h), or else by FatFs. drivers/fat
 * has these functions, too; here they are compiled under other names (CMakeLists.txt). */
#include "port/card_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "folder_internal.h"
#include "folder_names.h"

int fat_file_open(struct card_file *file, const char *path);
uint32_t fat_file_bytes(const struct card_file *file);
int fat_file_read(struct card_file *file, void *to, size_t size);
int fat_file_read_at(void *file, uint32_t offset, void *to, size_t count);
int fat_file_overwrite(const char *path, const void *bytes, size_t count);

/* A struct card_file of a folder. Where this one has no volume, FatFs has a pointer to its own: so neither
 * takes a file of the other for its own. */
struct view {
    const void *no_volume;
    uint32_t which; /* of `opened` */
    uint32_t offset, bytes;
};

_Static_assert(sizeof(struct view) <= sizeof(struct card_file), "port/card_file.h: a folder needs more room");

static struct view view_of(const struct card_file *file)
{
    struct view view;
    memcpy(&view, file->opaque, sizeof view);
    return view;
}

static void keep_view(struct card_file *file, const struct view *view)
{
    memcpy(file->opaque, view, sizeof *view);
}

/* Opens a plain file of the folder: its descriptor, or a status. */
static int open_in_folder(struct folder_card *folder, const char *path, int flags, struct stat *about)
{
    struct folder_place place;
    int status = folder_expect(folder, path, S_IFREG, &place);
    int file = status == 0 ? folder_open(&place, flags) : status;
    if (status == 0 && file < 0 && file != STATUS_DAMAGED)
        file = folder_failure(folder);
    *about = place.about;
    folder_place_close(&place);
    return file;
}

/* A name keeps its place: files are opened again and again under the same few names, and never closed. */
static int place_among_opened(const struct folder_card *folder, const char *path)
{
    int free_one = STATUS_FULL;
    for (int i = FOLDER_OPENED - 1; i >= 0; i--) {
        if (strcmp(folder->opened[i].path, path) == 0)
            return i;
        if (folder->opened[i].path[0] == '\0')
            free_one = i;
    }
    return free_one;
}

static int open_view(struct folder_card *folder, struct card_file *file, const char *path)
{
    struct view view = {.which = 0};
    int which = place_among_opened(folder, path);
    struct stat about;
    int opened = which >= 0 ? open_in_folder(folder, path, O_RDONLY, &about) : which;
    if (opened < 0)
        return opened;
    view.bytes = (uint32_t)about.st_size;
    if (folder->opened[which].path[0] != '\0')
        close(folder->opened[which].file);
    snprintf(folder->opened[which].path, sizeof folder->opened[which].path, "%s", path);
    folder->opened[which].file = opened;
    view.which = (uint32_t)which;
    keep_view(file, &view);
    return STATUS_OK;
}

static int read_view(const struct folder_card *folder, struct card_file *file, void *to, size_t size)
{
    struct view view = view_of(file);
    if (view.no_volume != NULL || view.which >= FOLDER_OPENED || folder->opened[view.which].path[0] == '\0')
        return STATUS_CLOSED;
    ssize_t got = pread(folder->opened[view.which].file, to, size, (off_t)view.offset);
    if (got < 0)
        return folder_failure(folder);
    view.offset += (uint32_t)got;
    keep_view(file, &view);
    return (int)got;
}

static int read_view_at(const struct folder_card *folder, struct card_file *file, uint32_t offset, void *to,
                        size_t count)
{
    struct view view = view_of(file);
    view.offset = offset;
    keep_view(file, &view);
    int got = read_view(folder, file, to, count);
    if (got < 0)
        return got;
    return (size_t)got == count ? STATUS_OK : STATUS_DAMAGED;
}

static int overwrite_in_folder(struct folder_card *folder, const char *path, const void *bytes, size_t count)
{
    struct stat about;
    int file = open_in_folder(folder, path, O_RDWR, &about), status = STATUS_OK;
    if (file < 0)
        return file;
    errno = ENOSPC; /* what a write that was cut short means */
    if (about.st_nlink > 1)
        status = folder_is_odd(folder, path, FOLDER_SHARED);
    else if ((size_t)about.st_size < count)
        status = STATUS_INVALID;
    else if (pwrite(file, bytes, count, 0) != (ssize_t)count || fsync(file) != 0)
        status = folder_failure(folder);
    close(file);
    return status;
}

/* ---- Whichever is mounted ---- */

int card_file_open(struct card_file *file, const char *path)
{
    struct folder_card *folder = folder_card_mounted();
    return folder != NULL ? open_view(folder, file, path) : fat_file_open(file, path);
}

uint32_t card_file_bytes(const struct card_file *file)
{
    return folder_card_mounted() != NULL ? view_of(file).bytes : fat_file_bytes(file);
}

int card_file_read(struct card_file *file, void *to, size_t size)
{
    const struct folder_card *folder = folder_card_mounted();
    return folder != NULL ? read_view(folder, file, to, size) : fat_file_read(file, to, size);
}

int card_file_read_at(void *file, uint32_t offset, void *to, size_t count)
{
    const struct folder_card *folder = folder_card_mounted();
    return folder != NULL ? read_view_at(folder, file, offset, to, count)
                          : fat_file_read_at(file, offset, to, count);
}

int card_file_overwrite(const char *path, const void *bytes, size_t count)
{
    struct folder_card *folder = folder_card_mounted();
    return folder != NULL ? overwrite_in_folder(folder, path, bytes, count)
                          : fat_file_overwrite(path, bytes, count);
}
