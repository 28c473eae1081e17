#include "card/logs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "plain.h"
#include "wacz/lines.h"

static const char *const newest[CARD_LOGS] = {"LOG/crawl.log", "LOG/progress.tsv", "LOG/events.log",
                                              "EXCHANGE/hosts.txt"};

enum { PATH_SIZE = 300, COPY_SIZE = 65536 };

/* Writes text without the blanks at line ends and without empty lines, however it is cut into pieces. */
struct stripper {
    FILE *out;
    size_t blanks; /* held back: are they at a line's end? */
    bool in_line;
};

static void strip(struct stripper *stripper, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == ' ' || text[i] == '\r' || text[i] == '\0') {
            stripper->blanks++;
            continue;
        }
        if (text[i] == '\n') {
            if (stripper->in_line)
                fputc('\n', stripper->out);
            stripper->in_line = false;
        } else {
            for (; stripper->in_line && stripper->blanks > 0; stripper->blanks--)
                fputc(' ', stripper->out);
            fputc(text[i], stripper->out);
            stripper->in_line = true;
        }
        stripper->blanks = 0;
    }
}

static int find_log(const char *path)
{
    for (int log = 0; log < CARD_LOGS; log++)
        if (strcasecmp(path, newest[log]) == 0)
            return log;
    return -1;
}

static int copy_text(struct card_fs *fs, const char *path, uint64_t limit, struct stripper *stripper)
{
    char buffer[COPY_SIZE];
    struct card_source source = {.fs = fs, .left = limit};
    source.file = fs->ops->open(fs, path, CARD_READ, NULL);
    if (!source.file)
        return fs->status;
    struct warc_port port = card_fs_port(&source);
    long got;
    while ((got = port.read(port.context, buffer, sizeof buffer)) > 0)
        strip(stripper, buffer, (size_t)got);
    fs->ops->close(fs, source.file);
    return (int)got;
}

static void copy_pending(const struct card_journal *journal, int wanted, struct stripper *stripper)
{
    size_t at = 0, size;
    unsigned log;
    const uint8_t *line;
    while (card_journal_next_line(journal, &at, &log, &line, &size))
        if ((int)log == wanted)
            strip(stripper, (const char *)line, size);
}

int card_logs_read(struct card_fs *fs, const struct card_journal *journal, const char *path, FILE *out)
{
    int log = find_log(path);
    uint64_t limit =
        log >= 0 && journal->valid && journal->log_open[log] ? journal->log_bytes[log] : UINT64_MAX;
    struct stripper stripper = {.out = out};
    int status = copy_text(fs, path, limit, &stripper);
    if (status == STATUS_NOT_FOUND && log >= 0) /* there may be lines for it all the same */
        status = 0;
    if (status >= 0 && log >= 0)
        copy_pending(journal, log, &stripper);
    if (stripper.in_line)
        fputc('\n', out);
    return status;
}

static int copy_log(struct card_fs *fs, const struct card_journal *journal, const char *name, const char *out,
                    const char *folder)
{
    char path[PATH_MAX], from[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(from, sizeof from, "LOG/%s", name);
    FILE *file = plain_stream(out, path, "wb");
    if (!file)
        return card_fs_failed(fs, STATUS_REFUSED, "cannot write %s/%s: %s", out, path, plain_problem());
    int status = card_logs_read(fs, journal, from, file);
    bool wrong = ferror(file);
    if ((fclose(file) != 0 || wrong) && status >= 0)
        status = card_fs_failed(fs, STATUS_REFUSED, "cannot write %s/%s: %s", out, path, strerror(errno));
    return status;
}

static void add_name(void *user, const char *name, uint64_t size)
{
    (void)size;
    const char *dot = strrchr(name, '.');
    if (!dot || strcasecmp(dot, ".new") != 0) /* .new: being made, nothing in it yet */
        lines_add(user, strdup(name));
}

static int list_logs(struct card_fs *fs, struct lines *names)
{
    int status = fs->ops->list(fs, "LOG", add_name, names);
    return status == STATUS_NOT_FOUND ? 0 : status;
}

static bool has_pending(const struct card_journal *journal, unsigned wanted)
{
    size_t at = 0, size;
    unsigned log;
    const uint8_t *line;
    while (card_journal_next_line(journal, &at, &log, &line, &size))
        if (log == wanted)
            return true;
    return false;
}

static bool is_listed(const struct lines *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcasecmp(names->line[i], name) == 0)
            return true;
    return false;
}

/* The first lines of a log are in the journal before there is a file for them. If the journal says that the
 * log is open, it was being closed: its file has a number already, and these lines in it. */
static int add_unborn_logs(const struct card_journal *journal, struct lines *names)
{
    for (unsigned log = 0; log < CARD_LOGS; log++) {
        const char *name = strrchr(newest[log], '/') + 1;
        bool is_unborn = has_pending(journal, log) && !journal->log_open[log] && !is_listed(names, name);
        if (log != CARD_LOG_HOSTS && is_unborn && !lines_add(names, strdup(name)))
            return STATUS_FULL;
    }
    return 0;
}

int card_logs_copy(struct card_fs *fs, const struct card_journal *journal, const char *out,
                   const char *folder)
{
    struct lines names = {0};
    int status = list_logs(fs, &names);
    if (status == 0)
        status = add_unborn_logs(journal, &names);
    lines_sort(&names); /* a folder may have one name twice, but not on a sound card */
    int count = (int)names.count;
    if (status == 0 && count > 0 && plain_make_folder(out, folder) != 0)
        status = card_fs_failed(fs, STATUS_REFUSED, "cannot make the folder %s/%s: %s", out, folder,
                                plain_problem());
    for (size_t i = 0; i < names.count && status == 0; i++)
        status = copy_log(fs, journal, names.line[i], out, folder);
    lines_free(&names);
    return status < 0 ? status : count;
}

int card_logs_remove_old(struct card_fs *fs)
{
    struct lines names = {0};
    int status = list_logs(fs, &names);
    for (size_t i = 0; i < names.count && status == 0; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "LOG/%s", names.line[i]);
        if (find_log(path) < 0)
            status = fs->ops->remove(fs, path);
    }
    lines_free(&names);
    return status;
}
