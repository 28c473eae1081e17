#include "internet/replay_index.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli.h"
#include "internet/replay.h"
#include "warc/file_port.h"
#include "warc/reader.h"

enum { METADATA_BYTES = 4096 };

struct replay_index {
    void *urls;   /* tree of struct replay_entry, by URL */
    void *hosts;  /* tree of names */
    char **files; /* names that the entries share */
    size_t file_count, pages;
};

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const struct replay_entry *)left)->url, ((const struct replay_entry *)right)->url);
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(left, right);
}

static void free_entry(void *node)
{
    struct replay_entry *entry = node;
    free(entry->url);
    free(entry);
}

void replay_index_free(struct replay_index *index)
{
    if (!index)
        return;
    tdestroy(index->urls, free_entry);
    tdestroy(index->hosts, free);
    for (size_t i = 0; i < index->file_count; i++)
        free(index->files[i]);
    free(index->files);
    free(index);
}

const struct replay_entry *replay_index_find(const struct replay_index *index, const char *url)
{
    char *text = strdup(url);
    struct replay_entry key = {.url = text};
    struct replay_entry *const *found = text ? tfind(&key, &index->urls, compare_entries) : NULL;
    free(text);
    return found ? *found : NULL;
}

bool replay_index_has_host(const struct replay_index *index, const char *host)
{
    return tfind(host, &index->hosts, compare_names) != NULL;
}

/* ---- Reading ---- */

/* A copy with the host in lower case, a path, and no fragment; NULL if it is no http(s) URL or there is no
 * memory. */
static char *normal_url(const char *uri)
{
    const char *host = strncasecmp(uri, "http://", 7) == 0    ? uri + 7
                       : strncasecmp(uri, "https://", 8) == 0 ? uri + 8
                                                              : NULL;
    if (!host)
        return NULL;
    size_t start = (size_t)(host - uri), length = strcspn(host, "/?#"), rest = strcspn(host + length, "#");
    char *copy = malloc(start + length + rest + 2);
    if (!copy)
        return NULL;
    int written = sprintf(copy, "%.*s%s%.*s", (int)(start + length), uri, host[length] == '/' ? "" : "/",
                          (int)rest, host + length);
    for (int i = 0; i < (int)(start + length) && i < written; i++)
        copy[i] = (char)tolower((unsigned char)copy[i]);
    return copy;
}

static bool add_host(struct replay_index *index, const char *url)
{
    const char *host = strstr(url, "://") + 3;
    char *name = strndup(host, strcspn(host, "/:"));
    if (!name)
        return false;
    if (replay_index_has_host(index, name))
        return free(name), true;
    if (tsearch(name, &index->hosts, compare_names))
        return true;
    return free(name), false;
}

/* The entry of a URL, new if there was none; takes over `url`. NULL: no memory. */
static struct replay_entry *entry_of(struct replay_index *index, char *url)
{
    struct replay_entry key = {.url = url}, **found = tfind(&key, &index->urls, compare_entries);
    if (found)
        return free(url), *found;
    struct replay_entry *entry = calloc(1, sizeof *entry);
    if (entry)
        entry->url = url;
    if (entry && add_host(index, url) && tsearch(entry, &index->urls, compare_entries)) {
        index->pages++;
        return entry;
    }
    free(entry);
    return free(url), NULL;
}

/* Our own metadata records say how long the server took. */
static void take_metadata(struct replay_index *index, struct warc_reader *reader, char *url)
{
    char text[METADATA_BYTES + 1];
    long got = warc_reader_read(reader, text, METADATA_BYTES);
    text[got > 0 ? got : 0] = '\0';
    const char *took = strstr(text, "fetchTimeMs:");
    struct replay_entry key = {.url = url}, **found = tfind(&key, &index->urls, compare_entries);
    if (took && found)
        (*found)->took_ms = (uint32_t)strtoul(took + strlen("fetchTimeMs:"), NULL, 10);
    free(url);
}

static bool take_record(struct replay_index *index, struct warc_reader *reader, const char *file)
{
    const struct warc_record *record = warc_reader_record(reader);
    const char *uri = warc_record_field(record, "WARC-Target-URI");
    bool is_answer =
        record->type == WARC_RESPONSE && warc_record_is_http(record) && warc_reader_is_seekable(reader);
    if (!uri || (!is_answer && record->type != WARC_METADATA))
        return true;
    char *url = normal_url(uri);
    if (!url)
        return true;
    if (!is_answer)
        return take_metadata(index, reader, url), true;
    struct replay_entry *entry = entry_of(index, url);
    if (!entry)
        return false;
    entry->file = file;
    entry->offset = record->offset;
    return true;
}

/* Damage costs the damaged records, not the others. */
static bool read_records(struct replay_index *index, FILE *stream, const char *file)
{
    struct warc_reader *reader = warc_reader_new(warc_file_port(stream), 0);
    bool good = reader != NULL;
    for (int status; good && (status = warc_reader_next(reader)) != 0;) {
        if (status > 0) {
            good = take_record(index, reader, file);
        } else {
            cli_error("%s: offset %llu: %s", file, (unsigned long long)warc_reader_problem_offset(reader),
                      warc_reader_problem(reader));
            if (!warc_reader_resync(reader))
                break;
        }
    }
    warc_reader_free(reader);
    if (!good)
        cli_no_memory();
    return good;
}

static bool read_file(struct replay_index *index, char *path)
{
    char **files = path ? realloc(index->files, (index->file_count + 1) * sizeof *files) : NULL;
    if (!files)
        return free(path), cli_no_memory(), false;
    index->files = files;
    files[index->file_count++] = path;
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        cli_error("cannot open %s: %s", path, strerror(errno));
        return false;
    }
    bool good = read_records(index, stream, path);
    fclose(stream);
    return good;
}

/* In the order of their names, so that the last answer to a URL is the newest. */
static bool read_folder(struct replay_index *index, const char *folder)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    if (count < 0) {
        cli_error("cannot read %s: %s", folder, strerror(errno));
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char *path = NULL;
        if (good && replay_is_warc(names[i]->d_name))
            good = read_file(index, asprintf(&path, "%s/%s", folder, names[i]->d_name) < 0 ? NULL : path);
        free(names[i]);
    }
    free(names);
    return good;
}

struct replay_index *replay_index_read(const char *path)
{
    struct stat about;
    struct replay_index *index = calloc(1, sizeof *index);
    bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    bool good = index && (is_folder ? read_folder(index, path) : read_file(index, strdup(path)));
    if (good && index->pages > 0)
        return index;
    if (good)
        cli_error("%s has no answers that can be served", path);
    replay_index_free(index);
    return NULL;
}
