#include "from_world.h"

#include "base/status.h"
#include "cli.h"
#include "world/siteweb.h"

int table_from_world(struct table *table, const char *preset, uint64_t seed)
{
    struct siteweb web;
    int status = siteweb_make(&web, &(struct world_recipe){.preset = preset, .seed = seed});
    if (status == STATUS_NOT_FOUND)
        return cli_error("there is no world '%s'; 'crawlbox-lab world --help' names them", preset);
    if (status != STATUS_OK)
        return cli_error("the world '%s' cannot be made: %s", preset, status_text(status));
    status = siteweb_fill_table(&web, table);
    siteweb_clear(&web);
    snprintf(table->name, sizeof table->name, "%.20s %llu", preset, (unsigned long long)seed);
    return status == STATUS_OK ? CLI_YES : cli_no_memory();
}
