/* A world in a folder. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/crc32.h"
#include "base/status.h"
#include "world/internal.h"
#include "world/register.h"

enum { PATH_ROOM = 4096, FILE_VERSION = 1, HOSTS_MAX = 16 * 1000 * 1000, EDGES_MAX = 400 * 1000 * 1000 };
static const char file_mark[8] = "WORLDBIN";
static const char names_file[] = "names.txt";

struct file_head {
    char mark[8];
    uint32_t version, host_bytes;
    char preset[WORLD_PRESET_BYTES];
    uint64_t seed;
    uint32_t host_count, seed_hosts, edge_count, checksum; /* CRC-32 of the hosts */
};

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_ROOM ? fopen(path, mode) : NULL;
}

static int save_binary(const struct world *world, const char *folder)
{
    FILE *file = open_in(folder, "world.bin", "wb");
    if (!file)
        return STATUS_IO;
    size_t host_bytes = (world->host_count + 1) * sizeof *world->hosts;
    struct file_head head = {.version = FILE_VERSION,
                             .host_bytes = sizeof *world->hosts,
                             .seed = world->seed,
                             .host_count = world->host_count,
                             .seed_hosts = world->seed_hosts,
                             .edge_count = world->edge_count,
                             .checksum = crc32_update(CRC32_INIT, world->hosts, host_bytes)};
    memcpy(head.mark, file_mark, sizeof head.mark);
    memcpy(head.preset, world->preset, sizeof head.preset);
    bool good = fwrite(&head, sizeof head, 1, file) == 1 && fwrite(world->hosts, host_bytes, 1, file) == 1 &&
                fwrite(world->edges, sizeof *world->edges, world->edge_count, file) == world->edge_count;
    return fclose(file) == 0 && good ? STATUS_OK : STATUS_IO;
}

static int save_seeds(const struct world *world, const char *folder)
{
    char name[WORLD_NAME_BYTES];
    FILE *file = open_in(folder, "seeds.txt", "w");
    if (!file)
        return STATUS_IO;
    for (uint32_t i = 0; i < world->seed_hosts; i++)
        fprintf(file, "http%s://%s/\n", world->hosts[i].flags & WORLD_FLAG_HTTPS ? "s" : "",
                world_name(world, i, name));
    return fclose(file) == 0 ? STATUS_OK : STATUS_IO;
}

static int save_countries(const char *folder)
{
    FILE *file = open_in(folder, "geo.txt", "w");
    if (!file)
        return STATUS_IO;
    world_write_countries(file);
    return fclose(file) == 0 ? STATUS_OK : STATUS_IO;
}

/* A line for each host of a recorded world. */
static int save_names(const struct world *world, const char *folder)
{
    FILE *file = open_in(folder, names_file, "w");
    if (!file)
        return STATUS_IO;
    for (uint32_t i = 0; i < world->host_count; i++)
        fprintf(file, "%s\n", register_name(world->names, i));
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good ? STATUS_OK : STATUS_IO;
}

int world_save(const struct world *world, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return STATUS_IO;
    int status = save_binary(world, folder);
    if (status == STATUS_OK && world->names)
        status = save_names(world, folder);
    if (status == STATUS_OK)
        status = save_seeds(world, folder);
    return status == STATUS_OK ? save_countries(folder) : status;
}

/* Whether every number in a file leads to something, so that a damaged world is refused rather than followed. */
static bool is_sound(const struct world *world)
{
    for (uint32_t i = 0; i < world->host_count; i++) {
        const struct world_host *host = &world->hosts[i];
        if (host[1].first_edge < host->first_edge || host->pages == 0 || host->fan == 0 ||
            host->tld >= WORLD_TLDS || host->country >= WORLD_COUNTRIES ||
            host->language >= WORLD_LANGUAGES || host->common > world_edge_count(host))
            return false;
    }
    for (uint32_t i = 0; i < world->edge_count; i++)
        if (world->edges[i] >= world->host_count)
            return false;
    return world->hosts[0].first_edge == 0 && world->hosts[world->host_count].first_edge == world->edge_count;
}

static int load_body(struct world *world, const struct file_head *head, FILE *file)
{
    size_t host_bytes = (world->host_count + 1) * sizeof *world->hosts;
    world->hosts = malloc(host_bytes);
    world->edges = malloc((world->edge_count + 1) * sizeof *world->edges);
    if (!world->hosts || !world->edges)
        return STATUS_FULL;
    if (fread(world->hosts, host_bytes, 1, file) != 1 ||
        fread(world->edges, sizeof *world->edges, world->edge_count, file) != world->edge_count)
        return STATUS_DAMAGED;
    if (crc32_update(CRC32_INIT, world->hosts, host_bytes) != head->checksum || !is_sound(world))
        return STATUS_DAMAGED;
    return STATUS_OK;
}

static int load_names(struct world *world, const char *folder)
{
    char line[WORLD_NAME_BYTES + 1];
    FILE *file = open_in(folder, names_file, "r");
    int status = file ? STATUS_OK : STATUS_DAMAGED;
    world->names = register_new();
    if (!world->names)
        status = STATUS_FULL;
    while (status == STATUS_OK && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        status = register_add(world->names, line);
    }
    if (file)
        fclose(file);
    if (status == STATUS_OK)
        status = register_sort(world->names);
    if (status == STATUS_OK && register_count(world->names) == world->host_count)
        return STATUS_OK;
    return status == STATUS_FULL ? STATUS_FULL : STATUS_DAMAGED;
}

int world_load(struct world *world, const char *folder)
{
    struct file_head head;
    memset(world, 0, sizeof *world);
    FILE *file = open_in(folder, "world.bin", "rb");
    if (!file)
        return STATUS_NOT_FOUND;
    int status = fread(&head, sizeof head, 1, file) == 1 ? STATUS_OK : STATUS_DAMAGED;
    if (status == STATUS_OK && memcmp(head.mark, file_mark, sizeof head.mark) != 0)
        status = STATUS_INVALID;
    else if (status == STATUS_OK && (head.version != FILE_VERSION || head.host_bytes != sizeof *world->hosts))
        status = STATUS_UNSUPPORTED;
    else if (status == STATUS_OK && (head.host_count == 0 || head.host_count > HOSTS_MAX ||
                                     head.edge_count > EDGES_MAX || head.seed_hosts > head.host_count))
        status = STATUS_DAMAGED;
    if (status == STATUS_OK) {
        memcpy(world->preset, head.preset, sizeof world->preset - 1);
        world->seed = head.seed;
        world->host_count = head.host_count;
        world->seed_hosts = head.seed_hosts;
        world->edge_count = head.edge_count;
        status = load_body(world, &head, file);
    }
    if (status == STATUS_OK && strcmp(world->preset, WORLD_RECORDED) == 0)
        status = load_names(world, folder);
    fclose(file);
    if (status != STATUS_OK)
        world_free(world);
    return status;
}
