/* Reads cards for a recorded world. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cardfs/state.h"
#include "cli.h"
#include "read/url/url.h"
#include "world/record.h"

enum { FIRST_ROOM = 4096 };

/* A list with room for one more, of twice the size if it was full; NULL: no memory, and the list is as it
 * was. */
static void *with_room(void *list, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return list;
    uint32_t wanted = *room ? *room * 2 : FIRST_ROOM;
    void *larger = realloc(list, wanted * size);
    if (larger)
        *room = wanted;
    return larger;
}

/* What a card says is no more to be trusted than the web: a name must be one that a link could lead to. */
bool record_is_name(const char *name)
{
    char text[HOST_NAME_SIZE + 16], buffer[URL_BUFFER_SIZE];
    struct url url;
    if (strnlen(name, HOST_NAME_SIZE) == HOST_NAME_SIZE)
        return false;
    int length = snprintf(text, sizeof text, "http://%s/", name);
    return url_parse(&url, buffer, sizeof buffer, text, (size_t)length, NULL) >= 0 &&
           url_host_length(&url) == strlen(name) &&
           memcmp(url.text + url.host, name, url_host_length(&url)) == 0;
}

int record_add_sighting(struct record *record, const struct record_sighting *sighting)
{
    struct record_sighting *list = with_room(record->sightings, record->count, &record->room, sizeof *list);
    if (!list)
        return STATUS_FULL;
    record->sightings = list;
    record->sightings[record->count++] = *sighting;
    return STATUS_OK;
}

int record_add_link(struct record *record, struct record_link link)
{
    struct record_link *list = with_room(record->links, record->link_count, &record->link_room, sizeof *list);
    if (!list)
        return STATUS_FULL;
    record->links = list;
    record->links[record->link_count++] = link;
    return STATUS_OK;
}

static int add_host(struct record *record, const struct host *host)
{
    struct record_sighting sighting = {.state = HOST_LOST};
    bool good = record_is_name(host->name) && host->country < FEATURE_COUNTRIES && host->tld < FEATURE_TLDS &&
                host->thai_pages <= host->pages;
    if (!good || host->state == HOST_LOST) /* keeps its number: links name it */
        return record_add_sighting(record, &sighting);
    memcpy(sighting.name, host->name, sizeof sighting.name);
    sighting.pages = host->pages;
    sighting.thai_pages = host->thai_pages;
    sighting.state = host->state;
    sighting.stop = host->stop;
    sighting.country = host->country;
    sighting.tld = host->tld;
    sighting.https = host->flags & HOST_HTTPS;
    sighting.start = host->flags & HOST_SEED || (host->state == HOST_DONE && host->hops == 0);
    return record_add_sighting(record, &sighting);
}

static int add_links(struct record *record, struct hosts *hosts, uint32_t source, uint32_t first)
{
    const struct host *host;
    int32_t target;
    int status = hosts_read(hosts, source, &host);
    if (status < 0)
        return status;
    uint32_t listed = host->listed;
    for (uint32_t n = 0; (target = hosts_list_target(hosts, source, n)) >= 0; n++) {
        if ((uint32_t)target >= hosts->mark.hosts)
            return STATUS_DAMAGED;
        status = hosts_read(hosts, (uint32_t)target, &host);
        if (status < 0)
            return status;
        if (host->born > listed) /* another host has the record now */
            continue;
        status = record_add_link(record, (struct record_link){first + source, first + (uint32_t)target});
        if (status != STATUS_OK)
            return status;
    }
    return target == STATUS_NOT_FOUND ? STATUS_OK : target;
}

static int add_hosts(struct record *record, struct hosts *hosts)
{
    uint32_t first = record->count;
    const struct host *host;
    int status = STATUS_OK;
    for (uint32_t id = 0; id < hosts->mark.hosts && status == STATUS_OK; id++) {
        status = hosts_read(hosts, id, &host);
        if (status == STATUS_OK)
            status = add_host(record, host);
    }
    for (uint32_t id = 0; id < hosts->mark.hosts && status == STATUS_OK; id++)
        if (record->sightings[first + id].state == HOST_DONE)
            status = add_links(record, hosts, id, first);
    return status;
}

static int use_state(void *user, struct card_state *state)
{
    if (state->crawl.magic == CRAWL_MAGIC_SEGMENTS)
        return STATUS_UNSUPPORTED;
    return add_hosts(user, &state->hosts);
}

int record_card(struct record *record, const char *path)
{
    struct card_fs fs;
    if (card_fs_open(&fs, path, CARD_READ) < 0)
        return cli_error("%s", fs.problem);
    int status = card_state_use(&fs, use_state, record);
    card_fs_close(&fs);
    if (status == STATUS_NOT_FOUND)
        return cli_error("%s: no crawl was begun on this card", path);
    if (status == STATUS_UNSUPPORTED)
        return cli_error("%s: the crawl on it is of segments (mode = segment), a world is of whole sites: it "
                         "cannot be recorded",
                         path);
    if (status == STATUS_FULL)
        return cli_no_memory();
    return status < 0 ? cli_error("%s: its host table cannot be read: %s", path, status_text(status))
                      : CLI_YES;
}

void record_free(struct record *record)
{
    free(record->sightings);
    free(record->links);
    *record = (struct record){0};
}
