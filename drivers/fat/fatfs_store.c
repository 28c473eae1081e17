#include "fat/fatfs_store.h"

#include <string.h>

#include "base/numbers.h"
#include "base/status.h"
#include "fat/fatfs_chain.h"
#include "fat/fatfs_diskio.h"
#include "fat/fatfs_entry.h"
#include "fat/fatfs_reclaim.h"
#include "fat/fatfs_size.h"

enum { FOLDER_CLUSTERS = 8 }; /* a fresh card needs at most so many clusters for its folders */

int fatfs_status(FRESULT result)
{
    int device = fatfs_diskio_status();
    switch (result) {
    case FR_OK: return 0;
    case FR_NO_FILE:
    case FR_NO_PATH: return STATUS_NOT_FOUND;
    case FR_NO_FILESYSTEM: return STATUS_UNSUPPORTED;
    case FR_WRITE_PROTECTED: return STATUS_REFUSED;
    case FR_DENIED: return STATUS_FULL;
    case FR_DISK_ERR:
    case FR_NOT_READY: return device < 0 ? device : STATUS_IO;
    default: return STATUS_DAMAGED;
    }
}

static int fatfs_do_mount(void *context)
{
    struct fatfs_store *fatfs = context;
    fatfs_diskio_use(fatfs->device, fatfs->now);
    int status = fatfs_status(f_mount(&fatfs->volume, "", 1));
    if (status == 0 && fatfs->volume.fs_type != FS_FAT32)
        status = STATUS_UNSUPPORTED;
    if (status == 0)
        status = fatfs_size_check(&fatfs->volume);
    return status < 0 ? status : fatfs_chain_check_folder(&fatfs->volume, "");
}

static void fatfs_do_unmount(void *context)
{
    (void)context;
    (void)f_mount(NULL, "", 0);
}

static int fatfs_do_space(void *context, int recount, struct store_space *space)
{
    struct fatfs_store *fatfs = context;
    FATFS *volume = &fatfs->volume;
    DWORD clusters;
    if (recount)
        volume->free_clst = 0xFFFFFFFF; /* "unknown": FatFs counts */
    int status = fatfs_status(f_getfree("", &clusters, &volume));
    if (status < 0)
        return status;
    space->cluster_bytes = (uint32_t)volume->csize * STORE_SECTOR_BYTES;
    space->free_kb = (uint32_t)((uint64_t)clusters * space->cluster_bytes / 1024);
    space->total_kb = (uint32_t)((uint64_t)(volume->n_fatent - 2) * space->cluster_bytes / 1024);
    return 0;
}

static int fatfs_do_make_folder(void *context, const char *path)
{
    struct fatfs_store *fatfs = context;
    FILINFO info;
    FRESULT result = f_stat(path, &info);
    if (result == FR_OK)
        return info.fattrib & AM_DIR ? fatfs_chain_check_folder(&fatfs->volume, path) : STATUS_DAMAGED;
    if (result != FR_NO_FILE)
        return fatfs_status(result);
    DWORD growth;
    int status = fatfs_chain_prepare_growth(&fatfs->volume, "", true, &growth);
    return status < 0 ? status : fatfs_status(f_mkdir(path));
}

static int fatfs_do_list(void *context, const char *folder, int (*each)(void *, const char *, uint32_t),
                         void *user)
{
    (void)context;
    DIR directory;
    FILINFO info;
    int answer = fatfs_status(f_opendir(&directory, folder));
    while (answer == 0) {
        FRESULT result = f_readdir(&directory, &info);
        if (result != FR_OK)
            return fatfs_status(result);
        if (!info.fname[0])
            break;
        if (!(info.fattrib & AM_DIR))
            answer = each(user, info.fname, (uint32_t)info.fsize);
    }
    return answer;
}

static int describe_file(FATFS *volume, const FIL *file, struct store_extent *extent)
{
    *extent = (struct store_extent){.bytes = (uint32_t)file->obj.objsize};
    if (file->obj.sclust == 0)
        return 0;
    bool contiguous;
    uint32_t clusters;
    int status = fatfs_chain_measure(volume, file->obj.sclust, &clusters, &contiguous);
    if (status < 0)
        return status;
    extent->sector = fatfs_chain_sector(volume, file->obj.sclust);
    extent->sectors = clusters * volume->csize;
    return contiguous && (uint64_t)extent->sectors * STORE_SECTOR_BYTES >= extent->bytes ? 0 : STATUS_DAMAGED;
}

static int fatfs_do_find(void *context, const char *path, struct store_extent *extent)
{
    struct fatfs_store *fatfs = context;
    FIL file;
    int status = fatfs_status(f_open(&file, path, FA_READ));
    if (status == 0)
        status = describe_file(&fatfs->volume, &file, extent);
    return status;
}

static void folder_of(const char *path, char folder[STORE_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) : 0;
    memcpy(folder, path, size);
    folder[size] = '\0';
}

/* Announces that a file is about to get or lose these clusters; 0 clusters mean that it is done. */
static int announce_clusters(const struct fatfs_store *fatfs, DWORD first, uint32_t clusters)
{
    if (!fatfs->intend || (first == 0 && clusters > 0))
        return 0;
    return fatfs->intend(fatfs->user, clusters > 0 ? fatfs_chain_sector(&fatfs->volume, first) : 0,
                         clusters * fatfs->volume.csize);
}

/* Makes the file's entry. */
static int open_new_file(struct fatfs_store *fatfs, FIL *file, const char *path)
{
    char folder[STORE_PATH_SIZE];
    DWORD growth;
    folder_of(path, folder);
    int status = fatfs_chain_prepare_growth(&fatfs->volume, folder, false, &growth);
    if (status == 0)
        status = announce_clusters(fatfs, growth, 1);
    return status < 0 ? status : fatfs_status(f_open(file, path, FA_CREATE_NEW | FA_WRITE));
}

/* Gives a file its clusters. FatFs looks for them first and says where it stopped; they are taken from
 * right there. */
static int expand_file(struct fatfs_store *fatfs, FIL *file, uint32_t bytes)
{
    int status = fatfs_status(f_expand(file, bytes, 0));
    if (status < 0)
        return status;
    DWORD first = ++fatfs->volume.last_clst;
    status = announce_clusters(fatfs, first, bytes / STORE_SECTOR_BYTES / fatfs->volume.csize);
    if (status == 0)
        status = fatfs_status(f_expand(file, bytes, 1));
    return status == 0 && file->obj.sclust != first ? STATUS_DAMAGED : status;
}

static int fatfs_do_create(void *context, const char *path, uint32_t bytes, struct store_extent *extent)
{
    struct fatfs_store *fatfs = context;
    FIL file;
    int status = open_new_file(fatfs, &file, path);
    if (status < 0)
        return status;
    status = expand_file(fatfs, &file, bytes);
    if (status < 0) {
        int closed = fatfs_status(f_close(&file));
        int removed = closed < 0 ? closed : fatfs_status(f_unlink(path));
        return removed < 0 ? removed : status;
    }
    extent->sector = fatfs_chain_sector(&fatfs->volume, file.obj.sclust);
    extent->sectors = bytes / STORE_SECTOR_BYTES;
    extent->bytes = bytes;
    status = fatfs_status(f_close(&file));
    return status < 0 ? status : announce_clusters(fatfs, 0, 0);
}

/* Frees the clusters of an open file that lie behind `bytes`, which is what the directory says already. */
static int free_clusters_behind(struct fatfs_store *fatfs, FIL *file, uint32_t bytes)
{
    uint32_t clusters, cluster_bytes = (uint32_t)fatfs->volume.csize * STORE_SECTOR_BYTES;
    bool contiguous;
    if (file->obj.sclust == 0)
        return 0;
    int status = fatfs_chain_measure(&fatfs->volume, file->obj.sclust, &clusters, &contiguous);
    uint32_t kept = bytes / cluster_bytes + (bytes % cluster_bytes != 0);
    if (status < 0 || clusters <= kept)
        return status;
    if (contiguous)
        status = announce_clusters(fatfs, file->obj.sclust + kept, clusters - kept);
    if (status < 0)
        return status;
    /* f_truncate cuts chains at lengths: to FatFs the file is as long as its chain. */
    file->obj.objsize = (FSIZE_t)clusters * cluster_bytes;
    status = fatfs_status(f_lseek(file, bytes));
    if (status == 0)
        status = fatfs_status(f_truncate(file));
    if (status == 0)
        status = fatfs_status(f_close(file));
    return status < 0 ? status : announce_clusters(fatfs, 0, 0);
}

static int fatfs_do_close(void *context, const char *path, const char *name, uint32_t bytes)
{
    struct fatfs_store *fatfs = context;
    char folder[STORE_PATH_SIZE];
    FIL file;
    int status = fatfs_status(f_open(&file, path, FA_READ | FA_WRITE));
    if (status < 0)
        return status;
    if (bytes > file.obj.objsize)
        return STATUS_DAMAGED;
    folder_of(path, folder);
    const char *old_name = path + (folder[0] ? strlen(folder) + 1 : 0);
    status = fatfs_entry_close(&file, folder, old_name, name ? name : old_name, bytes);
    return status < 0 ? status : free_clusters_behind(fatfs, &file, bytes);
}

static int fatfs_do_settle(void *context, const char *path)
{
    FIL file;
    int status = fatfs_status(f_open(&file, path, FA_READ | FA_WRITE));
    return status < 0 ? status : free_clusters_behind(context, &file, (uint32_t)file.obj.objsize);
}

static int fatfs_do_remove(void *context, const char *path)
{
    struct fatfs_store *fatfs = context;
    uint32_t clusters = 0;
    bool contiguous = false;
    FIL file;
    int status = fatfs_status(f_open(&file, path, FA_READ));
    if (status < 0)
        return status == STATUS_NOT_FOUND ? 0 : status;
    if (file.obj.sclust != 0 &&
        fatfs_chain_measure(&fatfs->volume, file.obj.sclust, &clusters, &contiguous) == 0 && contiguous)
        status = announce_clusters(fatfs, file.obj.sclust, clusters);
    if (status == 0)
        status = fatfs_status(f_unlink(path));
    return status < 0 ? status : announce_clusters(fatfs, 0, 0);
}

static void fatfs_do_listen(void *context, int (*listener)(void *user, uint32_t sector, uint32_t sectors),
                            void *user)
{
    struct fatfs_store *fatfs = context;
    fatfs->intend = listener;
    fatfs->user = user;
}

/* Reclaims clusters around the place from which FatFs takes them, as the volume remembers it. */
static int reclaim_newest_clusters(FATFS *volume, uint32_t clusters)
{
    enum { FIRST_CLUSTER = 2 };
    DWORD newest = volume->last_clst < volume->n_fatent ? volume->last_clst : FIRST_CLUSTER;
    DWORD first = newest > FIRST_CLUSTER + clusters ? newest - clusters : FIRST_CLUSTER;
    return fatfs_reclaim(volume, first, smaller_of(newest + clusters, volume->n_fatent) - first);
}

static int fatfs_do_reclaim(void *context, uint32_t sector, uint32_t sectors)
{
    FATFS *volume = &((struct fatfs_store *)context)->volume;
    if (sector == 0)
        return reclaim_newest_clusters(volume, sectors / volume->csize + FOLDER_CLUSTERS);
    if (sector < volume->database)
        return 0;
    return fatfs_reclaim(volume, (DWORD)((sector - volume->database) / volume->csize + 2),
                         sectors / volume->csize);
}

static int fatfs_do_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    const struct block_device *device = ((struct fatfs_store *)context)->device;
    return device->read(device->context, sector, bytes, count);
}

static int fatfs_do_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    const struct block_device *device = ((struct fatfs_store *)context)->device;
    return device->write(device->context, sector, bytes, count);
}

static int fatfs_do_sync(void *context)
{
    const struct block_device *device = ((struct fatfs_store *)context)->device;
    return device->sync(device->context);
}

static uint32_t fatfs_do_now(void *context)
{
    return ((struct fatfs_store *)context)->now();
}

static void fatfs_do_random(void *context, uint8_t *bytes, size_t size)
{
    ((struct fatfs_store *)context)->random(bytes, size);
}

void fatfs_store_init(struct fatfs_store *fatfs, const struct block_device *device, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size))
{
    memset(fatfs, 0, sizeof *fatfs);
    fatfs->device = device;
    fatfs->now = now;
    fatfs->random = random;
    fatfs->port = (struct store_port){
        .context = fatfs,
        .mount = fatfs_do_mount,
        .unmount = fatfs_do_unmount,
        .space = fatfs_do_space,
        .make_folder = fatfs_do_make_folder,
        .list = fatfs_do_list,
        .find = fatfs_do_find,
        .create = fatfs_do_create,
        .close = fatfs_do_close,
        .settle = fatfs_do_settle,
        .remove = fatfs_do_remove,
        .listen = fatfs_do_listen,
        .reclaim = fatfs_do_reclaim,
        .read = fatfs_do_read,
        .write = fatfs_do_write,
        .sync = fatfs_do_sync,
        .now = fatfs_do_now,
        .random = fatfs_do_random,
    };
}

/* Cluster sizes as the SD Association and other systems choose them, so that 512 MB are few FAT entries;
 * FAT32 needs 65,525 clusters at least. */
static DWORD cluster_bytes_for(uint32_t sectors)
{
    uint32_t megabytes = sectors / 2048;
    return megabytes < 260 ? 512 : megabytes <= 8192 ? 4096 : megabytes <= 16384 ? 8192 : 32768;
}

int fatfs_store_format(struct fatfs_store *fatfs)
{
    struct block_info info;
    int status = fatfs->device->start(fatfs->device->context, &info);
    if (status < 0)
        return status;
    fatfs_do_unmount(fatfs);
    fatfs_diskio_use(fatfs->device, fatfs->now);
    MKFS_PARM how = {.fmt = FM_FAT32, .n_fat = 2, .au_size = cluster_bytes_for(info.sectors)};
    if (info.sectors < 2048 * 128)
        how.align = 1; /* small cards have no room to spare for erase blocks */
    status = fatfs_status(f_mkfs("", &how, fatfs->volume.win, sizeof fatfs->volume.win));
    memset(&fatfs->volume, 0, sizeof fatfs->volume);
    return status;
}
