#include "train/from_world.h"

#include <stdlib.h>

#include "base/status.h"
#include "cli.h"
#include "world/world.h"

static int add_hosts(struct table *table, const struct world *world)
{
    struct features *features = calloc(world->host_count, sizeof *features);
    int status = features ? world_features(world, features) : STATUS_FULL;
    for (uint32_t host = 0; status == STATUS_OK && host < world->host_count; host++)
        status = table_add(table, NULL, &features[host],
                           world_is_thai_site(&world->hosts[host]) ? TABLE_IS_THAI : TABLE_IS_OTHER);
    free(features);
    return status;
}

int table_from_world(struct table *table, const char *preset, uint64_t seed)
{
    struct world world;
    int status = world_make(&world, preset, seed, 0, NULL);
    if (status == STATUS_NOT_FOUND)
        return cli_error("there is no world '%s'; 'crawlbox world --help' names them", preset);
    if (status != STATUS_OK)
        return cli_error("the world '%s' cannot be made: %s", preset, status_text(status));
    status = add_hosts(table, &world);
    world_free(&world);
    snprintf(table->name, sizeof table->name, "%.20s %llu", preset, (unsigned long long)seed);
    return status == STATUS_OK ? CLI_YES : cli_no_memory();
}
