#include "card_image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/status.h"

enum { SECTOR_BYTES = 512 };

static int card_image_start(void *context, struct block_info *info)
{
    const struct card_image *image = context;
    *info = image->info;
    return 0;
}

int card_image_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    struct card_image *image = context;
    size_t size = (size_t)count * SECTOR_BYTES;
    image->sectors_read += count;
    return pread(image->file, bytes, size, (off_t)sector * SECTOR_BYTES) == (ssize_t)size ? 0 : STATUS_IO;
}

int card_image_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    struct card_image *image = context;
    size_t size = (size_t)count * SECTOR_BYTES;
    if (sector >= image->info.sectors || count > image->info.sectors - sector)
        return STATUS_IO; /* a write beyond the end would make the file longer */
    image->sectors_written += count;
    return pwrite(image->file, bytes, size, (off_t)sector * SECTOR_BYTES) == (ssize_t)size ? 0 : STATUS_IO;
}

int card_image_sync(void *context)
{
    const struct card_image *image = context;
    return image->must_sync && fdatasync(image->file) < 0 ? STATUS_IO : 0;
}

/* A device is opened for us alone, so that nobody mounts it meanwhile, and nobody has. */
static int open_exclusively(const char *path, int mode)
{
    struct stat about;
    bool is_device = stat(path, &about) == 0 && S_ISBLK(about.st_mode);
    return open(path, mode | O_CLOEXEC | O_NONBLOCK | (is_device ? O_EXCL : 0)); /* never wait for a FIFO */
}

int card_image_open(struct card_image *image, const char *path)
{
    memset(image, 0, sizeof *image);
    image->device =
        (struct block_device){image, card_image_start, card_image_read, card_image_write, card_image_sync};
    image->file = open_exclusively(path, O_RDWR);
    if (image->file < 0 && (errno == EACCES || errno == EROFS)) {
        image->file = open_exclusively(path, O_RDONLY);
        image->info.read_only = true;
    }
    if (image->file < 0)
        return errno == ENOENT ? STATUS_NOT_FOUND : errno == EBUSY ? STATUS_BUSY : STATUS_IO;
    struct stat about;
    image->is_device = fstat(image->file, &about) == 0 && S_ISBLK(about.st_mode);
    image->must_sync = image->is_device;
    off_t size = lseek(image->file, 0, SEEK_END); /* also of a device, whose st_size is 0 */
    int status = size < SECTOR_BYTES ? STATUS_INVALID : 0;
    if (flock(image->file, LOCK_EX | LOCK_NB) < 0)
        status = STATUS_BUSY;
    image->info.sectors = size / SECTOR_BYTES < UINT32_MAX ? (uint32_t)(size / SECTOR_BYTES) : UINT32_MAX;
    if (status < 0)
        close(image->file);
    return status;
}

void card_image_close(struct card_image *image)
{
    fsync(image->file);
    close(image->file);
}
