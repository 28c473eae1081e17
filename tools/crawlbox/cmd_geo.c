/* crawlbox geo: which country an address is in, as a file for the card (format: app/graph/geo.h). */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "fetch/guard.h"
#include "geo/ranges.h"
#include "graph/geo.h"
#include "output.h"

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "build: write to FILE instead of GEO.BIN"},
    {"table", 't', "FILE", "lookup: ask this file instead of GEO.BIN"},
    {0},
};

static const struct cli_help help = {
    "geo", "build [-o FILE] [DATABASE]\ninfo FILE\nlookup [-t FILE] ADDRESS...",
    "  build   makes GEO.BIN, the table of countries for the card, from a legacy country database\n"
    "          (without any: " GEO_DEFAULT_DATABASE ", Debian's geoip-database), in which\n"
    "          addresses of known CDNs become OTHER, or from a text with lines such as '198.18.0.0/24 TH'\n"
    "  info    checks such a file completely and says what is in it\n"
    "  lookup  says in which country addresses are: TH, CN, JP, UK, US, IR, AF, MY, BN or OTHER",
    options};

static int build(const char *output, const char *database)
{
    struct geo_ranges ranges;
    struct geo_file file;
    if (geo_ranges_load(&ranges, database) != CLI_YES)
        return CLI_CANNOT;
    bool good = geo_file_build(&file, &ranges);
    size_t count = ranges.count;
    geo_ranges_free(&ranges);
    if (!good)
        return cli_error("%s has more ranges than GEO.BIN takes", database);
    int result = output_bytes(output, file.data, file.bytes);
    if (result == CLI_YES)
        printf("%s: %zu ranges, %zu bytes\n", output, count, file.bytes);
    geo_file_free(&file);
    return result;
}

/* Reads a whole GEO.BIN and checks it. */
static int open_file(struct geo *geo, struct geo_file *file, const char *path, uint8_t *sector)
{
    file->data = (uint8_t *)cli_read_file(path, &file->bytes);
    if (!file->data)
        return CLI_CANNOT;
    int status = geo_open(geo, geo_file_read, file, sector);
    if (status == STATUS_OK)
        return CLI_YES;
    geo_file_free(file);
    cli_error("%s is no usable GEO.BIN: %s. Make a new one with 'crawlbox geo build'", path,
              status_text(status));
    return CLI_NO;
}

static int info(const char *path)
{
    uint8_t sector[GEO_SECTOR_BYTES];
    struct geo geo;
    struct geo_file file;
    unsigned long addresses[GEO_COUNTRIES] = {0};
    int status = open_file(&geo, &file, path, sector);
    if (status != CLI_YES)
        return status;
    const uint8_t *data = file.data + (1u + geo.index_sectors) * (size_t)GEO_SECTOR_BYTES;
    for (uint32_t i = 0; i < geo.ranges; i++) {
        const uint8_t *at =
            data + i / GEO_RANGES * (size_t)GEO_SECTOR_BYTES + i % GEO_RANGES * (size_t)GEO_RANGE_BYTES;
        uint32_t next = i + 1; /* the next range, or the end of all addresses */
        uint64_t end = 1ull << 32;
        if (next < geo.ranges)
            end = bytes_get32(data + next / GEO_RANGES * (size_t)GEO_SECTOR_BYTES +
                              next % GEO_RANGES * (size_t)GEO_RANGE_BYTES);
        addresses[at[4]] += (unsigned long)(end - bytes_get32(at));
    }
    printf("ranges\t%lu\nbytes\t%zu\ndate\t%lu\n", (unsigned long)geo.ranges, file.bytes,
           (unsigned long)bytes_get32(file.data + GEO_DATE_OFFSET));
    for (unsigned country = 0; country < GEO_COUNTRIES; country++)
        printf("%s\t%lu\n", geo_country_name(country), addresses[country]);
    geo_file_free(&file);
    return CLI_YES;
}

static int lookup(const char *path, int count, char **addresses)
{
    uint8_t sector[GEO_SECTOR_BYTES];
    struct geo geo;
    struct geo_file file;
    struct guard_range range;
    int status = open_file(&geo, &file, path, sector);
    if (status != CLI_YES)
        return status;
    for (int i = 0; i < count; i++) {
        if (guard_parse_range(&range, addresses[i]) == 0 && range.prefix == 32)
            printf("%s\t%s\n", addresses[i],
                   geo_country_name((unsigned)geo_find(&geo, range.address, sector)));
        else
            status = cli_error("%s is no address such as 192.0.2.7", addresses[i]);
    }
    geo_file_free(&file);
    return status;
}

int cmd_geo(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    const char *output = "GEO.BIN", *table = "GEO.BIN";
    for (int option; (option = cli_next(&cli)) != CLI_END;)
        *(option == 'o' ? &output : &table) = cli.value;
    const char *action = cli_action(&cli);
    if (strcmp(action, "build") == 0 && cli.argc <= 1)
        return build(output, cli.argc == 1 ? cli.argv[0] : GEO_DEFAULT_DATABASE);
    if (strcmp(action, "info") == 0 && cli.argc == 1)
        return info(cli.argv[0]);
    if (strcmp(action, "lookup") == 0 && cli.argc >= 1)
        return lookup(table, cli.argc, cli.argv);
    return cli_action_error(&cli, action);
}
