#include "fatfs_file.h"

#include "base/status.h"
#include "fatfs_store.h"

int fatfs_file_open(struct fatfs_file *file, const char *path)
{
    return fatfs_status(f_open(&file->file, path, FA_READ));
}

uint32_t fatfs_file_bytes(const struct fatfs_file *file)
{
    return (uint32_t)f_size(&file->file);
}

int fatfs_file_read(struct fatfs_file *file, void *to, size_t size)
{
    UINT count;
    int status = fatfs_status(f_read(&file->file, to, (UINT)size, &count));
    return status < 0 ? status : (int)count;
}

int fatfs_file_read_at(void *context, uint32_t offset, void *to, size_t count)
{
    struct fatfs_file *file = context;
    int status = fatfs_status(f_lseek(&file->file, offset));
    if (status < 0)
        return status;
    int got = fatfs_file_read(file, to, count);
    if (got < 0)
        return got;
    return (size_t)got == count ? STATUS_OK : STATUS_DAMAGED;
}
