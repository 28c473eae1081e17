/* Answers the lab's questions from a world. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/internal.h"
#include "world/source.h"
#include "world/text.h"

struct served_world {
    struct world world;
    struct vocabulary vocabulary;
};

static bool find_host(void *context, const char *name, unsigned asked, struct site_host *answer)
{
    (void)asked;
    const struct served_world *served = context;
    int64_t found = world_find_host(&served->world, name, strlen(name));
    if (found < 0)
        return false;
    const struct world_host *host = &served->world.hosts[found];
    answer->address = host->address;
    answer->dns = host->flags & WORLD_FLAG_UNKNOWN_NAME ? SITE_DNS_NXDOMAIN : SITE_DNS_OK;
    answer->tls = host->flags & WORLD_FLAG_HTTPS ? SITE_TLS_BOTH : SITE_TLS_CLOSED;
    return true;
}

static void release(struct site_response *response)
{
    free(response->owned);
    response->owned = NULL;
}

static void give_text(struct site_response *response, struct page_text *text, int status)
{
    if (status != STATUS_OK) {
        free(text->bytes);
        response->status = 500;
        return;
    }
    response->status = 200;
    response->body = text->bytes;
    response->size = text->size;
    response->owned = text->bytes;
    response->release = release;
}

static void answer_robots(const struct served_world *served, uint32_t host, struct site_response *response)
{
    struct page_text text = {0};
    if (served->world.hosts[host].flags & WORLD_FLAG_ROBOTS_ERROR) {
        response->status = 503;
        return;
    }
    give_text(response, &text, text_write_robots(&text, &served->world, host));
    response->type = "text/plain";
}

/* A redirect's target is a text that lives as long as the answer. */
static void answer_redirect(const struct world *world, uint32_t host, uint32_t page,
                            struct site_response *response)
{
    char *path = malloc(WORLD_PATH_BYTES);
    if (!path)
        return;
    response->status = 302;
    response->location = world_path(world, host, page, path);
    response->owned = path;
    response->release = release;
}

static void answer(void *context, const struct site_request *request, struct site_response *response)
{
    const struct served_world *served = context;
    int64_t host = world_find_host(&served->world, request->host, strlen(request->host));
    if (host < 0)
        return;
    if (served->world.hosts[host].flags & WORLD_FLAG_DEAD) {
        response->fault = SITE_FAULT_RESET;
        return;
    }
    if (strcmp(request->target, "/robots.txt") == 0) {
        answer_robots(served, (uint32_t)host, response);
        return;
    }
    struct world_found found =
        world_find(&served->world, (uint32_t)host, request->target, strlen(request->target));
    if (found.status == 302) {
        answer_redirect(&served->world, (uint32_t)host, found.page, response);
    } else if (found.status == 200) {
        struct page_text text = {0};
        give_text(response, &text,
                  text_write(&text, &served->world, &served->vocabulary, (uint32_t)host, found.page));
        response->type = "text/html";
        response->charset =
            found.page % 3 ? NULL : text_charset_of(&served->world, (uint32_t)host, found.page);
    }
}

static void close_world(void *context)
{
    struct served_world *served = context;
    vocabulary_close(&served->vocabulary);
    world_free(&served->world);
    free(served);
}

int world_source_open(struct site_source *source, const char *folder)
{
    struct served_world *served = calloc(1, sizeof *served);
    if (!served)
        return STATUS_FULL;
    int status = world_load(&served->world, folder);
    if (status == STATUS_OK)
        status = vocabulary_open(&served->vocabulary);
    if (status != STATUS_OK) {
        close_world(served);
        return status;
    }
    *source =
        (struct site_source){.context = served, .find = find_host, .answer = answer, .close = close_world};
    return STATUS_OK;
}
