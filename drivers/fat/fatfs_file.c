/* Implements port/card_file.h over FatFs. */
#include "port/card_file.h"

#include "ff.h"

#include "base/status.h"
#include "fat/fatfs_chain.h"
#include "fat/fatfs_store.h"

_Static_assert(sizeof(FIL) <= sizeof(struct card_file), "port/card_file.h: FatFs needs more room for a file");

static FIL *fatfs_of(struct card_file *file)
{
    return (FIL *)(void *)file->opaque;
}

int card_file_open(struct card_file *file, const char *path)
{
    const FIL *fatfs = fatfs_of(file);
    int status = fatfs_status(f_open(fatfs_of(file), path, FA_READ));
    if (status < 0 || f_size(fatfs) == 0)
        return status;
    return fatfs_chain_check(fatfs->obj.fs, fatfs->obj.sclust, f_size(fatfs));
}

uint32_t card_file_bytes(const struct card_file *file)
{
    const FIL *fatfs = (const void *)file->opaque;
    return (uint32_t)f_size(fatfs);
}

int card_file_read(struct card_file *file, void *to, size_t size)
{
    UINT count;
    int status = fatfs_status(f_read(fatfs_of(file), to, (UINT)size, &count));
    return status < 0 ? status : (int)count;
}

int card_file_read_at(void *context, uint32_t offset, void *to, size_t count)
{
    struct card_file *file = context;
    int status = fatfs_status(f_lseek(fatfs_of(file), offset));
    if (status < 0)
        return status;
    int got = card_file_read(file, to, count);
    if (got < 0)
        return got;
    return (size_t)got == count ? STATUS_OK : STATUS_DAMAGED;
}

int card_file_overwrite(const char *path, const void *bytes, size_t count)
{
    FIL file;
    UINT written = 0;
    int status = fatfs_status(f_open(&file, path, FA_READ | FA_WRITE));
    if (status < 0)
        return status;
    status =
        f_size(&file) < count ? STATUS_INVALID : fatfs_status(f_write(&file, bytes, (UINT)count, &written));
    int closed = fatfs_status(f_close(&file));
    if (status == STATUS_OK && written != count)
        return STATUS_FULL;
    return status < 0 ? status : closed;
}
