#include "card/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/status.h"
#include "card/collect_file.h"
#include "card/ledger.h"
#include "card/logs.h"
#include "card/package.h"
#include "card/tables.h"
#include "plain.h"

enum { CARD_NAME_SIZE = 280, NAME_SIZE = 320, PATH_SIZE = 360, COPY_SIZE = 65536, NAMESAKES_MAX = 1000 };

static int failed(struct collect *collect, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int failed(struct collect *collect, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(collect->problem, sizeof collect->problem, format, arguments);
    va_end(arguments);
    return status;
}

static void tell(struct collect *collect, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(struct collect *collect, const char *format, ...)
{
    char text[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    collect->report(collect->context, text);
}

/* A path in the collection. */
static void path_in(char path[PATH_SIZE], const char *folder, const char *name)
{
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
}

/* Files in the collection are opened as plain.h says. */
static FILE *open_to_write(struct collect *collect, const char *path)
{
    FILE *file = plain_stream(collect->out, path, "wb");
    if (!file)
        failed(collect, STATUS_IO, "cannot make %s/%s: %s", collect->out, path, plain_problem());
    return file;
}

static int make_folder(struct collect *collect, const char *folder)
{
    return plain_make_folder(collect->out, folder) == 0
               ? 0
               : failed(collect, STATUS_IO, "cannot make the folder %s/%s: %s", collect->out, folder,
                        plain_problem());
}

static int make_folders(struct collect *collect)
{
    static const char *const folders[] = {"archive", "indexes", "pages", "parts", "logs"};
    int status = 0;
    if (mkdir(collect->out, 0777) != 0 && errno != EEXIST)
        return failed(collect, STATUS_IO, "cannot make the folder %s: %s", collect->out, strerror(errno));
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == 0; i++)
        status = make_folder(collect, folders[i]);
    return status;
}

static void show_copying(void *context, uint64_t bytes)
{
    struct collect *collect = context;
    if (collect->progress)
        collect->progress(collect->context, "collecting", collect->done + bytes, collect->harvest.total);
}

/* A file with damage is also kept as it is: what we cannot read, somebody may one day. */
static int keep_damaged(struct collect *collect, const struct harvest_file *file,
                        const struct ledger_entry *entry)
{
    char path[PATH_SIZE], buffer[COPY_SIZE], name[LEDGER_NAME_SIZE + sizeof ".open"];
    struct card_source source;
    snprintf(name, sizeof name, "%.*s%s", (int)(strlen(entry->name) - strlen(".gz")), entry->name,
             file->kind == HARVEST_CLOSED ? "" : ".open");
    path_in(path, "damaged", name);
    FILE *out = make_folder(collect, "damaged") == 0 ? open_to_write(collect, path) : NULL;
    if (!out)
        return STATUS_IO;
    int status = harvest_open(collect->fs, file, &source);
    if (status == 0) {
        struct warc_port port = card_fs_port(&source);
        long got;
        while ((got = port.read(port.context, buffer, sizeof buffer)) > 0)
            fwrite(buffer, 1, (size_t)got, out);
        status = got == STATUS_DAMAGED ? 0 : (int)got; /* what the file system can give is kept */
        collect->fs->ops->close(collect->fs, source.file);
    }
    bool wrong = ferror(out);
    if (fclose(out) != 0 || wrong)
        return failed(collect, STATUS_IO, "cannot write %s/%s: %s", collect->out, path, strerror(errno));
    return status < 0 ? failed(collect, status, "%s", collect->fs->problem) : 0;
}

static int write_part(struct collect *collect, const struct lines *lines, const char *name,
                      const char *ending)
{
    char path[PATH_SIZE], part[NAME_SIZE];
    snprintf(part, sizeof part, "%s%s", name, ending);
    path_in(path, "parts", part);
    FILE *file = open_to_write(collect, path);
    if (!file)
        return STATUS_IO;
    bool written = lines_write(lines, file);
    if (fclose(file) != 0 || !written)
        return failed(collect, STATUS_IO, "cannot write %s/%s: %s", collect->out, path, strerror(errno));
    return 0;
}

/* The last steps: the pieces of the index, the final name, the entry in the ledger; in this order, so that an
 * entry means that everything else is there. */
static int accept(struct collect *collect, struct collected *collected, const struct ledger_entry *entry,
                  const char *part_path)
{
    char path[PATH_SIZE];
    path_in(path, "archive", entry->name);
    int status = write_part(collect, &collected->index, entry->name, ".cdxj");
    if (status == 0)
        status = write_part(collect, &collected->pages, entry->name, ".jsonl");
    if (status == 0 && plain_rename(collect->out, part_path, path) != 0)
        status =
            failed(collect, STATUS_IO, "cannot rename %s/%s: %s", collect->out, part_path, plain_problem());
    int added = status == 0 ? ledger_add(&collect->ledger, collect->out, entry) : 0;
    if (added < 0)
        status = failed(collect, STATUS_IO, "cannot write %s/collect.tsv: %s", collect->out,
                        ledger_problem(added));
    return status;
}

/* ---- Files of other cards that have the same name ---- */

/* The nth name that a file may have in the collection: its own, then NAME+2.warc.gz and so on. */
static void namesake(char name[LEDGER_NAME_SIZE], const struct harvest_file *file, unsigned n)
{
    char own[CARD_NAME_SIZE];
    harvest_final_name(file, own);
    size_t length = strlen(own), ending = strlen(".warc");
    int stem = (int)(length > ending ? length - ending : 0);
    if (n == 1)
        snprintf(name, LEDGER_NAME_SIZE, "%s.gz", own);
    else
        snprintf(name, LEDGER_NAME_SIZE, "%.*s+%u%s.gz", stem, own, n, own + stem);
}

static bool is_in_archive(const struct collect *collect, const char *name)
{
    char path[PATH_SIZE];
    path_in(path, "archive", name);
    return plain_exists(collect->out, path);
}

/* NULL: it cannot be read. */
static gzFile open_archived(const struct collect *collect, const char *path)
{
    int file = plain_open(collect->out, path, O_RDONLY);
    gzFile gzip = file >= 0 ? gzdopen(file, "rb") : NULL;
    if (file >= 0 && !gzip)
        close(file);
    return gzip;
}

/* Does what an archived file holds begin as the one on the card does? Its id, the date and the first pages
 * are there. */
static bool begins_alike(struct collect *collect, const struct harvest_file *file, const char *name)
{
    static char archived[COPY_SIZE], on_card[COPY_SIZE];
    char path[PATH_SIZE];
    struct card_source source;
    path_in(path, "archive", name);
    gzFile gzip = open_archived(collect, path);
    int size = gzip ? gzread(gzip, archived, sizeof archived) : -1;
    if (gzip)
        gzclose(gzip);
    if (size <= 0 || harvest_open(collect->fs, file, &source) < 0)
        return false;
    struct warc_port port = card_fs_port(&source);
    long got, have = 0;
    while (have < size && (got = port.read(port.context, on_card + have, (size_t)(size - have))) > 0)
        have += got;
    collect->fs->ops->close(collect->fs, source.file);
    return have == size && memcmp(archived, on_card, (size_t)size) == 0;
}

/* Is all that the one file holds the beginning of what the other does? Then nothing is lost if it is
 * replaced. */
static bool is_beginning_of(const struct collect *collect, const char *older, const char *newer)
{
    static char one[COPY_SIZE], other[COPY_SIZE];
    gzFile first = open_archived(collect, older), second = open_archived(collect, newer);
    int size = 0;
    bool is_alike = first && second;
    while (is_alike && (size = gzread(first, one, sizeof one)) > 0)
        is_alike = gzread(second, other, (unsigned)size) == size && memcmp(one, other, (size_t)size) == 0;
    if (first)
        gzclose(first);
    if (second)
        gzclose(second);
    return is_alike && size == 0;
}

/* Was it collected before? Then `known` is what the ledger says of it. Damage can hide how a file begins:
 * that is found out when it was copied (choose_name). */
static bool is_known(struct collect *collect, const struct harvest_file *file, struct ledger_entry *known)
{
    char name[LEDGER_NAME_SIZE];
    for (unsigned n = 1; n <= NAMESAKES_MAX; n++) {
        namesake(name, file, n);
        if (!is_in_archive(collect, name))
            return false;
        if (ledger_find(&collect->ledger, collect->out, name, known) && known->source_bytes == file->length &&
            begins_alike(collect, file, name))
            return true;
    }
    return false;
}

/*
 * The name under which the copy in `part` goes into the archive: one that no file has, or one of a file that
 * it holds all of. Other cards may have files of this name, and what is theirs is never replaced. 1: the
 * collection has it already.
 */
static int choose_name(struct collect *collect, const struct harvest_file *file,
                       const struct collected *collected, const char *part, char name[LEDGER_NAME_SIZE])
{
    for (unsigned n = 1; n <= NAMESAKES_MAX; n++) {
        char path[PATH_SIZE];
        struct ledger_entry known;
        namesake(name, file, n);
        if (!is_in_archive(collect, name))
            return 0;
        path_in(path, "archive", name);
        if (ledger_find(&collect->ledger, collect->out, name, &known) && known.source_bytes == file->length &&
            strcmp(known.sha256, collected->sha256) == 0)
            return 1;
        if (is_beginning_of(collect, path, part))
            return 0;
    }
    return failed(collect, STATUS_FULL, "there are too many files like %s already", name);
}

/* Copies to `path`, which accept() renames. 0, 1 if the collection has it already, or a failure. */
static int copy_and_verify(struct collect *collect, const struct harvest_file *file,
                           struct collected *collected, struct ledger_entry *entry, char path[PATH_SIZE])
{
    char part[NAME_SIZE];
    struct card_source source;
    snprintf(part, sizeof part, "%s.part", entry->name);
    path_in(path, "archive", part);
    if (harvest_open(collect->fs, file, &source) < 0)
        return failed(collect, STATUS_IO, "%s", collect->fs->problem);
    int status = collect_file_copy(collected, card_fs_port(&source), collect->out, path);
    collect->fs->ops->close(collect->fs, source.file);
    int chosen =
        status == 0 && collected->records > 0 ? choose_name(collect, file, collected, path, entry->name) : 0;
    if (chosen < 0)
        return chosen;
    if (status == 0 && collected->records > 0 && chosen == 0)
        status = collect_file_verify(collected, collect->out, path, entry->name);
    if (status < 0)
        return failed(collect, status, "%s: %s; nothing was erased, try again", file->name,
                      collected->problem);
    if (collected->records == 0 || chosen == 1)
        return plain_remove(collect->out, path), chosen;
    entry->gzip_bytes = collected->gzip_bytes;
    entry->records = collected->records;
    snprintf(entry->sha256, sizeof entry->sha256, "%s", collected->sha256);
    return 0;
}

static void count_collected(struct collect *collect, const struct harvest_file *file,
                            const struct collected *collected, bool is_new)
{
    if (is_new) {
        collect->files++;
        collect->records += collected->records;
    } else {
        collect->skipped++;
    }
    if (collected->dropped == 0)
        return;
    collect->damaged++;
    tell(collect,
         "%s is damaged in %llu places: its %llu sound records were collected, and all of it was copied to "
         "damaged/; it stays on the card ('crawlbox card check' says more)",
         file->name, (unsigned long long)collected->dropped, (unsigned long long)collected->records);
}

/* A damaged file is kept before its sound records are accepted: a run that ends in between does both
 * again. */
static int collect_new(struct collect *collect, struct harvest_file *file, struct ledger_entry *entry)
{
    char part[PATH_SIZE];
    struct collected collected = {.progress = show_copying, .context = collect};
    int status = copy_and_verify(collect, file, &collected, entry, part);
    bool is_new = status == 0;
    if (status >= 0 && collected.dropped > 0)
        status = keep_damaged(collect, file, entry);
    if (status >= 0 && is_new && collected.records > 0)
        status = accept(collect, &collected, entry, part);
    file->collected = status >= 0 && collected.dropped == 0;
    if (status >= 0)
        count_collected(collect, file, &collected, is_new);
    collected_free(&collected);
    return status < 0 ? status : 0;
}

/* Before something is erased that an earlier run collected: is it really the same? */
static bool is_unchanged(struct collect *collect, const struct harvest_file *file,
                         const struct ledger_entry *entry)
{
    struct card_source source;
    struct sha256 sum;
    char buffer[COPY_SIZE], sha256[SHA256_HEX_SIZE];
    long got;
    if (harvest_open(collect->fs, file, &source) < 0)
        return false;
    struct warc_port port = card_fs_port(&source);
    sha256_begin(&sum);
    while ((got = port.read(port.context, buffer, sizeof buffer)) > 0)
        sha256_add(&sum, buffer, (size_t)got);
    collect->fs->ops->close(collect->fs, source.file);
    sha256_end_hex(&sum, sha256);
    return got == 0 && strcmp(sha256, entry->sha256) == 0;
}

static int erase_file(struct collect *collect, const struct harvest_file *file)
{
    char path[NAME_SIZE];
    int status = 0;
    if (file->serial == collect->harvest.journal.warc_serial) /* open, or pulled while it was being closed */
        status = card_journal_forget_open_file(&collect->harvest.journal, collect->fs);
    snprintf(path, sizeof path, "WARC/%s", file->name);
    if (status == 0)
        status = collect->fs->ops->remove(collect->fs, path);
    if (status < 0)
        return failed(collect, status, "all is collected, but the card could not be emptied: %s",
                      collect->fs->problem);
    collect->erased++;
    return 0;
}

static void tell_broken(struct collect *collect, const struct harvest_file *file)
{
    collect->damaged++;
    tell(
        collect,
        "%s was not collected: the file system cannot give it, since its clusters lead in a circle; it stays "
        "on the card. Try fsck.fat on a copy of the card",
        file->name);
}

static int collect_one(struct collect *collect, struct harvest_file *file)
{
    struct ledger_entry entry = {.source_bytes = file->length}, known;
    if (strlen(file->name) >= CARD_NAME_SIZE)
        return failed(collect, STATUS_TOO_LONG, "the name %s is too long", file->name);
    namesake(entry.name, file, 1);
    int status = 0;
    if (is_known(collect, file, &known)) {
        collect->skipped++;
        file->collected = collect->erase && is_unchanged(collect, file, &known);
        entry = known;
    } else {
        status = collect_new(collect, file, &entry);
    }
    snprintf(collect->newest, sizeof collect->newest, "%s", entry.name);
    collect->done += file->length;
    return status;
}

/* Only when everything is safe, the package included: until then a failure leaves the card as it was. */
static int erase_collected(struct collect *collect)
{
    int status = 0;
    for (size_t i = 0; i < collect->harvest.count && status == 0; i++) {
        const struct harvest_file *file = &collect->harvest.file[i];
        if (file->kind == HARVEST_OPEN && collect->keep_open)
            tell(collect,
                 "%s was not erased, since it is still open: put the card into its box, eject it there, and "
                 "empty it again",
                 file->name);
        else if (file->collected)
            status = erase_file(collect, file);
        else if (file->length > 0 || file->is_broken)
            tell(collect, "%s was not erased", file->name);
    }
    if (status == 0 && collect->damaged == 0 && card_logs_remove_old(collect->fs) < 0)
        status = failed(collect, STATUS_IO, "all is collected, but old logs could not be removed: %s",
                        collect->fs->problem);
    return status;
}

static int collect_logs(struct collect *collect)
{
    char path[PATH_SIZE], name[NAME_SIZE] = "card";
    size_t length = strlen(collect->newest), ending = strlen(".warc.gz");
    if (length > ending)
        snprintf(name, sizeof name, "%.*s", (int)(length - ending), collect->newest);
    else if (collect->harvest.journal.card_id != 0)
        snprintf(name, sizeof name, "card.%08u", (unsigned)collect->harvest.journal.card_id);
    path_in(path, "logs", name);
    collect->logs = card_logs_copy(collect->fs, &collect->harvest.journal, collect->out, path);
    if (collect->logs < 0 || card_tables_copy(collect->fs, &collect->harvest.journal, collect->out, path) < 0)
        return failed(collect, STATUS_IO, "%s", collect->fs->problem);
    return 0;
}

int collect_run(struct collect *collect, struct card_fs *fs)
{
    collect->fs = fs;
    int status = make_folders(collect);
    int known = status == 0 ? ledger_read(&collect->ledger, collect->out) : 0;
    if (known < 0)
        status =
            failed(collect, known, "cannot read %s/collect.tsv: %s", collect->out, ledger_problem(known));
    if (status == 0 && harvest_read(&collect->harvest, fs) < 0)
        status = failed(collect, STATUS_IO, "%s", fs->problem);
    for (size_t i = 0; i < collect->harvest.count && status == 0; i++) {
        struct harvest_file *file = &collect->harvest.file[i];
        if (file->is_broken)
            tell_broken(collect, file);
        else if (file->length > 0)
            status = collect_one(collect, file);
    }
    if (status == 0)
        status = collect_logs(collect);
    if (status == 0)
        status = package_write(collect);
    if (status == 0 && collect->erase)
        status = erase_collected(collect);
    if (status < 0) /* damage is what was told and kept apart; this has ended the run */
        return status == STATUS_DAMAGED ? STATUS_IO : status;
    return collect->damaged > 0 ? STATUS_DAMAGED : 0;
}

void collect_free(struct collect *collect)
{
    harvest_free(&collect->harvest);
    lines_free(&collect->ledger);
}
