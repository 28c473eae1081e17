/* Answers the lab's questions from a topic web. */
#include "topicweb/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "topicweb/topicweb.h"

static bool find_host(void *context, const char *name, unsigned asked, struct site_host *answer)
{
    const struct topicweb *web = context;
    int64_t site = topicweb_find_site(web, name, strlen(name));
    (void)asked;
    if (site < 0)
        return false;
    answer->address = web->sites[site].address;
    answer->tls = topicweb_is_secure(web, (uint32_t)site) ? SITE_TLS_BOTH : SITE_TLS_CLOSED;
    return true;
}

static void release(struct site_response *response)
{
    free(response->owned);
    response->owned = NULL;
}

static void answer(void *context, const struct site_request *request, struct site_response *response)
{
    const struct topicweb *web = context;
    struct topicweb_page page;
    struct page_text text = {0};
    if (!topicweb_find(web, request->host, strlen(request->host), request->target, strlen(request->target),
                       &page))
        return;
    if (topicweb_write(&text, web, page) != STATUS_OK) {
        free(text.bytes);
        response->status = 500;
        return;
    }
    response->status = 200;
    response->type = "text/html";
    response->body = response->owned = text.bytes;
    response->size = text.size;
    response->release = release;
}

static void close_web(void *context)
{
    topicweb_free(context);
    free(context);
}

int topicweb_source_open(struct site_source *source, const char *folder)
{
    struct topicweb *web = malloc(sizeof *web);
    int status = web ? topicweb_load(web, folder) : STATUS_FULL;
    if (status != STATUS_OK) {
        free(web);
        return status;
    }
    *source = (struct site_source){.context = web, .find = find_host, .answer = answer, .close = close_web};
    return STATUS_OK;
}
