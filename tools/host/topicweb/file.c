/* A topic web in a folder: since a preset, a seed and a size make the same web again, the recipe is all that is kept. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "topicweb/internal.h"
#include "world/internal.h"

enum { PATH_ROOM = 4096, SITES_MAX = 200000, LINE_ROOM = 64 };

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_ROOM ? fopen(path, mode) : NULL;
}

static int save_recipe(const struct topicweb *web, const char *folder)
{
    FILE *file = open_in(folder, TOPICWEB_FILE, "w");
    if (!file)
        return STATUS_IO;
    fprintf(file, "preset\t%s\nseed\t%llu\nsites\t%u\n", web->preset->name, (unsigned long long)web->seed,
            (unsigned)web->site_count);
    return fclose(file) == 0 ? STATUS_OK : STATUS_IO;
}

static int save_seeds(const struct topicweb *web, const char *folder)
{
    char url[TOPICWEB_URL_BYTES];
    FILE *file = open_in(folder, "seeds.txt", "w");
    if (!file)
        return STATUS_IO;
    for (uint32_t i = 0; i < web->seed_count; i++) {
        topicweb_url(web, (struct topicweb_page){web->seeds[i], 0}, url);
        fprintf(file, "%s\n", url);
    }
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

int topicweb_save(const struct topicweb *web, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return STATUS_IO;
    int status = save_recipe(web, folder);
    if (status == STATUS_OK)
        status = save_seeds(web, folder);
    return status == STATUS_OK ? save_countries(folder) : status;
}

/* What follows the key in a line of the recipe; "" if it is another key. */
static const char *value_of(char line[LINE_ROOM], const char *key)
{
    size_t length = strlen(key);
    line[strcspn(line, "\n")] = '\0';
    return strncmp(line, key, length) == 0 && line[length] == '\t' ? line + length + 1 : "";
}

int topicweb_load(struct topicweb *web, const char *folder)
{
    char preset[LINE_ROOM] = "", seed[LINE_ROOM] = "", sites[LINE_ROOM] = "";
    FILE *file = open_in(folder, TOPICWEB_FILE, "r");
    if (!file)
        return STATUS_NOT_FOUND;
    bool is_whole =
        fgets(preset, LINE_ROOM, file) && fgets(seed, LINE_ROOM, file) && fgets(sites, LINE_ROOM, file);
    fclose(file);
    unsigned long count = strtoul(value_of(sites, "sites"), NULL, 10);
    const char *name = value_of(preset, "preset");
    if (!is_whole || count == 0 || count > SITES_MAX || !topicweb_preset_find(name))
        return STATUS_DAMAGED;
    return topicweb_make(web, name, strtoull(value_of(seed, "seed"), NULL, 10), (uint32_t)count);
}
