#include "internet/hosts.h"

#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct lab_hosts {
    const struct site_source *source;
    void (*meet)(void *context, const struct lab_host *host);
    void *context;
    void *tree; /* of struct lab_host, by name */
};

struct lab_hosts *lab_hosts_new(const struct site_source *source,
                                void (*meet)(void *context, const struct lab_host *host), void *context)
{
    struct lab_hosts *hosts = calloc(1, sizeof *hosts);
    if (hosts)
        *hosts = (struct lab_hosts){.source = source, .meet = meet, .context = context};
    return hosts;
}

static void free_host(void *node)
{
    struct lab_host *host = node;
    X509_free(host->certificate);
    free(host->name);
    free(host);
}

void lab_hosts_free(struct lab_hosts *hosts)
{
    if (hosts)
        tdestroy(hosts->tree, free_host);
    free(hosts);
}

static int compare(const void *left, const void *right)
{
    return strcmp(((const struct lab_host *)left)->name, ((const struct lab_host *)right)->name);
}

/* The host of that name in the tree, put there if it is new; NULL: no memory. */
static struct lab_host *remember(struct lab_hosts *hosts, char *name)
{
    struct lab_host key = {.name = name};
    struct lab_host **found = tfind(&key, &hosts->tree, compare);
    if (found)
        return *found;
    struct lab_host *host = calloc(1, sizeof *host);
    if (host)
        host->name = strdup(name);
    if (host && host->name && tsearch(host, &hosts->tree, compare))
        return host;
    if (host)
        free_host(host);
    return NULL;
}

/* Names that do not exist are not kept, or a machine that asks for nonsense would fill the memory. */
struct lab_host *lab_hosts_find(struct lab_hosts *hosts, const char *name)
{
    char lower[LAB_NAME_MAX + 1];
    size_t length = strlen(name);
    if (length > 0 && name[length - 1] == '.')
        length--;
    if (length == 0 || length >= sizeof lower)
        return NULL;
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    lower[length] = '\0';

    struct lab_host key = {.name = lower}, **known = tfind(&key, &hosts->tree, compare);
    struct site_host site = {0};
    if (!hosts->source->find(hosts->source->context, lower, known ? (*known)->asked : 0, &site))
        return NULL;
    struct lab_host *host = remember(hosts, lower);
    if (host)
        host->site = site;
    return host;
}

void lab_hosts_asked(struct lab_hosts *hosts, struct lab_host *host)
{
    if (host->asked++ == 0 && hosts->meet)
        hosts->meet(hosts->context, host);
}

void lab_hosts_answer(struct lab_hosts *hosts, const struct site_request *request,
                      struct site_response *response)
{
    *response = (struct site_response){0};
    hosts->source->answer(hosts->source->context, request, response);
}
