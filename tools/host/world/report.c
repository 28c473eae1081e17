/* Printing worlds: a summary, a table of hosts, the features of hosts. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
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

static void print_attributes(void)
{
    static const char *const kinds[FEATURE_KINDS] = {"thai", "other"};
    printf("@attribute country {TH,CN,JP,UK,US,OTHER}\n");
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++)
        for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
            printf("@attribute %s_in_%s numeric\n", kinds[kind], feature_country_name(country));
    printf("@attribute tld {COM,NET,ORG,TH,INFO,OTHER}\n");
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++)
        for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
            printf("@attribute %s_%s numeric\n", kinds[kind], url_tld_name(tld));
    for (unsigned i = 1; i <= FEATURE_DEGREES; i++)
        printf("@attribute degree_%u numeric\n", i);
    printf("@attribute thai_sources numeric\n@attribute other_sources numeric\n");
    printf("@attribute kind {thai,other}\n");
}

static void print_features(const struct features *features, bool thai)
{
    printf("%s", feature_country_name(features->country));
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++)
        for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
            printf(",%u", features->by_country[kind][country]);
    printf(",%s", url_tld_name(features->tld));
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++)
        for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
            printf(",%u", features->by_tld[kind][tld]);
    for (unsigned i = 0; i < FEATURE_DEGREES; i++)
        printf(",%.1f", features->degree[i] / 2.0);
    printf(",%u,%u,%s\n", (unsigned)features_sources(features, FEATURE_THAI),
           (unsigned)features_sources(features, FEATURE_FOREIGN), thai ? "thai" : "other");
}

int report_features(const struct world *world)
{
    struct features *features = malloc(world->host_count * sizeof *features);
    if (!features || world_features(world, features) != 0) {
        free(features);
        return cli_error("not enough memory");
    }
    printf("%% Hosts of the world %s, seed %llu, in random order.\n@relation hosts\n", world->preset,
           (unsigned long long)world->seed);
    print_attributes();
    printf("@data\n");
    for (uint32_t i = 0; i < world->host_count; i++)
        print_features(&features[i], world_is_thai_site(&world->hosts[i]));
    free(features);
    return CLI_YES;
}
