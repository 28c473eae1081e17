/* Makes the tables that the desk carries while the desk is being built: `crawlbox ca build` and `crawlbox geo
 * build` without the rest of crawlbox. What this machine has no data for is left out. */
#include <stdio.h>
#include <unistd.h>

#include "ca/bundle.h"
#include "cli.h"
#include "geo/ranges.h"
#include "output.h"

static int make_authorities(const char *path)
{
    struct ca_file file;
    if (access(CA_DEFAULT_BUNDLE, R_OK) != 0)
        return CLI_YES;
    int result = ca_build(&file, 0, NULL);
    if (result != CLI_YES)
        return result;
    result = output_bytes(path, file.data, file.bytes);
    ca_free(&file);
    return result;
}

static int make_countries(const char *path)
{
    struct geo_ranges ranges;
    struct geo_file file;
    if (access(GEO_DEFAULT_DATABASE, R_OK) != 0)
        return CLI_YES;
    int result = geo_ranges_load(&ranges, GEO_DEFAULT_DATABASE);
    if (result != CLI_YES)
        return result;
    result = geo_file_build(&file, &ranges) ? output_bytes(path, file.data, file.bytes) : cli_no_memory();
    geo_file_free(&file);
    geo_ranges_free(&ranges);
    return result;
}

int main(int argc, char **argv)
{
    cli_program = "desktables";
    if (argc != 3)
        return cli_error("usage: desktables CA.BIN GEO.BIN");
    int result = make_authorities(argv[1]);
    return result == CLI_YES ? make_countries(argv[2]) : result;
}
