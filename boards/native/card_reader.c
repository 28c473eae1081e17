#include "card_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "port/clock.h"
#include "port/log.h"
#include "threads.h"

enum { PROBE_MS = 1000 };

/* Linux numbers the media that it has seen in its devices; musl has no header with this. */
#define GET_DISK_SEQUENCE _IOR(0x12, 128, uint64_t)
#define GET_DISK_BYTES    _IOR(0x12, 114, size_t)

/* ---- Which card is there ---- */

struct identity {
    dev_t where;
    uint64_t which;
};

static bool identify_opened(int file, struct identity *identity)
{
    struct stat about;
    uint64_t bytes = 0;
    if (fstat(file, &about) != 0)
        return false;
    *identity = (struct identity){about.st_dev, about.st_ino};
    if (!S_ISBLK(about.st_mode))
        return true;
    *identity = (struct identity){.where = about.st_rdev};
    (void)ioctl(file, GET_DISK_SEQUENCE, &identity->which); /* older kernels do not count */
    return ioctl(file, GET_DISK_BYTES, &bytes) == 0 && bytes > 0;
}

/* Opening a device makes the kernel look whether its medium has changed. */
static bool identify_card(const char *path, struct identity *identity)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return false;
    if (!S_ISBLK(about.st_mode)) {
        *identity = (struct identity){about.st_dev, about.st_ino};
        return true;
    }
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_there = file >= 0 && identify_opened(file, identity);
    if (file >= 0)
        close(file);
    return is_there;
}

bool card_reader_holds_card(struct card_reader *reader)
{
    struct identity now;
    if (reader->is_folder)
        return reader->folder.which != 0 && folder_card_is_there(&reader->folder);
    bool is_device = reader->is_open && reader->image.is_device;
    if (!reader->has_card || (is_device && clock_ms_short() - reader->probed_ms < PROBE_MS))
        return reader->has_card;
    reader->probed_ms = clock_ms_short();
    thread_waits_for_card(true);
    bool is_same =
        identify_card(reader->path, &now) && now.where == reader->where && now.which == reader->which;
    thread_waits_for_card(false);
    if (!is_same)
        reader->has_card = false;
    return is_same;
}

/* ---- Why there is none ---- */

static const char *reason_of(int status)
{
    if (status == STATUS_BUSY)
        return "in use by another program, or mounted: end that program, or unmount it";
    if (status == STATUS_INVALID)
        return "too small to be a card: make one with 'crawlbox card init'";
    switch (errno) {
    case ENOENT:
    case ENXIO:
    case ENODEV:
    case ENOMEDIUM: return NULL; /* an empty slot is nothing to wonder about */
    case EACCES:
    case EPERM: return "not to be opened by this user: give it the right to read and write it";
    default: return strerror(errno);
    }
}

static void tell_problem(struct card_reader *reader, const char *problem)
{
    bool is_news = problem != NULL && strcmp(reader->told, problem) != 0;
    reader->problem = problem;
    snprintf(reader->told, sizeof reader->told, "%s", problem != NULL ? problem : "");
    if (is_news)
        log_warning("The card %s is %s.", reader->path, problem);
}

/* ---- The block device ---- */

static int card_reader_start(void *context, struct block_info *info)
{
    struct card_reader *reader = context;
    struct identity identity;
    struct card_image image;
    card_reader_release(reader);
    reader->had_no_room = false;
    thread_waits_for_card(true);
    int status = card_image_open(&image, reader->path);
    int error = errno;
    bool is_known = status == 0 && identify_opened(image.file, &identity);
    thread_waits_for_card(false);
    errno = error;
    tell_problem(reader, status < 0 ? reason_of(status) : NULL);
    if (status < 0 || !is_known) {
        if (status == 0)
            card_image_close(&image);
        reader->has_card = false;
        return STATUS_CLOSED;
    }
    image.sectors_read = reader->image.sectors_read;
    image.sectors_written = reader->image.sectors_written;
    image.must_sync = true;
    reader->image = image;
    reader->is_open = reader->has_card = true;
    reader->where = identity.where;
    reader->which = identity.which;
    *info = image.info;
    return 0;
}

static int card_reader_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    struct card_reader *reader = context;
    if (!reader->is_open)
        return STATUS_CLOSED;
    thread_waits_for_card(true);
    int status = card_image_read(&reader->image, sector, bytes, count);
    thread_waits_for_card(false);
    return status;
}

/* An image may be longer than what its disk has left: holes in it are filled as pages come. */
static void tell_of_full_disk(struct card_reader *reader, bool is_full)
{
    if (is_full && !reader->disk_is_full)
        log_error("The disk that holds %s is full: make room on it.", reader->path);
    reader->disk_is_full = is_full;
    reader->had_no_room |= is_full;
}

static int card_reader_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    struct card_reader *reader = context;
    if (!reader->is_open)
        return STATUS_CLOSED;
    thread_waits_for_card(true);
    errno = 0;
    int status = card_image_write(&reader->image, sector, bytes, count);
    thread_waits_for_card(false);
    tell_of_full_disk(reader, status < 0 && (errno == ENOSPC || errno == EDQUOT));
    return status;
}

static int card_reader_sync(void *context)
{
    struct card_reader *reader = context;
    if (!reader->is_open)
        return STATUS_CLOSED;
    thread_waits_for_card(true);
    int status = card_image_sync(&reader->image);
    thread_waits_for_card(false);
    return status;
}

void card_reader_release(struct card_reader *reader)
{
    if (!reader->is_open)
        return;
    thread_waits_for_card(true);
    card_image_close(&reader->image);
    thread_waits_for_card(false);
    reader->is_open = false;
}

void card_reader_tell_problem(struct card_reader *reader)
{
    if (reader->is_folder)
        tell_problem(reader, reader->folder.problem);
}

const struct store_port *card_reader_port(struct card_reader *reader, const struct store_port *fat)
{
    reader->is_folder = folder_card_is_folder(reader->path);
    return reader->is_folder ? &reader->folder.port : fat;
}

uint32_t card_reader_sectors_read(const struct card_reader *reader)
{
    return reader->image.sectors_read + reader->folder.sectors_read;
}

uint32_t card_reader_sectors_written(const struct card_reader *reader)
{
    return reader->image.sectors_written + reader->folder.sectors_written;
}

void card_reader_init(struct card_reader *reader, const char *path, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size))
{
    memset(reader, 0, sizeof *reader);
    reader->path = path;
    folder_card_init(&reader->folder, path, now, random);
    reader->device = (struct block_device){reader, card_reader_start, card_reader_read, card_reader_write,
                                           card_reader_sync};
}
