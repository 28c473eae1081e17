#include <string.h>

#include "base/numbers.h"
#include "base/status.h"
#include "graph/hosts/internal.h"

/*
 * The queue is sorted on the card: entries are put in order within each sector as it fills, then sectors are
 * merged to runs of two, of four and so on, from one half of the file to the other and back. A merge reads
 * two sectors and writes a third, and goes through all of them from first to last; the cache of three lines
 * holds just these.
 */

/* An entry is one number made of score (turned round, so that the highest comes first), hash and id. The
 * order of these numbers is the order of the queue. */
typedef uint64_t entry;

enum { ENTRIES_A_SECTOR = STATE_PAYLOAD_BYTES / sizeof(entry), ENTRY_ID_BITS = 24, MERGE_STEP = 256 };

static entry make_entry(uint32_t id, uint32_t hash, uint8_t score)
{
    return (entry)(UINT8_MAX - score) << 56 | (entry)hash << ENTRY_ID_BITS | id;
}

static uint32_t half_sectors(const struct hosts *hosts)
{
    return hosts->state->files->sectors[STATE_QUEUE] / 2;
}

static int queue_entry_at(struct hosts *hosts, unsigned half, uint32_t n, enum state_use use, uint8_t **at)
{
    int status =
        state_sector(hosts->state, STATE_QUEUE, half * half_sectors(hosts) + n / ENTRIES_A_SECTOR, use, at);
    if (status < 0)
        return status;
    *at += n % ENTRIES_A_SECTOR * sizeof(entry);
    return 0;
}

static int queue_read_entry(struct hosts *hosts, unsigned half, uint32_t n, entry *value)
{
    uint8_t *at;
    int status = queue_entry_at(hosts, half, n, STATE_READ, &at);
    if (status == 0)
        memcpy(value, at, sizeof *value);
    return status;
}

static enum state_use use_to_write_entry(uint32_t n)
{
    return n % ENTRIES_A_SECTOR == 0 ? STATE_FRESH : STATE_DERIVE;
}

void hosts_queue_begin(struct hosts *hosts)
{
    hosts->old_queued = hosts->mark.queued;
    hosts->mark.queued = 0;
    hosts->sorting = 0;
    hosts->run = ENTRIES_A_SECTOR;
    hosts->merged = hosts->left = 0;
    hosts->mark.queue_half = !hosts->mark.queue_half;
}

/* Inserts the host in order among the entries of its sector. */
int hosts_queue_add(struct hosts *hosts, uint32_t id, uint32_t hash, uint8_t score)
{
    uint32_t n = hosts->sorting, before = n % ENTRIES_A_SECTOR;
    entry value = make_entry(id, hash, score), other;
    uint8_t *at;
    if (n >= half_sectors(hosts) * ENTRIES_A_SECTOR)
        return STATUS_FULL;
    int status = queue_entry_at(hosts, hosts->mark.queue_half, n, use_to_write_entry(n), &at);
    if (status < 0)
        return status;
    for (; before > 0; before--, at -= sizeof other) {
        memcpy(&other, at - sizeof other, sizeof other);
        if (other < value)
            break;
        memcpy(at, &other, sizeof other);
    }
    memcpy(at, &value, sizeof value);
    hosts->sorting++;
    return 0;
}

/* Writes the next entry of the merge to the other half, where `merged` entries are already. Of the pair of
 * runs that is being merged, the left one was taken up to `left`; how far the right one was taken follows
 * from both. */
static int merge_one_entry(struct hosts *hosts)
{
    unsigned from = hosts->mark.queue_half;
    uint32_t pair = hosts->merged / (2 * hosts->run) * (2 * hosts->run);
    uint32_t middle = smaller_of(pair + hosts->run, hosts->sorting);
    uint32_t end = smaller_of(pair + 2 * hosts->run, hosts->sorting);
    if (hosts->merged == pair)
        hosts->left = pair;
    uint32_t right = middle + hosts->merged - hosts->left;
    entry first = UINT64_MAX, second = UINT64_MAX;
    uint8_t *to;
    int status = hosts->left < middle ? queue_read_entry(hosts, from, hosts->left, &first) : 0;
    if (status == 0 && right < end)
        status = queue_read_entry(hosts, from, right, &second);
    if (status == 0)
        status = queue_entry_at(hosts, !from, hosts->merged, use_to_write_entry(hosts->merged), &to);
    if (status < 0)
        return status;
    hosts->left += first <= second;
    hosts->merged++;
    memcpy(to, first <= second ? &first : &second, sizeof first);
    return 0;
}

int hosts_queue_sort(struct hosts *hosts)
{
    int status = 0;
    for (unsigned i = 0; status == 0 && i < MERGE_STEP && hosts->run < hosts->sorting; i++) {
        status = merge_one_entry(hosts);
        if (status < 0 || hosts->merged < hosts->sorting)
            continue;
        hosts->mark.queue_half = !hosts->mark.queue_half;
        hosts->run *= 2;
        hosts->merged = 0;
    }
    if (status < 0 || hosts->run < hosts->sorting)
        return status < 0 ? status : 1;
    hosts->mark.queued = hosts->sorting;
    return 0;
}

static int32_t queue_id_at(struct hosts *hosts, unsigned half, uint32_t n)
{
    entry value;
    int status = queue_read_entry(hosts, half, n, &value);
    if (status < 0)
        return status;
    uint32_t id = (uint32_t)value & ((1u << ENTRY_ID_BITS) - 1);
    return id < hosts->mark.hosts ? (int32_t)id : STATUS_DAMAGED;
}

int32_t hosts_queue_id(struct hosts *hosts, uint32_t n)
{
    return n < hosts->mark.queued ? queue_id_at(hosts, hosts->mark.queue_half, n) : STATUS_NOT_FOUND;
}

int32_t hosts_queue_old_id(struct hosts *hosts, uint32_t n)
{
    return n < hosts->old_queued ? queue_id_at(hosts, !hosts->mark.queue_half, n) : STATUS_NOT_FOUND;
}
