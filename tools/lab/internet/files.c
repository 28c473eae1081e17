#include "internet/files.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FILE_MAX = 64 << 20, STATUS_OK_HERE = 200, STATUS_MOVED = 301 };

static void release(struct site_response *response)
{
    free(response->owned);
}

/* By the ending; else HTML is what begins like it, since pages of scripts have any ending or none. */
static const char *type_of(const char *path, const char *bytes, size_t size)
{
    static const char *const types[][2] = {
        {".html", "text/html"},        {".htm", "text/html"},       {".txt", "text/plain"},
        {".xml", "application/xml"},   {".css", "text/css"},        {".js", "text/javascript"},
        {".json", "application/json"}, {".png", "image/png"},       {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},       {".gif", "image/gif"},       {".svg", "image/svg+xml"},
        {".ico", "image/x-icon"},      {".pdf", "application/pdf"}, {".zip", "application/zip"},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t ending = strlen(types[i][0]);
        if (length > ending && strcasecmp(path + length - ending, types[i][0]) == 0)
            return types[i][1];
    }
    while (size > 0 && isspace((unsigned char)*bytes))
        bytes++, size--;
    return size > 0 && *bytes == '<' ? "text/html" : "application/octet-stream";
}

bool files_send(const char *path, struct site_response *response)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char *bytes = NULL;
    size_t size = 0;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= FILE_MAX) {
        size = (size_t)about.st_size;
        bytes = malloc(size + 1);
    }
    bool read = bytes && fread(bytes, 1, size, file) == size;
    fclose(file);
    if (!read)
        return free(bytes), false;
    if (response->status == 0)
        response->status = STATUS_OK_HERE;
    if (!response->type)
        response->type = type_of(path, bytes, size);
    response->body = response->owned = bytes;
    response->size = size;
    response->release = release;
    return true;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

/* Percent-decodes in place. */
static void decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (from[0] == '%' && hex_digit(from[1]) >= 0 && hex_digit(from[2]) >= 0) {
            *to++ = (char)(hex_digit(from[1]) * 16 + hex_digit(from[2]));
            from += 2;
        } else
            *to++ = *from;
    }
    *to = '\0';
}

static bool leads_out(const char *path)
{
    for (const char *at = strstr(path, ".."); at; at = strstr(at + 1, ".."))
        if (at[-1] == '/' && (at[2] == '/' || at[2] == '\0'))
            return true;
    return false;
}

/* A file, or a folder's index; a folder without its slash is redirected there. */
static bool try_path(const char *folder, const char *path, const char *query, const char *target,
                     struct site_response *response)
{
    char full[PATH_MAX];
    struct stat about;
    if (leads_out(path) || (size_t)snprintf(full, sizeof full, "%s%s%s", folder, path, query) >= sizeof full)
        return false;
    bool is_folder = stat(full, &about) == 0 && S_ISDIR(about.st_mode);
    size_t length = strlen(path);
    if (is_folder && length > 0 && path[length - 1] != '/') {
        char *location;
        if (asprintf(&location, "%.*s/", (int)strcspn(target, "?"), target) < 0)
            return false;
        response->status = STATUS_MOVED;
        response->location = response->owned = location;
        response->release = release;
        return true;
    }
    bool is_index = path[length - 1] == '/';
    if (is_index &&
        (size_t)snprintf(full, sizeof full, "%s%sindex.html%s", folder, path, query) >= sizeof full)
        return false;
    return files_send(full, response);
}

void files_answer(const char *folder, const struct site_request *request, struct site_response *response)
{
    char path[PATH_MAX];
    const char *question = strchr(request->target, '?');
    size_t length = question ? (size_t)(question - request->target) : strlen(request->target);
    if (length >= sizeof path)
        return;
    memcpy(path, request->target, length);
    path[length] = '\0';
    const char *query = question ? question : "";
    if (try_path(folder, path, query, request->target, response))
        return;
    decode(path);
    if (!try_path(folder, path, query, request->target, response) && *query)
        try_path(folder, path, "", request->target, response);
}

/* ---- All hosts of a folder ---- */

static bool folder_of(const char *root, const char *host, char folder[PATH_MAX])
{
    struct stat about;
    return host[0] != '.' && !strchr(host, '/') &&
           snprintf(folder, PATH_MAX, "%s/%s", root, host) < PATH_MAX && stat(folder, &about) == 0 &&
           S_ISDIR(about.st_mode);
}

static bool find(void *context, const char *name, unsigned asked, struct site_host *host)
{
    char folder[PATH_MAX];
    (void)asked;
    host->address = site_address_of(name);
    host->ttl_s = 300;
    return folder_of(context, name, folder);
}

static void answer(void *context, const struct site_request *request, struct site_response *response)
{
    char folder[PATH_MAX];
    if (folder_of(context, request->host, folder))
        files_answer(folder, request, response);
}

bool files_source(const char *folder, struct site_source *source)
{
    *source = (struct site_source){.context = strdup(folder), .find = find, .answer = answer, .close = free};
    return source->context != NULL;
}
