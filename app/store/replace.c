#include "store/replace.h"

#include <string.h>

#include "base/status.h"

enum { NAME_SIZE = 13 }; /* 8.3 and a zero byte */

static void name_with_type(char result[NAME_SIZE], const char *name, const char *type)
{
    size_t size = strcspn(name, ".");
    memcpy(result, name, size);
    result[size] = '.';
    memcpy(result + size + 1, type, strlen(type) + 1);
}

static void name_new(char result[NAME_SIZE], const char *name)
{
    name_with_type(result, name, "NEW");
}

static void name_complete(char result[NAME_SIZE], const char *name)
{
    name_with_type(result, name, "OK");
}

int replace_begin(struct replace *replace, const struct store_port *port, const char *name, uint32_t bytes,
                  uint8_t *sector)
{
    char path[NAME_SIZE];
    struct store_space space = {0};
    struct store_extent extent;
    name_new(path, name);
    int status = replace_recover(port, name);
    if (status == 0)
        status = port->space(port->context, 0, &space);
    if (status < 0 || space.cluster_bytes == 0)
        return status < 0 ? status : STATUS_DAMAGED;
    uint32_t clusters = bytes == 0 ? 1 : (bytes - 1) / space.cluster_bytes + 1;
    status = port->create(port->context, path, clusters * space.cluster_bytes, &extent);
    *replace =
        (struct replace){.port = port, .name = name, .sector = sector, .next = extent.sector, .bytes = bytes};
    return status;
}

static int replace_write_sector(struct replace *replace)
{
    return replace->port->write(replace->port->context, replace->next++, replace->sector, 1);
}

int replace_put(void *context, const void *bytes, size_t size)
{
    struct replace *replace = context;
    const uint8_t *from = bytes;
    if (size > replace->bytes - replace->put)
        return STATUS_TOO_LONG;
    while (size > 0) {
        size_t used = replace->put % STORE_SECTOR_BYTES, room = STORE_SECTOR_BYTES - used;
        size_t part = size < room ? size : room;
        memcpy(replace->sector + used, from, part);
        replace->put += (uint32_t)part;
        from += part;
        size -= part;
        int status = part == room ? replace_write_sector(replace) : 0;
        if (status < 0)
            return status;
    }
    return 0;
}

/* Puts the new file, which is complete, in the place of the old one. */
static int replace_take_place(const struct store_port *port, const char *name, uint32_t bytes)
{
    char complete[NAME_SIZE];
    name_complete(complete, name);
    int status = port->remove(port->context, name);
    return status < 0 ? status : port->close(port->context, complete, name, bytes);
}

int replace_end(struct replace *replace)
{
    const struct store_port *port = replace->port;
    char path[NAME_SIZE], complete[NAME_SIZE];
    size_t used = replace->put % STORE_SECTOR_BYTES;
    int status = replace->put == replace->bytes ? 0 : STATUS_INVALID;
    name_new(path, replace->name);
    name_complete(complete, replace->name);
    if (status == 0 && used > 0) {
        memset(replace->sector + used, 0, STORE_SECTOR_BYTES - used);
        status = replace_write_sector(replace);
    }
    if (status == 0)
        status = port->sync(port->context);
    if (status == 0)
        status = port->close(port->context, path, complete, replace->bytes);
    return status < 0 ? status : replace_take_place(port, replace->name, replace->bytes);
}

int replace_recover(const struct store_port *port, const char *name)
{
    char path[NAME_SIZE];
    struct store_extent extent;
    name_complete(path, name);
    int status = port->find(port->context, path, &extent);
    if (status == 0)
        return replace_take_place(port, name, extent.bytes);
    if (status != STATUS_NOT_FOUND)
        return status;
    name_new(path, name);
    return port->remove(port->context, path);
}
