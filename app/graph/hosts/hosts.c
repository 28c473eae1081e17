#include "graph/hosts/hosts.h"

#include <string.h>

#include "base/status.h"
#include "graph/hosts/internal.h"

_Static_assert(sizeof(struct host) == HOST_RECORD_BYTES, "two records and the seal fill a sector");
_Static_assert(offsetof(struct host, hash) == 112 && offsetof(struct host, by_country) == 144 &&
                   offsetof(struct host, top) == 194 && offsetof(struct host, state) == 210 &&
                   offsetof(struct host, born) == 244,
               "FORMAT.md says where the fields lie");

int hosts_open(struct hosts *hosts, struct state *state, const struct hosts_mark *mark)
{
    const uint32_t *sectors = state->files->sectors;
    uint32_t index_sectors = sectors[STATE_INDEX];
    *hosts = (struct hosts){.state = state};
    if (mark)
        hosts->mark = *mark;
    hosts->home = home_of(hosts->mark.language);
    index_sectors -= index_sectors / HOSTS_INDEX_PARTS;
    hosts->slots = index_sectors * HOSTS_SLOTS_A_SECTOR;
    hosts->capacity = sectors[STATE_HOSTS] * HOSTS_A_SECTOR;
    if (hosts->capacity > hosts->slots / 2) /* fuller, and probing takes long */
        hosts->capacity = hosts->slots / 2;
    if (hosts->capacity > HOSTS_MAX)
        hosts->capacity = HOSTS_MAX;
    if (hosts->mark.hosts > hosts->capacity || hosts->mark.as.country >= FEATURE_COUNTRIES ||
        hosts->mark.as.tld >= FEATURE_TLDS || !hosts->home)
        return STATUS_DAMAGED;
    return hosts->capacity > 0 ? 0 : STATUS_FULL;
}

static void clear_record(struct host *host)
{
    memset(host, 0, sizeof *host);
    host->state = HOST_LOST;
}

/* Checks every field that is used as an index or a length without a further check. */
static bool record_is_sound(const struct host *host)
{
    return host->name[HOST_NAME_SIZE - 1] == '\0' && host->state < HOST_STATES && host->label < HOST_LABELS &&
           host->applied_label < HOST_LABELS && host->country < FEATURE_COUNTRIES &&
           host->tld < FEATURE_TLDS && host->applied_country < FEATURE_COUNTRIES;
}

/* Clears a damaged sector, and with it two hosts; they become known again when somebody links to them. */
static int clear_damaged_sector(struct hosts *hosts, uint32_t sector, uint8_t **bytes)
{
    int status = state_sector(hosts->state, STATE_HOSTS, sector, STATE_FRESH, bytes);
    for (int i = 0; status == 0 && i < HOSTS_A_SECTOR; i++)
        clear_record((struct host *)(void *)(*bytes + i * HOST_RECORD_BYTES));
    hosts->lost += HOSTS_A_SECTOR;
    return status;
}

static int fetch_record(struct hosts *hosts, uint32_t id, enum state_use use, struct host **host)
{
    uint8_t *bytes;
    if (id >= hosts->mark.hosts)
        return STATUS_NOT_FOUND;
    int status = state_sector(hosts->state, STATE_HOSTS, id / HOSTS_A_SECTOR, use, &bytes);
    if (status == STATUS_DAMAGED)
        status = clear_damaged_sector(hosts, id / HOSTS_A_SECTOR, &bytes);
    if (status < 0)
        return status;
    *host = (struct host *)(void *)(bytes + id % HOSTS_A_SECTOR * HOST_RECORD_BYTES);
    if (record_is_sound(*host))
        return 0;
    hosts->lost++;
    status = state_sector(hosts->state, STATE_HOSTS, id / HOSTS_A_SECTOR, STATE_CHANGE, &bytes);
    if (status == 0)
        clear_record(*host);
    return status;
}

int hosts_read(struct hosts *hosts, uint32_t id, const struct host **host)
{
    struct host *found = NULL;
    int status = fetch_record(hosts, id, STATE_READ, &found);
    *host = found;
    return status;
}

int hosts_change(struct hosts *hosts, uint32_t id, struct host **host)
{
    return fetch_record(hosts, id, STATE_CHANGE, host);
}

int hosts_next(struct hosts *hosts, uint32_t *id, unsigned states, const struct host **host)
{
    for (; *id < hosts->mark.hosts; ++*id) {
        int status = hosts_read(hosts, *id, host);
        if (status < 0 || states >> (*host)->state & 1)
            return status;
    }
    return STATUS_NOT_FOUND;
}

int32_t hosts_find(struct hosts *hosts, const char *name, size_t length)
{
    uint32_t slot;
    struct host_key key = host_key_of(name, length);
    return hosts_index_find(hosts, &key, &slot);
}

/* Keeps the shortest of the names that links have for a host (with www and without), whichever was met first:
 * by that name it is fetched. */
static int keep_shortest_name(struct hosts *hosts, uint32_t id, const char *name, size_t length)
{
    const struct host *known;
    struct host *host;
    int status = hosts_read(hosts, id, &known);
    if (status < 0)
        return status;
    size_t known_length = strlen(known->name);
    if (length > known_length || (length == known_length && memcmp(name, known->name, length) >= 0))
        return 0;
    status = hosts_change(hosts, id, &host);
    if (status < 0)
        return status;
    memset(host->name, 0, HOST_NAME_SIZE);
    memcpy(host->name, name, length);
    return 0;
}

void host_begin(const struct hosts *hosts, struct host *host, const char *name, size_t length, uint32_t hash)
{
    memset(host, 0, sizeof *host);
    memcpy(host->name, name, length);
    host->hash = hash;
    host->tld = (uint8_t)url_tld(name, segment_host_length(name, length), hosts->home->domains);
    host->country = COUNTRY_OTHER;
    host->born = hosts->mark.application + 1;
}

static int write_new_record(struct hosts *hosts, const char *name, size_t length, uint32_t hash)
{
    uint8_t *bytes;
    uint32_t id = hosts->mark.hosts, sector = id / HOSTS_A_SECTOR;
    bool first_of_sector = id % HOSTS_A_SECTOR == 0;
    int status =
        state_sector(hosts->state, STATE_HOSTS, sector, first_of_sector ? STATE_FRESH : STATE_CHANGE, &bytes);
    if (status == STATUS_DAMAGED)
        status = clear_damaged_sector(hosts, sector, &bytes);
    if (status < 0)
        return status;
    host_begin(hosts, (struct host *)(void *)(bytes + id % HOSTS_A_SECTOR * HOST_RECORD_BYTES), name, length,
               hash);
    return 0;
}

static int32_t refuse_host(struct hosts *hosts, int status)
{
    hosts->refused++;
    return status;
}

/* Returns the id of a place behind the last host, or that of a host that gives way. */
static int32_t find_place(struct hosts *hosts, const char *name, size_t length, const struct host_key *key,
                          uint32_t room, enum hosts_newcomer newcomer)
{
    if (hosts->mark.hosts >= room)
        return hosts_replace(hosts, name, length, key, newcomer);
    int status = write_new_record(hosts, name, length, key->hash);
    return status < 0 ? status : (int32_t)hosts->mark.hosts;
}

int32_t hosts_place(struct hosts *hosts, const char *name, size_t length, uint32_t room,
                    enum hosts_newcomer newcomer, bool *is_new)
{
    uint32_t slot;
    *is_new = false;
    if (length > 1 && name[length - 1] == '.')
        length--;
    if (length == 0 || length >= HOST_NAME_SIZE)
        return refuse_host(hosts, STATUS_TOO_LONG);
    struct host_key key = host_key_of(name, length);
    int32_t id = hosts_index_find(hosts, &key, &slot);
    if (id >= 0) {
        int status = keep_shortest_name(hosts, (uint32_t)id, name, length);
        return status < 0 ? status : id;
    }
    if (id == STATUS_NOT_FOUND)
        id = find_place(hosts, name, length, &key, room, newcomer);
    if (id < 0)
        return id == STATUS_FULL ? refuse_host(hosts, id) : id;
    int status = hosts_index_put(hosts, slot, (uint32_t)id, &key);
    if (status < 0)
        return status;
    hosts->mark.hosts += (uint32_t)id == hosts->mark.hosts;
    *is_new = true;
    return id;
}

int32_t hosts_add(struct hosts *hosts, const char *name, size_t length, bool *is_new)
{
    bool ignored;
    return hosts_place(hosts, name, length, hosts->capacity, HOSTS_NEW_SEED, is_new ? is_new : &ignored);
}
