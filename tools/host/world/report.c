/* Printing worlds: a summary, a table of hosts, the features of hosts. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "train/table.h"
#include "world/internal.h"
#include "world/report.h"

int report_info(const struct world *world)
{
    uint64_t pages = 0, sites[WORLD_KINDS] = {0};
    for (uint32_t i = 0; i < world->host_count; i++) {
        pages += world->hosts[i].pages;
        sites[world_kind(&world->hosts[i])]++;
    }
    printf("preset\t%s\nseed\t%llu\n", world->preset, (unsigned long long)world->seed);
    printf("hosts\t%u\nthai sites\t%llu\nother sites\t%llu\n", (unsigned)world->host_count,
           (unsigned long long)sites[WORLD_KIND_THAI], (unsigned long long)sites[WORLD_KIND_OTHER]);
    printf("pages\t%llu\nlinks between sites\t%u\n", (unsigned long long)pages, (unsigned)world->edge_count);
    return CLI_YES;
}

int report_hosts(const struct world *world)
{
    char name[WORLD_NAME_BYTES];
    printf("name\taddress\tcountry\ttld\tthai\tdegree\tpages\tlinks\n");
    for (uint32_t i = 0; i < world->host_count; i++) {
        const struct world_host *host = &world->hosts[i];
        printf("%s\t%u.%u.%u.%u\t%s\t%s\t%d\t%.1f\t%u\t%u\n", world_name(world, i, name), host->address >> 24,
               host->address >> 16 & 255, host->address >> 8 & 255, host->address & 255,
               feature_country_name(host->country), url_tld_name(host->tld), world_is_thai_site(host),
               host->degree / 10.0, (unsigned)host->pages, (unsigned)world_edge_count(host));
    }
    return CLI_YES;
}

int report_features(const struct world *world)
{
    struct features *features = malloc(world->host_count * sizeof *features);
    if (!features || world_features(world, features) != 0) {
        free(features);
        return cli_no_memory();
    }
    table_write_header(stdout, TABLE_ARFF, world->preset);
    for (uint32_t i = 0; i < world->host_count; i++)
        table_write_row(stdout, TABLE_ARFF, NULL, &features[i],
                        world_is_thai_site(&world->hosts[i]) ? TABLE_IS_THAI : TABLE_IS_OTHER);
    free(features);
    return CLI_YES;
}
