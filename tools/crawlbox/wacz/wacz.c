#include "wacz/wacz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "plain.h"
#include "wacz/json.h"
#include "wacz/zip.h"

enum { PATH_SIZE = 4096, TIME_SIZE = 32 };

struct package {
    const struct wacz *wacz;
    struct zip zip;
    FILE *list; /* datapackage.json in the making */
    unsigned resources;
    uint64_t done;
};

static void list_resource(struct package *package, const char *path, const char *sha256, uint64_t size)
{
    const char *slash = strrchr(path, '/');
    fprintf(package->list, "%s\n    {\"name\": ", package->resources++ ? "," : "");
    json_write_string(package->list, slash ? slash + 1 : path);
    fputs(", \"path\": ", package->list);
    json_write_string(package->list, path);
    fprintf(package->list, ", \"hash\": \"sha256:%s\", \"bytes\": %llu}", sha256, (unsigned long long)size);
}

static int add_resource(struct package *package, const char *kind, const char *name)
{
    char path[PATH_SIZE], sha256[SHA256_HEX_SIZE];
    uint64_t size;
    snprintf(path, sizeof path, "%s/%s", kind, name);
    FILE *file = plain_stream(package->wacz->folder, path, "rb");
    if (!file)
        return STATUS_IO;
    int status = zip_add_file(&package->zip, path, file, sha256, &size);
    fclose(file);
    if (status < 0)
        return status;
    list_resource(package, path, sha256, size);
    package->done += size;
    if (package->wacz->progress)
        package->wacz->progress(package->wacz->context, package->done);
    return 0;
}

static void begin_list(struct package *package)
{
    char created[TIME_SIZE];
    time_t now = time(NULL);
    struct tm utc;
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    fputs("{\n  \"profile\": \"data-package\",\n  \"wacz_version\": \"1.1.1\",\n  \"title\": ",
          package->list);
    json_write_string(package->list, package->wacz->title);
    fputs(",\n  \"software\": ", package->list);
    json_write_string(package->list, package->wacz->software);
    fprintf(package->list, ",\n  \"created\": \"%s\",\n  \"resources\": [", created);
}

static int add_all_resources(struct package *package)
{
    int status = 0;
    begin_list(package);
    for (size_t i = 0; i < package->wacz->archive->count && status == 0; i++)
        status = add_resource(package, "archive", package->wacz->archive->line[i]);
    if (status == 0)
        status = add_resource(package, "indexes", "index.cdxj");
    if (status == 0)
        status = add_resource(package, "pages", "pages.jsonl");
    fputs("\n  ]\n}\n", package->list);
    return status;
}

static int add_list(struct package *package, const char *list)
{
    struct sha256 sum;
    char sha256[SHA256_HEX_SIZE], digest[160];
    sha256_begin(&sum);
    sha256_add(&sum, list, strlen(list));
    sha256_end_hex(&sum, sha256);
    snprintf(digest, sizeof digest, "{\"path\": \"datapackage.json\", \"hash\": \"sha256:%s\"}\n", sha256);
    int status = zip_add_text(&package->zip, "datapackage.json", list);
    return status < 0 ? status : zip_add_text(&package->zip, "datapackage-digest.json", digest);
}

int wacz_write(const struct wacz *wacz, FILE *out)
{
    char *list = NULL;
    size_t size;
    struct package package = {.wacz = wacz, .zip = {.out = out}};
    package.list = open_memstream(&list, &size);
    if (!package.list)
        return STATUS_FULL;
    int status = add_all_resources(&package);
    if (fclose(package.list) != 0 && status == 0)
        status = STATUS_FULL;
    if (status == 0)
        status = add_list(&package, list);
    free(list);
    int saved = errno;
    int end = zip_end(&package.zip);
    if (status < 0)
        errno = saved;
    return status < 0 ? status : end;
}
