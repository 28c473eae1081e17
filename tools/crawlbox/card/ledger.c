#include "card/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "plain.h"

/* The first line of a ledger. Those of before there was one have no such line, and are of the same
 * version. */
static const char head[] = "#collect.tsv\t1";

static const char ledger_name[] = "collect.tsv";

int ledger_read(struct lines *ledger, const char *folder)
{
    FILE *file = plain_stream(folder, ledger_name, "rb");
    if (!file)
        return errno == ENOENT ? 0 : STATUS_REFUSED;
    bool read = lines_read(ledger, file);
    fclose(file);
    if (read && ledger->count > 0 && ledger->line[0][0] == '#' && strcmp(ledger->line[0], head) != 0)
        return STATUS_VERSION;
    return read ? 0 : STATUS_IO;
}

const char *ledger_problem(int status)
{
    switch (status) {
    case STATUS_VERSION:
        return "it was written by another version of crawlbox: use that version, or another folder";
    case STATUS_REFUSED: return plain_problem();
    default: return strerror(errno);
    }
}

static bool next_number(char **at, uint64_t *number)
{
    char *end;
    if (**at != '\t')
        return false;
    *number = strtoull(*at + 1, &end, 10);
    bool some = end > *at + 1;
    *at = end;
    return some;
}

static bool parse(const char *line, struct ledger_entry *entry)
{
    size_t length = strcspn(line, "\t");
    if (length == 0 || length >= sizeof entry->name || memchr(line, '/', length))
        return false;
    memcpy(entry->name, line, length);
    entry->name[length] = '\0';
    char numbers[160];
    snprintf(numbers, sizeof numbers, "%s", line + length);
    char *at = numbers;
    if (!next_number(&at, &entry->source_bytes) || !next_number(&at, &entry->gzip_bytes) ||
        !next_number(&at, &entry->records) || *at != '\t' || strlen(at + 1) != SHA256_HEX_SIZE - 1)
        return false;
    memcpy(entry->sha256, at + 1, SHA256_HEX_SIZE);
    return true;
}

static bool is_there(const char *folder, const struct ledger_entry *entry)
{
    char path[LEDGER_NAME_SIZE + sizeof "archive/"];
    struct stat about;
    snprintf(path, sizeof path, "archive/%s", entry->name);
    return plain_look(folder, path, &about) == 0 && S_ISREG(about.st_mode) &&
           (uint64_t)about.st_size == entry->gzip_bytes;
}

bool ledger_find(const struct lines *ledger, const char *folder, const char *name, struct ledger_entry *entry)
{
    for (size_t i = ledger->count; i-- > 0;)
        if (parse(ledger->line[i], entry) && strcmp(entry->name, name) == 0)
            return is_there(folder, entry);
    return false;
}

int ledger_add(struct lines *ledger, const char *folder, const struct ledger_entry *entry)
{
    char *line = NULL;
    if (asprintf(&line, "%s\t%llu\t%llu\t%llu\t%s", entry->name, (unsigned long long)entry->source_bytes,
                 (unsigned long long)entry->gzip_bytes, (unsigned long long)entry->records,
                 entry->sha256) < 0)
        return STATUS_IO;
    FILE *file = plain_stream(folder, ledger_name, "ab");
    if (!file)
        return free(line), STATUS_REFUSED;
    bool written = (ledger->count > 0 || fprintf(file, "%s\n", head) > 0) &&
                   fprintf(file, "%s\n", line) > 0 && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (fclose(file) != 0)
        written = false;
    return lines_add(ledger, line) && written ? 0 : STATUS_IO;
}

int ledger_names(const struct lines *ledger, const char *folder, struct lines *names)
{
    struct ledger_entry entry;
    for (size_t i = 0; i < ledger->count; i++)
        if (parse(ledger->line[i], &entry) && is_there(folder, &entry) &&
            !lines_add(names, strdup(entry.name)))
            return STATUS_FULL;
    lines_sort(names);
    return 0;
}
