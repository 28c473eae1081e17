/* Reads host graphs of others for a recorded web. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "read/url/key.h"
#include "read/url/url.h"
#include "world/record.h"

enum { COLUMNS = 32, PAGES_MAX = 1000000 };

/* A line of a table with tabs, taken apart in place. */
struct row {
    char *cells[COLUMNS];
    unsigned count;
};

/* The next line behind *text; false behind the last. Empty lines are left out. */
static bool next_row(char **text, struct row *row)
{
    char *line = *text + strspn(*text, "\r\n");
    if (!*line)
        return false;
    char *end = line + strcspn(line, "\r\n");
    *text = *end ? end + 1 : end;
    *end = '\0';
    for (row->count = 0; line && row->count < COLUMNS; row->count++) {
        row->cells[row->count] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return true;
}

/* The number of the column of that name, or -1. */
static int find_column(const struct row *head, const char *name)
{
    for (unsigned i = 0; i < head->count; i++)
        if (strcmp(head->cells[i], name) == 0)
            return (int)i;
    return -1;
}

/* Names of hosts are in lower case in a world. */
static void lower_case(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text += 'a' - 'A';
}

static const char *cell(const struct row *row, int column)
{
    return column >= 0 && (unsigned)column < row->count ? row->cells[column] : "";
}

/* ---- Hosts ---- */

static uint8_t read_country(const char *name)
{
    uint8_t country = 0;
    while (country < FEATURE_COUNTRIES && strcmp(feature_country_name(country), name) != 0)
        country++;
    return country < FEATURE_COUNTRIES ? country : COUNTRY_OTHER;
}

/* A host without numbers has one page, which is Thai if the host is. */
static struct record_sighting read_host(const struct row *row, const struct row *head)
{
    const char *pages = cell(row, find_column(head, "pages")),
               *degree = cell(row, find_column(head, "degree"));
    const char *name = cell(row, find_column(head, "name"));
    bool thai = strcmp(cell(row, find_column(head, "thai")), "1") == 0;
    struct record_sighting host = {.state = HOST_DONE,
                                   .country = read_country(cell(row, find_column(head, "country"))),
                                   .tld = (uint8_t)url_tld(name, strlen(name), home_of(0)->domains)};
    unsigned long count = strtoul(pages, NULL, 10);
    host.pages = count == 0 ? 1 : count > PAGES_MAX ? PAGES_MAX : (uint32_t)count;
    double share = *degree ? strtod(degree, NULL) / 100 : thai;
    host.thai_pages = share <= 0 ? 0 : share >= 1 ? host.pages : (uint32_t)(share * host.pages + 0.5);
    memcpy(host.name, name, strlen(name) + 1);
    return host;
}

static int read_hosts(struct record *record, const char *path, char *text, uint64_t *unusable)
{
    struct row head, row;
    if (!next_row(&text, &head) || find_column(&head, "name") < 0 || find_column(&head, "thai") < 0)
        return cli_error("%s: its first line must name its columns, 'name' and 'thai' at least", path);
    unsigned name = (unsigned)find_column(&head, "name");
    while (next_row(&text, &row)) {
        if (row.count > name)
            lower_case(row.cells[name]);
        if (row.count <= name || !record_is_name(row.cells[name])) {
            ++*unusable;
            continue;
        }
        struct record_sighting host = read_host(&row, &head);
        host.start = record->count == 0; /* a crawl begins at the first */
        if (record_add_sighting(record, &host) != STATUS_OK)
            return cli_no_memory();
    }
    return record->count > 0 ? CLI_YES : cli_error("%s: no hosts in it", path);
}

/* ---- Links ---- */

struct named {
    const char *key; /* the name without www */
    uint32_t number;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->key, ((const struct named *)b)->key);
}

static struct named make_named(const char *name, uint32_t number)
{
    return (struct named){name + url_key_host(name, strlen(name)), number};
}

static struct named *sort_names(const struct record *record)
{
    struct named *names = malloc(record->count * sizeof *names);
    for (uint32_t i = 0; names && i < record->count; i++)
        names[i] = make_named(record->sightings[i].name, i);
    if (names)
        qsort(names, record->count, sizeof *names, compare_names);
    return names;
}

static const struct named *find_name(const struct record *record, const struct named *names,
                                     const struct row *row, int column)
{
    if ((unsigned)column >= row->count)
        return NULL;
    lower_case(row->cells[column]);
    struct named wanted = make_named(row->cells[column], 0);
    return bsearch(&wanted, names, record->count, sizeof *names, compare_names);
}

static int read_links(struct record *record, const char *path, char *text, const struct named *names,
                      uint64_t *unknown)
{
    struct row head = {.count = 0}, row;
    int source = next_row(&text, &head) ? find_column(&head, "source") : -1,
        target = find_column(&head, "target");
    if (source < 0 || target < 0)
        return cli_error("%s: its first line must name its columns, 'source' and 'target' at least", path);
    while (next_row(&text, &row)) {
        const struct named *from = find_name(record, names, &row, source);
        const struct named *to = find_name(record, names, &row, target);
        *unknown += !from || !to;
        if (from && to &&
            record_add_link(record, (struct record_link){from->number, to->number}) != STATUS_OK)
            return cli_no_memory();
    }
    return CLI_YES;
}

int record_graph(struct record *record, const char *hosts_path, const char *links_path)
{
    size_t size;
    uint64_t unusable = 0, unknown = 0;
    char *hosts = cli_read_file(hosts_path, &size), *links = hosts ? cli_read_file(links_path, &size) : NULL;
    int result = links ? read_hosts(record, hosts_path, hosts, &unusable) : CLI_CANNOT;
    struct named *names = result == CLI_YES ? sort_names(record) : NULL;
    if (result == CLI_YES)
        result = names ? read_links(record, links_path, links, names, &unknown) : cli_no_memory();
    if (result == CLI_YES)
        printf("names that no link can lead to, left out\t%llu\nlinks from or to hosts that are not listed, "
               "left out\t%llu\n",
               (unsigned long long)unusable, (unsigned long long)unknown);
    free(names);
    free(hosts);
    free(links);
    return result;
}
