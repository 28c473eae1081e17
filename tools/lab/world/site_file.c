/* A web of sites in a folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "base/status.h"
#include "graph/home.h"
#include "world/site_internal.h"
#include "world/register.h"

enum {
    FILE_VERSION = 1,
    HOSTED_VERSION = 2,
    LANGUAGE_VERSION = 3,
    HOSTS_MAX = 16 * 1000 * 1000,
    EDGES_MAX = 400 * 1000 * 1000
};
static const char file_mark[8] = "WORLDBIN";
static const char names_file[] = "names.txt";

struct file_head {
    char mark[8];
    uint32_t version, host_bytes;
    char preset[WORLD_PRESET_BYTES];
    uint64_t seed;
    uint32_t host_count, seed_hosts, edge_count, checksum; /* CRC-32 of the hosts */
}; /* from version 2 on struct world_hosting follows, from version 3 on the language as a uint32_t, too */

static uint32_t version_of(const struct siteweb *web)
{
    if (web->base.language != 0)
        return LANGUAGE_VERSION;
    return siteweb_is_moved(web) ? HOSTED_VERSION : FILE_VERSION;
}

static int save_binary(const struct siteweb *web, const char *folder)
{
    FILE *file = world_open_file(folder, siteweb_kind.file, "wb");
    if (!file)
        return STATUS_IO;
    size_t host_bytes = (web->host_count + 1) * sizeof *web->hosts;
    struct file_head head = {.version = version_of(web),
                             .host_bytes = sizeof *web->hosts,
                             .seed = web->base.seed,
                             .host_count = web->host_count,
                             .seed_hosts = web->seed_hosts,
                             .edge_count = web->edge_count,
                             .checksum = crc32_update(CRC32_INIT, web->hosts, host_bytes)};
    memcpy(head.mark, file_mark, sizeof head.mark);
    memcpy(head.preset, web->base.preset, sizeof head.preset);
    bool good = fwrite(&head, sizeof head, 1, file) == 1 &&
                (head.version < HOSTED_VERSION || fwrite(&web->hosting, sizeof web->hosting, 1, file) == 1) &&
                (head.version < LANGUAGE_VERSION ||
                 fwrite(&web->base.language, sizeof web->base.language, 1, file) == 1) &&
                fwrite(web->hosts, host_bytes, 1, file) == 1 &&
                fwrite(web->edges, sizeof *web->edges, web->edge_count, file) == web->edge_count;
    return fclose(file) == 0 && good ? STATUS_OK : STATUS_IO;
}

/* A line for each host of a recorded web. */
static int save_names(const struct siteweb *web, const char *folder)
{
    FILE *file = world_open_file(folder, names_file, "w");
    if (!file)
        return STATUS_IO;
    for (uint32_t i = 0; i < web->host_count; i++)
        fprintf(file, "%s\n", register_name(web->names, i));
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good ? STATUS_OK : STATUS_IO;
}

int siteweb_save(const struct siteweb *web, const char *folder)
{
    int status = save_binary(web, folder);
    return status == STATUS_OK && web->names ? save_names(web, folder) : status;
}

/* Whether every number in a file leads to something, so that a damaged web is refused rather than
 * followed. */
static bool is_sound(const struct siteweb *web)
{
    for (uint32_t i = 0; i < web->host_count; i++) {
        const struct world_host *host = &web->hosts[i];
        if (host[1].first_edge < host->first_edge || host->pages == 0 || host->fan == 0 ||
            host->tld >= WORLD_TLDS || host->country >= WORLD_COUNTRIES ||
            host->language >= WORLD_LANGUAGES || host->common > siteweb_edge_count(host))
            return false;
    }
    for (uint32_t i = 0; i < web->edge_count; i++)
        if (web->edges[i] >= web->host_count)
            return false;
    return web->hosts[0].first_edge == 0 && web->hosts[web->host_count].first_edge == web->edge_count;
}

static int load_body(struct siteweb *web, const struct file_head *head, FILE *file)
{
    size_t host_bytes = (web->host_count + 1) * sizeof *web->hosts;
    web->hosts = malloc(host_bytes);
    web->edges = malloc((web->edge_count + 1) * sizeof *web->edges);
    if (!web->hosts || !web->edges)
        return STATUS_FULL;
    if (fread(web->hosts, host_bytes, 1, file) != 1 ||
        fread(web->edges, sizeof *web->edges, web->edge_count, file) != web->edge_count)
        return STATUS_DAMAGED;
    if (crc32_update(CRC32_INIT, web->hosts, host_bytes) != head->checksum || !is_sound(web))
        return STATUS_DAMAGED;
    return STATUS_OK;
}

static int load_names(struct siteweb *web, const char *folder)
{
    char line[WORLD_NAME_BYTES + 1];
    FILE *file = world_open_file(folder, names_file, "r");
    int status = file ? STATUS_OK : STATUS_DAMAGED;
    web->names = register_new();
    if (!web->names)
        status = STATUS_FULL;
    while (status == STATUS_OK && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        status = register_add(web->names, line);
    }
    if (file)
        fclose(file);
    if (status == STATUS_OK)
        status = register_sort(web->names);
    if (status == STATUS_OK && register_count(web->names) == web->host_count)
        return STATUS_OK;
    return status == STATUS_FULL ? STATUS_FULL : STATUS_DAMAGED;
}

/* What later versions have behind the head. */
static int load_more(struct siteweb *web, uint32_t version, FILE *file)
{
    web->hosting.abroad = WORLD_ABROAD_OF_PRESET;
    if (version >= HOSTED_VERSION && (fread(&web->hosting, sizeof web->hosting, 1, file) != 1 ||
                                      web->hosting.cdn > 100 || web->hosting.abroad > WORLD_ABROAD_OF_PRESET))
        return STATUS_DAMAGED;
    if (version >= LANGUAGE_VERSION &&
        (fread(&web->base.language, sizeof web->base.language, 1, file) != 1 || !home_of(web->base.language)))
        return STATUS_DAMAGED;
    return STATUS_OK;
}

int siteweb_load(struct siteweb *web, const char *folder)
{
    struct file_head head;
    *web = (struct siteweb){.base.kind = &siteweb_kind};
    FILE *file = world_open_file(folder, siteweb_kind.file, "rb");
    if (!file)
        return STATUS_NOT_FOUND;
    int status = fread(&head, sizeof head, 1, file) == 1 ? STATUS_OK : STATUS_DAMAGED;
    if (status == STATUS_OK && memcmp(head.mark, file_mark, sizeof head.mark) != 0)
        status = STATUS_INVALID;
    else if (status == STATUS_OK && (head.version < FILE_VERSION || head.version > LANGUAGE_VERSION ||
                                     head.host_bytes != sizeof *web->hosts))
        status = STATUS_VERSION;
    else if (status == STATUS_OK && (head.host_count == 0 || head.host_count > HOSTS_MAX ||
                                     head.edge_count > EDGES_MAX || head.seed_hosts > head.host_count))
        status = STATUS_DAMAGED;
    if (status == STATUS_OK) {
        memcpy(web->base.preset, head.preset, sizeof web->base.preset - 1);
        web->base.seed = head.seed;
        web->host_count = head.host_count;
        web->seed_hosts = head.seed_hosts;
        web->edge_count = head.edge_count;
        status = load_more(web, head.version, file);
        if (status == STATUS_OK)
            status = load_body(web, &head, file);
    }
    if (status == STATUS_OK && strcmp(web->base.preset, WORLD_RECORDED) == 0)
        status = load_names(web, folder);
    fclose(file);
    if (status != STATUS_OK)
        siteweb_clear(web);
    return status;
}
