#include "from_world.h"

#include "base/status.h"
#include "cli.h"
#include "world/siteweb.h"

/* The name of the data that a model keeps: "closed-2009 1", or "closed-2009 1 abroad 20 cdn 10". */
static void name_table(struct table *table, const struct siteweb *web, const char *preset, uint64_t seed)
{
    int length = snprintf(table->name, sizeof table->name, "%.20s %llu", preset, (unsigned long long)seed);
    if (siteweb_is_moved(web) && length < (int)sizeof table->name)
        snprintf(table->name + length, sizeof table->name - (size_t)length, " abroad %u cdn %u",
                 (unsigned)web->hosting.abroad, (unsigned)web->hosting.cdn);
}

int table_from_world(struct table *table, const char *preset, uint64_t seed,
                     const struct world_hosting *hosting)
{
    struct siteweb web;
    int status =
        siteweb_make(&web, &(struct world_recipe){.preset = preset, .seed = seed, .hosting = hosting});
    if (status == STATUS_NOT_FOUND)
        return cli_error("there is no world '%s'; 'crawlbox-lab world --help' names them", preset);
    if (status != STATUS_OK)
        return cli_error("the world '%s' cannot be made: %s", preset, status_text(status));
    status = siteweb_fill_table(&web, table);
    name_table(table, &web, preset, seed);
    siteweb_clear(&web);
    return status == STATUS_OK ? CLI_YES : cli_no_memory();
}
