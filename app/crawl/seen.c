#include "crawl/seen.h"

#include "base/bytes.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"

enum {
    SLOT_BYTES = 4,
    SECTOR_SLOTS = STATE_PAYLOAD_BYTES / SLOT_BYTES,
    BITS_FIRST = 3,  /* eight sectors to begin with: making the set anew writes about a sector a key */
    BITS_GROWTH = 2, /* then four times as many */
    MARK_BITS = 32,  /* of a key that a slot keeps; the others choose the sector */
};

static int sector_of(struct crawl *crawl, struct crawl_site *site, uint32_t number, enum state_use use,
                     uint8_t **bytes)
{
    return state_sector(crawl->port->state, STATE_SITE0 + crawl_slot(crawl, site), FRONTIER_SEEN_AT + number,
                        use, bytes);
}

/* The sectors that the set can have at most, as a power of two. */
static uint8_t bits_max(const struct crawl *crawl)
{
    uint8_t bits = 0;
    while (crawl->units * FRONTIER_UNIT_SEEN >> (bits + 1))
        bits++;
    return bits;
}

static int clear(struct crawl *crawl, struct crawl_site *site)
{
    uint8_t *bytes;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < 1u << site->seen_bits; i++)
        status = sector_of(crawl, site, i, STATE_FRESH, &bytes);
    return status;
}

/* The slot where the key is, or the empty one where it belongs: *found says which. */
static int find(struct crawl *crawl, struct crawl_site *site, uint64_t key, enum state_use use,
                uint8_t **slot, bool *found)
{
    uint32_t sectors = 1u << site->seen_bits;
    uint32_t mark = (uint32_t)key ? (uint32_t)key : 1;
    uint32_t number = (uint32_t)(key >> MARK_BITS);
    uint32_t first = (uint32_t)((uint64_t)mark * SECTOR_SLOTS >> MARK_BITS);
    for (uint32_t i = 0; i < sectors; i++) {
        uint8_t *bytes;
        int status = sector_of(crawl, site, (number + i) & (sectors - 1), use, &bytes);
        if (status < 0)
            return status;
        for (uint32_t j = first; j < first + SECTOR_SLOTS; j++) {
            *slot = bytes + (j < SECTOR_SLOTS ? j : j - SECTOR_SLOTS) * SLOT_BYTES;
            uint32_t value = bytes_get32(*slot);
            *found = value == mark;
            if (*found || value == 0)
                return 0;
        }
    }
    return STATUS_FULL;
}

static int insert(struct crawl *crawl, struct crawl_site *site, uint64_t key)
{
    uint8_t *slot;
    bool found;
    int status = find(crawl, site, key, STATE_READ, &slot, &found);
    if (status == 0 && !found)
        status = find(crawl, site, key, STATE_DERIVE, &slot, &found);
    if (status == 0 && !found)
        bytes_put32(slot, (uint32_t)key ? (uint32_t)key : 1);
    state_let_go(crawl->port->state); /* the next key is in any other sector */
    return status < 0 ? status : found;
}

int seen_begin(struct crawl *crawl, struct crawl_site *site)
{
    uint8_t most = bits_max(crawl);
    site->seen_bits = most < BITS_FIRST ? most : BITS_FIRST;
    crawl->seen_ready |= (uint8_t)(1u << crawl_slot(crawl, site));
    crawl_forget_recent(crawl);
    return clear(crawl, site);
}

static bool is_half_full(const struct crawl_site *site)
{
    return site->entries >= (uint32_t)SECTOR_SLOTS / 2 << site->seen_bits;
}

int seen_rebuild(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    uint8_t most = bits_max(crawl);
    if (site->seen_bits > most)
        return STATUS_DAMAGED;
    while (is_half_full(site) && site->seen_bits < most)
        site->seen_bits =
            site->seen_bits + BITS_GROWTH < most ? (uint8_t)(site->seen_bits + BITS_GROWTH) : most;
    int status = clear(crawl, site);
    for (uint32_t i = 0; status >= 0 && i < site->entries; i++) {
        status = frontier_read(crawl, site, i, &entry);
        if (status == 0 && entry.kind != FRONTIER_RUN && entry.kind != FRONTIER_FACTS)
            status = insert(crawl, site, entry.key);
    }
    if (status < 0)
        return status;
    crawl->seen_ready |= (uint8_t)(1u << crawl_slot(crawl, site));
    return 0;
}

int seen_add(struct crawl *crawl, struct crawl_site *site, uint64_t key)
{
    int status = 0;
    if (is_half_full(site) && site->seen_bits < bits_max(crawl))
        status = seen_rebuild(crawl, site);
    if (status == 0)
        status = insert(crawl, site, key);
    if (status == STATUS_DAMAGED) { /* its sectors are made again, and nobody missed them */
        status = seen_rebuild(crawl, site);
        if (status == 0)
            status = insert(crawl, site, key);
    }
    return status;
}

int seen_remove(struct crawl *crawl, struct crawl_site *site, uint64_t key)
{
    uint8_t *slot;
    bool found;
    int status = find(crawl, site, key, STATE_DERIVE, &slot, &found);
    if (status < 0)
        return status;
    if (found)
        bytes_put32(slot, 0);
    state_let_go(crawl->port->state);
    return 0;
}
