#include "internet/places.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internet/files.h"

enum { STATUS_OK_HERE = 200, STATUS_FOUND = 302, STATUS_NO_FILE = 500 };

static struct place *find_place(const struct description *description, const char *name)
{
    for (size_t i = 0; i < description->place_count; i++)
        if (strcmp(description->places[i].name, name) == 0)
            return &description->places[i];
    return NULL;
}

static bool find(void *context, const char *name, unsigned asked, struct site_host *host)
{
    const struct description *description = context;
    const struct place *place = find_place(description, name);
    if (!place)
        return description->rest.find && description->rest.find(description->rest.context, name, asked, host);
    *host = place->site;
    if (place->rebind != 0 && asked > 0)
        host->address = place->rebind;
    return true;
}

static struct page *find_page(const struct place *place, const char *target)
{
    for (size_t i = 0; i < place->page_count; i++) {
        struct page *page = &place->pages[i];
        bool matches = page->prefix ? strncmp(page->path, target, strlen(page->path)) == 0
                                    : strcmp(page->path, target) == 0;
        if (matches && (page->times == 0 || page->used < page->times))
            return page;
    }
    return NULL;
}

static void release(struct site_response *response)
{
    free(response->owned);
}

/* A page that says what it is; of that size if one is wanted. */
static void make_body(const struct site_request *request, uint32_t fill, struct site_response *response)
{
    char *bytes;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (!out)
        return;
    fprintf(out, "<!DOCTYPE html>\n<title>%s%s</title>\n<p>This is %s of %s.</p>\n", request->host,
            request->target, request->target, request->host);
    for (int line = 1; ftello(out) < (off_t)fill; line++)
        fprintf(out, "<p>Line %d of a page that is as long as it has to be.</p>\n", line);
    if (fclose(out) != 0)
        return;
    response->body = response->owned = bytes;
    response->size = fill > 0 && fill < size ? fill : size;
    response->release = release;
}

static void answer_page(const struct description *description, struct page *page,
                        const struct site_request *request, struct site_response *response)
{
    page->used++;
    *response = (struct site_response){
        .status = page->status     ? (int)page->status
                  : page->location ? STATUS_FOUND
                                   : STATUS_OK_HERE,
        .type = page->type,
        .charset = page->charset,
        .headers = page->headers,
        .location = page->location,
        .retry_after_s = page->retry_after_s,
        .transfer = page->transfer,
        .delay_ms = page->delay_ms,
        .bytes_per_s = page->bytes_per_s,
        .fault = page->fault,
    };
    char path[PATH_MAX];
    if (page->file) {
        snprintf(path, sizeof path, "%s%s%s", page->file[0] == '/' ? "" : description->folder,
                 page->file[0] == '/' ? "" : "/", page->file);
        if (files_send(path, response))
            return;
        response->status = STATUS_NO_FILE;
    }
    if (!response->type)
        response->type = "text/html";
    if (page->text) {
        response->body = page->text;
        response->size = strlen(page->text);
    } else
        make_body(request, page->fill, response);
}

static void answer(void *context, const struct site_request *request, struct site_response *response)
{
    const struct description *description = context;
    const struct place *place = find_place(description, request->host);
    struct page *page = place ? find_page(place, request->target) : NULL;
    if (page)
        answer_page(description, page, request, response);
    else if (place && place->files)
        files_answer(place->files, request, response);
    else if (description->rest.answer)
        description->rest.answer(description->rest.context, request, response);
}

static void free_page(struct page *page)
{
    free(page->path);
    free(page->type);
    free(page->charset);
    free(page->location);
    free(page->headers);
    free(page->file);
    free(page->text);
}

static void close_description(void *context)
{
    struct description *description = context;
    for (size_t i = 0; i < description->place_count; i++) {
        struct place *place = &description->places[i];
        for (size_t p = 0; p < place->page_count; p++)
            free_page(&place->pages[p]);
        free(place->pages);
        free(place->name);
        free(place->files);
    }
    free(description->places);
    free(description->folder);
    if (description->rest.close)
        description->rest.close(description->rest.context);
    free(description);
}

struct site_source places_source(struct description *description)
{
    return (struct site_source){
        .context = description, .find = find, .answer = answer, .close = close_description};
}
