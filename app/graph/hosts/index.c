#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "graph/hosts/internal.h"
#include "read/url/key.h"

/* A slot has id + 1 in its low 24 bits and 8 bits of a hash above, which save most reads of other hosts'
 * records. The hash is made with a secret: else somebody could invent names that lie side by side, and make
 * every look-up a long walk. */
enum { SLOT_BYTES = 4, SLOTS_A_SECTOR = HOSTS_SLOTS_A_SECTOR, SLOT_ID_BITS = 24 };

enum {
    PREPARE_STEPS = 16, /* steps in one call of hosts_prepare() */
    /* Half of the slots have a host, so that by chance not one look-up in 10^10 is so long. One that is
     * has met many slots of hosts that gave way, and the index is made anew. */
    PROBES_MOST = 128,
};

uint32_t hosts_hash(const char *name, size_t length)
{
    return host_key_of(name, length).hash;
}

struct host_key host_key_of(const char *name, size_t length)
{
    if (length > 1 && name[length - 1] == '.')
        length--;
    size_t start = url_key_host(name, length);
    return (struct host_key){name + start, length - start, (uint32_t)url_hash(name + start, length - start)};
}

static uint32_t index_hash_of(const struct hosts *hosts, const struct host_key *key)
{
    return (uint32_t)keyed_hash_of(hosts->mark.secret, key->text, key->length);
}

static uint32_t slot_value(uint32_t id, uint32_t hash)
{
    return (id + 1) | hash >> SLOT_ID_BITS << SLOT_ID_BITS;
}

/* Returns the id in a slot; for an empty slot it is an id that no host has. */
static uint32_t slot_id(uint32_t value)
{
    return (value & ((1u << SLOT_ID_BITS) - 1)) - 1;
}

static int slot_at(struct hosts *hosts, uint32_t slot, enum state_use use, uint8_t **at)
{
    int status = state_sector(hosts->state, STATE_INDEX, slot / SLOTS_A_SECTOR, use, at);
    if (status < 0)
        return status;
    *at += slot % SLOTS_A_SECTOR * SLOT_BYTES;
    return 0;
}

bool host_has_key(const struct host *host, const struct host_key *key)
{
    size_t length = strlen(host->name);
    if (host->hash != key->hash || host->state == HOST_LOST)
        return false;
    size_t start = url_key_host(host->name, length);
    return length - start == key->length && memcmp(host->name + start, key->text, key->length) == 0;
}

/* Returns 1 if the slot names the host with this key, 0 if not, or an error of the card. */
static int slot_has_key(struct hosts *hosts, uint32_t value, uint32_t place, const struct host_key *key)
{
    const struct host *host;
    uint32_t id = slot_id(value);
    if (value != slot_value(id, place))
        return 0;
    int status = hosts_read(hosts, id, &host);
    return status < 0 ? status : host_has_key(host, key);
}

int32_t hosts_index_find(struct hosts *hosts, const struct host_key *key, uint32_t *slot)
{
    uint8_t *at;
    if (!hosts->mark.index_ready)
        return STATUS_DAMAGED;
    uint32_t place = index_hash_of(hosts, key);
    *slot = place % hosts->slots;
    for (unsigned probes = 0; probes < PROBES_MOST; probes++) {
        int status = slot_at(hosts, *slot, STATE_READ, &at);
        if (status == STATUS_DAMAGED)
            break;
        if (status < 0)
            return status;
        uint32_t value = bytes_get32(at);
        if (slot_id(value) >= hosts->mark.hosts)
            return STATUS_NOT_FOUND; /* free, or of a host that was added but never committed */
        int matches = slot_has_key(hosts, value, place, key);
        if (matches != 0)
            return matches < 0 ? matches : (int32_t)slot_id(value);
        *slot = *slot + 1 == hosts->slots ? 0 : *slot + 1;
    }
    hosts->mark.index_ready = 0;
    hosts->mark.prepared = 0;
    return STATUS_DAMAGED;
}

int hosts_index_put(struct hosts *hosts, uint32_t slot, uint32_t id, const struct host_key *key)
{
    uint8_t *at;
    int status = slot_at(hosts, slot, STATE_CHANGE, &at);
    if (status == 0)
        bytes_put32(at, slot_value(id, index_hash_of(hosts, key)));
    return status;
}

/* Puts a host into an index that is being made, unless it is in it from before a power cut. */
static int index_put_again(struct hosts *hosts, uint32_t id)
{
    const struct host *host;
    uint8_t *at;
    int status = hosts_read(hosts, id, &host);
    if (status < 0 || host->state == HOST_LOST)
        return status;
    struct host_key key = host_key_of(host->name, strlen(host->name));
    uint32_t place = index_hash_of(hosts, &key), slot = place % hosts->slots;
    for (;;) {
        status = slot_at(hosts, slot, STATE_READ, &at);
        if (status < 0)
            return status;
        uint32_t value = bytes_get32(at);
        if (slot_id(value) == id)
            return 0;
        if (slot_id(value) >= hosts->mark.hosts)
            break;
        slot = slot + 1 == hosts->slots ? 0 : slot + 1;
    }
    status = slot_at(hosts, slot, STATE_DERIVE, &at);
    if (status == 0)
        bytes_put32(at, slot_value(id, place));
    if (status == 0)
        status = hosts_read(hosts, id, &host); /* the index's sectors took its place in the cache */
    return status < 0 ? status : hosts_domain_add(hosts, host->name, strlen(host->name));
}

/* Empties every sector, then puts every host in; `prepared` counts both. */
int hosts_prepare(struct hosts *hosts)
{
    struct hosts_mark *mark = &hosts->mark;
    uint32_t sectors = hosts->state->files->sectors[STATE_INDEX];
    uint8_t *bytes;
    int status = 0;
    for (unsigned i = 0; status == 0 && !mark->index_ready && i < PREPARE_STEPS; i++) {
        if (mark->prepared < sectors)
            status = state_sector(hosts->state, STATE_INDEX, mark->prepared, STATE_FRESH, &bytes);
        else if (mark->prepared - sectors < mark->hosts)
            status = index_put_again(hosts, mark->prepared - sectors);
        else
            mark->index_ready = 1;
        if (status == 0)
            mark->prepared++;
        else if (status == STATUS_DAMAGED && hosts->restarts++ == 0) /* power failed while it was made */
            mark->prepared = 0, status = 0;
    }
    return status < 0 ? status : !mark->index_ready;
}
