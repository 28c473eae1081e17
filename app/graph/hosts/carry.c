#include "graph/hosts/carry.h"

#include <string.h>

#include "base/status.h"

/* An entry of the buffer has hops, flags, length of the name, and the name. An entry without a name ends the
 * list, if there is room for one. */
enum { ENTRY_HOPS, ENTRY_FLAGS, ENTRY_LENGTH, ENTRY_NAME };

static size_t carry_entry_size(const uint8_t *entry)
{
    return ENTRY_NAME + (size_t)entry[ENTRY_LENGTH];
}

/* Returns the entry at `at`, or NULL behind the last entry. */
static const uint8_t *carry_entry_at(const uint8_t *carry, size_t size, size_t at)
{
    if (size - at <= ENTRY_NAME || carry[at + ENTRY_LENGTH] == 0 || carry_entry_size(carry + at) > size - at)
        return NULL;
    return carry + at;
}

static bool host_waits(const struct host *host)
{
    return host->state == HOST_KNOWN || host->state == HOST_QUEUED || host->state == HOST_ACTIVE;
}

void hosts_carry_begin(uint8_t *carry, size_t size)
{
    memset(carry, 0, size);
}

int hosts_carry_add(struct hosts *hosts, uint32_t id, uint8_t *carry, size_t size)
{
    const struct host *host;
    const uint8_t *entry;
    size_t at = 0;
    int status = hosts_read(hosts, id, &host);
    if (status < 0 || !host_waits(host))
        return status;
    size_t length = strlen(host->name);
    for (; (entry = carry_entry_at(carry, size, at)); at += carry_entry_size(entry))
        if (entry[ENTRY_LENGTH] == length && memcmp(entry + ENTRY_NAME, host->name, length) == 0)
            return 0;
    if (ENTRY_NAME + length > size - at)
        return STATUS_FULL;
    carry[at + ENTRY_HOPS] = host->hops;
    carry[at + ENTRY_FLAGS] = host->flags;
    carry[at + ENTRY_LENGTH] = (uint8_t)length;
    memcpy(carry + at + ENTRY_NAME, host->name, length);
    return 0;
}

int hosts_carry_take(struct hosts *hosts, uint32_t n, uint8_t *carry, size_t size)
{
    int status = 0, count = 0;
    for (int32_t id; status == 0 && (id = hosts_queue_id(hosts, n)) != STATUS_NOT_FOUND; n++)
        status = id == STATUS_DAMAGED ? 0 : id < 0 ? id : hosts_carry_add(hosts, (uint32_t)id, carry, size);
    if (status < 0 && status != STATUS_FULL)
        return status;
    const uint8_t *entry;
    for (size_t at = 0; (entry = carry_entry_at(carry, size, at)); at += carry_entry_size(entry))
        count++;
    return count;
}

static int carry_put_entry(struct hosts *hosts, const uint8_t *entry)
{
    struct host *host;
    int32_t id = hosts_add(hosts, (const char *)entry + ENTRY_NAME, entry[ENTRY_LENGTH], NULL);
    if (id < 0)
        return id;
    int status = hosts_change(hosts, (uint32_t)id, &host);
    if (status < 0 || !host_waits(host))
        return status;
    host->hops = entry[ENTRY_HOPS];
    host->flags |= entry[ENTRY_FLAGS] | HOST_SEED;
    return 1;
}

int hosts_carry_put(struct hosts *hosts, const uint8_t *carry, size_t size)
{
    const uint8_t *entry;
    int count = 0;
    for (size_t at = 0; (entry = carry_entry_at(carry, size, at)); at += carry_entry_size(entry)) {
        int status = carry_put_entry(hosts, entry);
        if (status < 0 && status != STATUS_FULL && status != STATUS_TOO_LONG)
            return status;
        count += status == 1;
    }
    return count;
}
