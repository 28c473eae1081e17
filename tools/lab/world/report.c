/* Prints worlds. */
#include "world/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "cli.h"
#include "read/url/url.h"
#include "world/source.h"

enum { PATH_ROOM = 4096 };

int report_info(const struct world *world)
{
    printf("preset\t%s\nseed\t%llu\n", world->preset, (unsigned long long)world->seed);
    return world->kind->print_info(world);
}

/* ---- A page ---- */

static int print_response(const char *url, const struct site_response *response)
{
    if (response->body)
        fwrite(response->body, 1, response->size, stdout);
    else if (response->location)
        cli_error("%s: redirected to %s", url, response->location);
    else
        cli_error("%s: answers %d", url, response->status ? response->status : 404);
    return response->body ? CLI_YES : CLI_NO;
}

int report_page(struct world *world, const char *text)
{
    struct site_source source = world_source(world);
    char buffer[URL_BUFFER_SIZE], name[WORLD_NAME_BYTES];
    struct url url;
    if (url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL) < 0)
        return cli_error("%s: %s", text, url_reason(&url));
    snprintf(name, sizeof name, "%.*s", (int)url_host_length(&url), url.text + url.host);
    struct site_host host = {0};
    struct site_response response = {0};
    struct site_request request = {
        .host = name, .method = "GET", .target = url.text + url.path, .headers = ""};
    if (!source.find(source.context, name, 0, &host) || host.dns != SITE_DNS_OK) {
        cli_error("%s: no such host in this world", name);
        return CLI_NO;
    }
    source.answer(source.context, &request, &response);
    int result = print_response(text, &response);
    if (response.release)
        response.release(&response);
    return result;
}

/* ---- All pages as files, with folders as `wget -r` leaves them ---- */

/* Makes the folders of a path, all but its last part. */
static bool make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool write_page(struct world *world, struct world_page page, const char *folder,
                       struct page_text *text)
{
    char url[WORLD_URL_BYTES], path[PATH_ROOM];
    bool is_target = world->kind->is_target(world, page);
    int length = world->kind->url(world, page, url);
    int size = snprintf(path, sizeof path, "%s/%s/%s%s", folder, is_target ? world->kind->target : "other",
                        strstr(url, "://") + 3, url[length - 1] == '/' ? "index.html" : "");
    if (size < 0 || size >= PATH_ROOM || !make_folders(path) ||
        world->kind->write(world, page, text) != STATUS_OK)
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(text->bytes, 1, text->size, file) == text->size;
    return fclose(file) == 0 && written;
}

int report_pages(struct world *world, const char *folder)
{
    struct page_text text = {0};
    struct world_size size;
    bool good = true;
    uint64_t pages = 0;
    world->kind->size(world, &size);
    for (uint32_t i = 0; i < size.parts && good; i++) {
        uint32_t count = world->kind->page_count(world, i);
        for (uint32_t j = 0; j < count && good; j++, pages++)
            good = write_page(world, (struct world_page){i, j}, folder, &text);
        cli_progress("parts", i, size.parts);
    }
    cli_progress_end();
    free(text.bytes);
    if (!good)
        return cli_error("%s: cannot be written", folder);
    printf("pages\t%llu\n", (unsigned long long)pages);
    return CLI_YES;
}
