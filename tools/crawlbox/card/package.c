#include "card/package.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "card/ledger.h"
#include "wacz/wacz.h"

static int failed(struct collect *collect, const char *path)
{
    snprintf(collect->problem, sizeof collect->problem, "cannot write %s: %s", path, strerror(errno));
    return STATUS_IO;
}

/* Writes through a .part file, so that a finished one is never half of one. */
static int write_whole(struct collect *collect, const char *name, int (*write)(void *context, FILE *out),
                       void *context)
{
    char path[PATH_MAX], part[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", collect->out, name);
    if ((size_t)snprintf(part, sizeof part, "%s/%s.part", collect->out, name) >= sizeof part)
        return errno = ENAMETOOLONG, failed(collect, path);
    FILE *out = fopen(part, "w+b");
    if (!out)
        return failed(collect, part);
    int status = write(context, out);
    if (fclose(out) != 0 || status < 0)
        return failed(collect, part);
    return rename(part, path) == 0 ? 0 : failed(collect, path);
}

static int read_parts(struct collect *collect, const struct lines *names, const char *ending,
                      struct lines *lines)
{
    for (size_t i = 0; i < names->count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/parts/%s%s", collect->out, names->line[i], ending);
        FILE *file = fopen(path, "rb");
        if (!file || !lines_read(lines, file)) {
            snprintf(collect->problem, sizeof collect->problem,
                     "cannot read %s: %s; remove the line of %s from collect.tsv and collect again", path,
                     strerror(errno), names->line[i]);
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
