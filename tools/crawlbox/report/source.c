#include "report/source.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "card/check.h"
#include "card/ledger.h"
#include "card/logs.h"
#include "card/tables.h"
#include "cli.h"
#include "plain.h"
#include "report/read.h"

/* ---- A card ---- */

static void show_check(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    cli_progress("checking", done, total);
}

static void ignore_finding(void *context, const char *file, const struct warc_finding *finding)
{
    (void)context, (void)file, (void)finding; /* counted; `card check` tells which */
}

static int check_card(struct facts *facts, struct card_fs *fs)
{
    struct card_check check = {.report = ignore_finding, .progress = show_check};
    int status = card_check_run(&check, fs);
    cli_progress_end();
    facts->files = check.files;
    facts->records = check.records;
    facts->stored_pages = check.pages + check.revisits;
    facts->stored_bytes = check.bytes;
    facts->damage = check.damage;
    card_check_free(&check);
    return status == STATUS_DAMAGED ? 0 : status;
}

static void remove_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_MAX + NAME_MAX + 2];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}

/* The card's logs and tables as files, as if it had been collected. */
static int read_card_logs(struct facts *facts, struct card_fs *fs)
{
    struct card_journal journal;
    char folder[PATH_MAX];
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/crawlbox-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return cli_error(
            "cannot make a folder for the card's logs in %s: %s; set TMPDIR to a place with room", folder,
            strerror(errno));
    int status = card_journal_read(&journal, fs);
    if (status == STATUS_NOT_FOUND || status == STATUS_DAMAGED)
        status = 0; /* journal.valid says so */
    if (status == 0)
        status = card_logs_copy(fs, &journal, folder, ".");
    if (status >= 0)
        status = card_tables_copy(fs, &journal, folder, ".");
    int result = status < 0 ? cli_error("%s: %s", fs->name, *fs->problem ? fs->problem : status_text(status))
                            : CLI_YES;
    if (result == CLI_YES && !read_folder(facts, folder, "."))
        result = CLI_CANNOT;
    remove_folder(folder);
    return result;
}

static int read_card(struct facts *facts, const char *path)
{
    struct card_fs fs;
    if (card_fs_open(&fs, path, CARD_READ) < 0)
        return cli_error("%s", fs.problem);
    int status = check_card(facts, &fs);
    int result = status < 0
                     ? cli_error("cannot check %s: %s", path, *fs.problem ? fs.problem : status_text(status))
                     : read_card_logs(facts, &fs);
    card_fs_close(&fs);
    return result;
}

/* ---- A collection ---- */

/* The pieces of the index have a line for each stored page: how many records a page has is not always the
 * same. */
static int count_pages(struct facts *facts, const char *path, const char *name)
{
    char index[LEDGER_NAME_SIZE + sizeof "parts/.cdxj"];
    snprintf(index, sizeof index, "parts/%s.cdxj", name);
    FILE *file = plain_stream(path, index, "rb");
    if (!file)
        return errno == ENOENT ? CLI_YES : cli_error("cannot read %s/%s: %s", path, index, plain_problem());
    for (int c; (c = getc(file)) != EOF;)
        facts->stored_pages += c == '\n';
    fclose(file);
    return CLI_YES;
}

static int count_files(struct facts *facts, const char *path, const struct lines *ledger)
{
    struct lines names = {0};
    struct ledger_entry entry;
    int result = CLI_YES;
    ledger_names(ledger, path, &names);
    for (size_t i = 0; i < names.count && result == CLI_YES; i++) {
        if (!ledger_find(ledger, path, names.line[i], &entry))
            continue;
        facts->files++;
        facts->records += entry.records;
        facts->stored_bytes += entry.source_bytes;
        result = count_pages(facts, path, names.line[i]);
    }
    lines_free(&names);
    return result;
}

/* damaged/ holds a copy of each file in which something was wrong. */
static int count_damage(struct facts *facts, const char *path)
{
    DIR *directory = plain_list(path, "damaged");
    if (!directory && errno != ENOENT)
        return cli_error("cannot read %s/damaged: %s", path, plain_problem());
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        facts->damage += entry->d_name[0] != '.';
    if (directory)
        closedir(directory);
    return CLI_YES;
}

static int read_log_folders(struct facts *facts, const char *path)
{
    char folder[NAME_MAX + sizeof "logs/"];
    DIR *directory = plain_list(path, "logs");
    bool read = true;
    if (!directory && errno == ENOENT)
        return cli_error("%s has no logs: is it a folder that 'crawlbox card collect' made?", path);
    if (!directory)
        return cli_error("cannot read %s/logs: %s", path, plain_problem());
    for (struct dirent *entry; read && (entry = readdir(directory));) {
        snprintf(folder, sizeof folder, "logs/%s", entry->d_name);
        if (entry->d_name[0] != '.')
            read = read_folder(facts, path, folder);
    }
    closedir(directory);
    return read ? CLI_YES : CLI_CANNOT;
}

static int read_collection(struct facts *facts, const char *path)
{
    struct lines ledger = {0};
    int result = CLI_YES;
    facts->is_collection = true;
    int known = ledger_read(&ledger, path);
    if (known < 0)
        result = cli_error("cannot read %s/collect.tsv: %s", path, ledger_problem(known));
    if (result == CLI_YES)
        result = count_files(facts, path, &ledger);
    lines_free(&ledger);
    if (result == CLI_YES)
        result = count_damage(facts, path);
    return result == CLI_YES ? read_log_folders(facts, path) : result;
}

int source_read(struct facts *facts, const char *path)
{
    int result = plain_exists(path, "collect.tsv") ? read_collection(facts, path) : read_card(facts, path);
    if (result == CLI_YES && facts->no_memory)
        return cli_error("%s holds more than this machine's memory can count", path);
    facts_end(facts);
    return result;
}
