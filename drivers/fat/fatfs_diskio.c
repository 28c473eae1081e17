#include "fat/fatfs_diskio.h"

#include "ff.h"
#include "diskio.h"

#include "base/status.h"
#include "base/utc.h"

enum { ERASE_BLOCK_SECTORS = 8192 }; /* 4 MB: what SD cards' allocation units come in; f_mkfs aligns to it */

static struct {
    const struct block_device *device;
    uint32_t (*now)(void);
    struct block_info info;
    DSTATUS state;
    int status;
} disk;

void fatfs_diskio_use(const struct block_device *device, uint32_t (*now)(void))
{
    disk.device = device;
    disk.now = now;
    disk.state = STA_NOINIT;
    disk.status = 0;
}

int fatfs_diskio_status(void)
{
    return disk.status;
}

static DRESULT result_of(int status)
{
    if (status == 0)
        return RES_OK;
    disk.status = status;
    return status == STATUS_REFUSED ? RES_WRPRT : status == STATUS_CLOSED ? RES_NOTRDY : RES_ERROR;
}

DSTATUS disk_initialize(BYTE drive)
{
    (void)drive;
    disk.status = disk.device->start(disk.device->context, &disk.info);
    disk.state = disk.status == 0 ? 0 : disk.status == STATUS_CLOSED ? STA_NOINIT | STA_NODISK : STA_NOINIT;
    if (disk.status == 0 && disk.info.read_only)
        disk.state = STA_PROTECT;
    return disk.state;
}

DSTATUS disk_status(BYTE drive)
{
    (void)drive;
    return disk.state;
}

DRESULT disk_read(BYTE drive, BYTE *bytes, LBA_t sector, UINT count)
{
    (void)drive;
    return result_of(disk.device->read(disk.device->context, sector, bytes, count));
}

/* Syncs after each write. FatFs writes FAT and folders, and only their order keeps a card whole: each
 * write must be on the card before the next begins. */
DRESULT disk_write(BYTE drive, const BYTE *bytes, LBA_t sector, UINT count)
{
    (void)drive;
    if (disk.state & STA_PROTECT)
        return result_of(STATUS_REFUSED);
    int status = disk.device->write(disk.device->context, sector, bytes, count);
    return result_of(status < 0 ? status : disk.device->sync(disk.device->context));
}

DRESULT disk_ioctl(BYTE drive, BYTE command, void *argument)
{
    (void)drive;
    switch (command) {
    case CTRL_SYNC: return result_of(disk.device->sync(disk.device->context));
    case GET_SECTOR_COUNT: *(LBA_t *)argument = disk.info.sectors; return RES_OK;
    case GET_BLOCK_SIZE: *(DWORD *)argument = ERASE_BLOCK_SECTORS; return RES_OK;
    default: return RES_PARERR;
    }
}

DWORD get_fattime(void)
{
    struct utc utc = utc_from_seconds(disk.now());
    unsigned years = utc.year < 1980 ? 0 : utc.year - 1980u;
    return (DWORD)years << 25 | (DWORD)utc.month << 21 | (DWORD)utc.day << 16 | (DWORD)utc.hour << 11 |
           (DWORD)utc.minute << 5 | (DWORD)utc.second >> 1;
}
