/* crawlbox ca: the certificates of the authorities that the box trusts, as a file for its card (format:
 * app/fetch/roots.h). */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "ca/bundle.h"
#include "fetch/roots.h"
#include "output.h"

static int build(const char *output, int count, char **paths)
{
    struct ca_file file;
    int status = ca_build(&file, count, paths);
    if (status == CLI_YES)
        status = output_bytes(output, file.data, file.bytes);
    if (status == CLI_YES)
        printf("%s: %zu certificates, %zu bytes\n", output, file.count, file.bytes);
    ca_free(&file);
    return status;
}

static int info(const char *path)
{
    struct ca_file file;
    struct roots roots;
    if (ca_load(&file, path) != CLI_YES)
        return CLI_CANNOT;
    int status = roots_open(&roots, ca_read, &file);
    if (status == STATUS_OK)
        printf("certificates\t%u\nbytes\t%u\n", roots.count, (unsigned)roots.bytes);
    else
        cli_error("%s is no usable CA.BIN: %s. Make a new one with 'crawlbox ca build'", path,
                  status_text(status));
    ca_free(&file);
    return status == STATUS_OK ? CLI_YES : CLI_NO;
}

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "write to FILE instead of CA.BIN"},
    {0},
};

static const struct cli_help help = {
    "ca", "build [-o FILE] [PEM...]\ninfo FILE",
    "  build  makes CA.BIN, the certificates that the box trusts, from bundles in PEM form\n"
    "         (without any: " CA_DEFAULT_BUNDLE ", Debian's ca-certificates)\n"
    "  info   checks such a file completely and says what is in it",
    options};

int cmd_ca(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    const char *output = "CA.BIN";
    while (cli_next(&cli) != CLI_END)
        output = cli.value;
    const char *action = cli_action(&cli);
    if (strcmp(action, "build") == 0)
        return build(output, cli.argc, cli.argv);
    if (strcmp(action, "info") == 0 && cli.argc == 1)
        return info(cli.argv[0]);
    return cli_action_error(&cli, action);
}
