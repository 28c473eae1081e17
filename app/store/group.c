#include "store/group.h"

#include <string.h>

#include "base/status.h"

void group_begin(struct group *group, const struct store_port *port, uint32_t first, uint32_t limit)
{
    group->port = port;
    group->first = first;
    group->limit = limit;
    group->bytes = 0;
}

static int write_sectors(const struct group *group, const void *bytes, uint32_t count)
{
    uint32_t sector = group->first + group->bytes / STORE_SECTOR_BYTES;
    return group->port->write(group->port->context, sector, bytes, count);
}

/* Takes a part of the caller's bytes: how many, or a negative status. */
static int32_t put_part(struct group *group, const uint8_t *bytes, size_t size)
{
    uint32_t offset = group->bytes % STORE_SECTOR_BYTES;
    int in_head = group->bytes < STORE_SECTOR_BYTES;
    if (!in_head && offset == 0 && size >= STORE_SECTOR_BYTES) {
        uint32_t count = (uint32_t)(size / STORE_SECTOR_BYTES);
        int status = write_sectors(group, bytes, count);
        return status < 0 ? status : (int32_t)(count * STORE_SECTOR_BYTES);
    }
    size_t part = STORE_SECTOR_BYTES - offset;
    if (part > size)
        part = size;
    memcpy((in_head ? group->head : group->tail) + offset, bytes, part);
    if (!in_head && offset + part == STORE_SECTOR_BYTES) {
        int status = write_sectors(group, group->tail, 1);
        if (status < 0)
            return status;
    }
    return (int32_t)part;
}

int group_put(struct group *group, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    if (size > group->limit - group->bytes)
        return STATUS_FULL;
    while (size > 0) {
        int32_t part = put_part(group, at, size);
        if (part < 0)
            return part;
        group->bytes += (uint32_t)part;
        at += part;
        size -= (size_t)part;
    }
    return 0;
}

static int put_into_group(void *context, const void *bytes, size_t size)
{
    return group_put(context, bytes, size);
}

struct sink group_sink(struct group *group)
{
    return (struct sink){.put = put_into_group, .context = group};
}

int group_spill(struct group *group)
{
    if (group->bytes > STORE_SECTOR_BYTES && group->bytes % STORE_SECTOR_BYTES != 0) {
        int status = write_sectors(group, group->tail, 1);
        if (status < 0)
            return status;
    }
    return group->port->write(group->port->context, group->first, group->head, 1);
}

int group_finish(struct group *group)
{
    if (group->bytes == 0 || group->bytes % STORE_SECTOR_BYTES != 0)
        return STATUS_INVALID;
    return group->port->write(group->port->context, group->first, group->head, 1);
}
