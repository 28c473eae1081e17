#include "card/package.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "card/ledger.h"
#include "plain.h"
#include "wacz/wacz.h"

enum { PATH_SIZE = LEDGER_NAME_SIZE + 40 };

static int failed(struct collect *collect, const char *path, const char *why)
{
    snprintf(collect->problem, sizeof collect->problem, "cannot write %s/%s: %s", collect->out, path, why);
    return STATUS_IO;
}

/* Writes through a .part file, so that a finished one is never half of one. */
static int write_whole(struct collect *collect, const char *name, int (*write)(void *context, FILE *out),
                       void *context)
{
    char part[PATH_SIZE];
    snprintf(part, sizeof part, "%s.part", name);
    FILE *out = plain_stream(collect->out, part, "w+b");
    if (!out)
        return failed(collect, part, plain_problem());
    errno = 0;
    int status = write(context, out);
    const char *why = status < 0 && errno == ELOOP ? plain_problem() : NULL; /* what it read was not plain */
    if (fclose(out) != 0 || status < 0)
        return failed(collect, part, why ? why : strerror(errno));
    return plain_rename(collect->out, part, name) == 0 ? 0 : failed(collect, name, plain_problem());
}

static int read_parts(struct collect *collect, const struct lines *names, const char *ending,
                      struct lines *lines)
{
    for (size_t i = 0; i < names->count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "parts/%s%s", names->line[i], ending);
        FILE *file = plain_stream(collect->out, path, "rb");
        if (!file || !lines_read(lines, file)) {
            snprintf(collect->problem, sizeof collect->problem,
                     "cannot read %s/%s: %s; remove the line of %s from collect.tsv and collect again",
                     collect->out, path, file ? strerror(errno) : plain_problem(), names->line[i]);
            if (file)
                fclose(file);
            return STATUS_IO;
        }
        fclose(file);
    }
    return 0;
}

static int write_index(void *context, FILE *out)
{
    return lines_write(context, out) ? 0 : STATUS_IO;
}

static int write_pages(void *context, FILE *out)
{
    fputs("{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All pages\",\"hasText\":false}\n",
          out);
    return lines_write(context, out) ? 0 : STATUS_IO;
}

static int write_wacz(void *context, FILE *out)
{
    return wacz_write(context, out);
}

static int write_list(struct collect *collect, const struct lines *names, const char *ending, const char *to)
{
    struct lines lines = {0};
    bool index = strcmp(ending, ".cdxj") == 0;
    int status = read_parts(collect, names, ending, &lines);
    if (status == 0 && index)
        lines_sort(&lines);
    if (status == 0)
        status = write_whole(collect, to, index ? write_index : write_pages, &lines);
    lines_free(&lines);
    return status;
}

static void show_packing(void *context, uint64_t done)
{
    struct collect *collect = context;
    if (collect->progress)
        collect->progress(collect->context, "packing", done, 0);
}

int package_write(struct collect *collect)
{
    struct lines names = {0};
    int status = ledger_names(&collect->ledger, collect->out, &names);
    struct wacz wacz = {collect->out, &names, collect->title, collect->software, show_packing, collect};
    if (status < 0)
        snprintf(collect->problem, sizeof collect->problem, "no memory left");
    if (status == 0 && names.count > 0) {
        status = write_list(collect, &names, ".cdxj", "indexes/index.cdxj");
        if (status == 0)
            status = write_list(collect, &names, ".jsonl", "pages/pages.jsonl");
        if (status == 0)
            status = write_whole(collect, "harvest.wacz", write_wacz, &wacz);
    }
    lines_free(&names);
    return status;
}
