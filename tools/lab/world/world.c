/* Worlds of either kind, and what is the same in their folders. */
#include "world/world.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "graph/home.h"
#include "world/siteweb.h"
#include "world/topicweb.h"

enum { PATH_ROOM = 4096 };

static const struct world_kind *const kinds[] = {&siteweb_kind, &topicweb_kind, NULL};

static const struct world_kind *find_kind_of_preset(const char *preset)
{
    for (unsigned i = 0; kinds[i]; i++) {
        const char *name;
        for (unsigned j = 0; (name = kinds[i]->preset_name(j)); j++)
            if (strcmp(name, preset) == 0)
                return kinds[i];
    }
    return NULL;
}

static const struct world_kind *find_kind_in(const char *folder)
{
    for (unsigned i = 0; kinds[i]; i++) {
        FILE *file = world_open_file(folder, kinds[i]->file, "rb");
        if (file) {
            fclose(file);
            return kinds[i];
        }
    }
    return NULL;
}

bool world_is_in(const char *folder)
{
    return find_kind_in(folder) != NULL;
}

int world_make(struct world **world, const struct world_recipe *recipe)
{
    const struct world_kind *kind = find_kind_of_preset(recipe->preset);
    if (kind && recipe->sites > 0 && recipe->sites < kind->sites_least)
        return STATUS_INVALID;
    *world = kind ? calloc(1, kind->bytes) : NULL;
    if (!*world)
        return kind ? STATUS_FULL : STATUS_NOT_FOUND;
    int status = kind->make(*world, recipe);
    if (status != STATUS_OK)
        free(*world);
    return status;
}

int world_load(struct world **world, const char *folder)
{
    const struct world_kind *kind = find_kind_in(folder);
    *world = kind ? calloc(1, kind->bytes) : NULL;
    if (!*world)
        return kind ? STATUS_FULL : STATUS_NOT_FOUND;
    int status = kind->load(*world, folder);
    if (status != STATUS_OK)
        free(*world);
    return status;
}

void world_free(struct world *world)
{
    world->kind->clear(world);
    free(world);
}

/* ---- Folders ---- */

FILE *world_open_file(const char *folder, const char *name, const char *mode)
{
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_ROOM ? fopen(path, mode) : NULL;
}

static int close_written(FILE *file)
{
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good ? STATUS_OK : STATUS_IO;
}

static int save_seeds(const struct world *world, const char *folder)
{
    char url[WORLD_URL_BYTES];
    struct world_page page;
    FILE *file = world_open_file(folder, "seeds.txt", "w");
    if (!file)
        return STATUS_IO;
    for (uint32_t i = 0; world->kind->seed(world, i, &page); i++) {
        world->kind->url(world, page, url);
        fprintf(file, "%s\n", url);
    }
    return close_written(file);
}

static int save_countries(const struct world *world, const char *folder)
{
    FILE *file = world_open_file(folder, "geo.txt", "w");
    if (!file)
        return STATUS_IO;
    world_write_countries(file, home_of(world->language)->place);
    return close_written(file);
}

int world_save(const struct world *world, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return STATUS_IO;
    int status = world->kind->save(world, folder);
    if (status == STATUS_OK)
        status = save_seeds(world, folder);
    return status == STATUS_OK ? save_countries(world, folder) : status;
}

/* ---- Names ---- */

int64_t world_number_before(const char *text, const char *end)
{
    enum { DIGITS_MAX = 9 };
    const char *start = end;
    while (start > text && start[-1] >= '0' && start[-1] <= '9' && end - start < DIGITS_MAX)
        start--;
    int64_t number = start < end ? 0 : -1;
    for (; start < end; start++)
        number = number * 10 + (*start - '0');
    return number;
}
