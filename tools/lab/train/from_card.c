#include "train/from_card.h"

#include <stdlib.h>

#include "base/status.h"
#include "cardfs/fs.h"
#include "cardfs/hosts.h"
#include "cli.h"

/* By way of the table's text: it is what `crawlbox card hosts --features` prints. */
static int add_hosts(struct table *table, struct card_fs *fs, struct table_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct card_hosts hosts = {.out = out, .format = TABLE_TSV, .features = true, .name = "card"};
    int status = out ? card_hosts_write(&hosts, fs) : STATUS_FULL;
    if (out)
        fclose(out);
    if (status >= 0)
        status = table_read(table, text, size, 0, error);
    free(text);
    return status;
}

int table_from_card(struct table *table, const char *path)
{
    struct card_fs fs;
    struct table_error error = {0};
    int status = card_fs_open(&fs, path, CARD_READ);
    if (status < 0)
        return cli_error("%s: %s", path, status_text(status));
    status = add_hosts(table, &fs, &error);
    card_fs_close(&fs);
    if (!table->name[0])
        snprintf(table->name, sizeof table->name, "harvested cards");
    if (status == STATUS_NOT_FOUND)
        return cli_error("%s: no crawl was begun on this card", path);
    if (status < 0)
        return cli_error("%s: %s", path, error.reason[0] ? error.reason : status_text(status));
    return CLI_YES;
}
