/*
 * Makes the model of the image and of the host program while they are being built: modelgen FILE.c
 *
 * The same as `crawlbox train --world closed-2009 --limit 1000 --date 1970-01-01`, written as C.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"
#include "cli.h"
#include "train/from_world.h"
#include "train/learn.h"

static int write_source(const char *path, const struct learned *learned)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return cli_error("%s: cannot be written", path);
    fputs("/* Made by modelgen. */\n#include \"predict/model.h\"\n\n"
          "__attribute__((section(\".rodata.model\"))) const uint8_t model_builtin[] = {",
          out);
    for (size_t i = 0; i < learned->model_size; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", learned->model[i]);
    fprintf(out, "\n};\nconst uint32_t model_builtin_size = sizeof model_builtin;\n");
    return fclose(out) == 0 ? CLI_YES : cli_error("%s: cannot be written", path);
}

int main(int argc, char **argv)
{
    static const struct learn_options options = {
        .share = LEARN_SHARE, .seed = 1, .limit = LEARN_LIMIT, .quiet = true};
    static struct learned learned;
    struct table table = {0};
    if (argc != 2)
        return cli_error("usage: modelgen FILE");
    if (table_from_world(&table, "closed-2009", 1) != CLI_YES)
        return CLI_CANNOT;
    if (learn(&learned, &table, &options) != STATUS_OK)
        return cli_error("nothing can be learned from the world");
    int result = write_source(argv[1], &learned);
    learned_free(&learned);
    table_free(&table);
    return result;
}
