/* Answers the lab's questions from a world of either kind. */
#include "world/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/world.h"

static bool find_host(void *context, const char *name, unsigned asked, struct site_host *answer)
{
    (void)asked;
    const struct world *world = context;
    int64_t found = world->kind->find_site(world, name, strlen(name));
    if (found < 0)
        return false;
    struct world_site site = world->kind->site(world, (uint32_t)found);
    answer->address = site.address;
    answer->dns = site.flags & WORLD_FLAG_UNKNOWN_NAME ? SITE_DNS_NXDOMAIN : SITE_DNS_OK;
    answer->tls = site.flags & WORLD_FLAG_HTTPS ? SITE_TLS_BOTH : SITE_TLS_CLOSED;
    return true;
}

static void release(struct site_response *response)
{
    free(response->owned);
    response->owned = NULL;
}

static void give_text(struct site_response *response, const struct page_text *text, int status,
                      const char *type)
{
    if (status != STATUS_OK) {
        free(text->bytes);
        response->status = 500;
        return;
    }
    response->status = 200;
    response->type = type;
    response->body = response->owned = text->bytes;
    response->size = text->size;
    response->release = release;
}

/* A redirect's target is a path, a text that lives as long as the answer. */
static void answer_redirect(const struct world *world, struct world_page page, struct site_response *response)
{
    char *url = malloc(WORLD_URL_BYTES);
    if (!url)
        return;
    world->kind->url(world, page, url);
    response->status = 302;
    response->location = strchr(strstr(url, "://") + 3, '/');
    response->owned = url;
    response->release = release;
}

static void answer_page(struct world *world, uint32_t site, const char *path, struct site_response *response)
{
    struct page_text text = {0};
    struct world_found found = world->kind->find(world, site, path, strlen(path));
    if (found.status == 302)
        answer_redirect(world, found.page, response);
    if (found.status != 200)
        return;
    give_text(response, &text, world->kind->write(world, found.page, &text), "text/html");
    response->charset = world->kind->charset(world, found.page);
}

static void answer(void *context, const struct site_request *request, struct site_response *response)
{
    struct world *world = context;
    struct page_text text = {0};
    int64_t found = world->kind->find_site(world, request->host, strlen(request->host));
    if (found < 0)
        return;
    uint32_t site = (uint32_t)found;
    unsigned flags = world->kind->site(world, site).flags;
    bool asks_robots = world->kind->write_robots && strcmp(request->target, "/robots.txt") == 0;
    if (flags & WORLD_FLAG_DEAD)
        response->fault = SITE_FAULT_RESET;
    else if (asks_robots && flags & WORLD_FLAG_ROBOTS_ERROR)
        response->status = 503;
    else if (asks_robots)
        give_text(response, &text, world->kind->write_robots(world, site, &text), "text/plain");
    else
        answer_page(world, site, request->target, response);
}

static void close_world(void *context)
{
    world_free(context);
}

struct site_source world_source(struct world *world)
{
    return (struct site_source){.context = world, .find = find_host, .answer = answer, .close = close_world};
}

int world_source_open(struct site_source *source, const char *folder)
{
    struct world *world;
    int status = world_load(&world, folder);
    if (status == STATUS_OK)
        *source = world_source(world);
    return status;
}
