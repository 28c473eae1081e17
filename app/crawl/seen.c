#include "crawl/seen.h"

#include "base/bytes.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"

enum {
    SLOT_BYTES = 4,
    SECTOR_SLOTS = STATE_PAYLOAD_BYTES / SLOT_BYTES,
    BITS_FIRST = 3,  /* a set begins with eight sectors: making it anew writes about one sector a key */
    BITS_GROWTH = 2, /* a set that grows becomes four times as large */
    MARK_BITS = 32,  /* the lower bits of a key, which a slot keeps; the others choose the sector */
};

static int sector_of_set(struct crawl *crawl, struct crawl_site *site, uint32_t number, enum state_use use,
                         uint8_t **bytes)
{
    return state_sector(crawl->port->state, crawl_list_file(crawl, crawl_slot(crawl, site)),
                        FRONTIER_SEEN_AT + number, use, bytes);
}

/* How many sectors the set can have at most, as a power of two. */
static uint8_t most_bits(const struct crawl *crawl)
{
    uint8_t bits = 0;
    while (crawl->units * FRONTIER_UNIT_SEEN >> (bits + 1))
        bits++;
    return bits;
}

static int clear_set(struct crawl *crawl, struct crawl_site *site)
{
    uint8_t *bytes;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < 1u << site->seen_bits; i++)
        status = sector_of_set(crawl, site, i, STATE_FRESH, &bytes);
    return status;
}

/* Finds the slot that has the key, or one that differs in `ignored` bits, or, with *found false, the empty
 * slot where the key belongs. Twins have their places beside each other. */
static int find_key(struct crawl *crawl, struct crawl_site *site, uint64_t key, unsigned ignored,
                    enum state_use use, uint8_t **slot, bool *found)
{
    uint32_t sectors = 1u << site->seen_bits;
    uint32_t mark = (uint32_t)key ? (uint32_t)key : 1;
    uint32_t number = (uint32_t)(key >> MARK_BITS);
    uint32_t first = (uint32_t)((mark & ~(uint64_t)URL_TWINS) * SECTOR_SLOTS >> MARK_BITS);
    for (uint32_t i = 0; i < sectors; i++) {
        uint8_t *bytes;
        int status = sector_of_set(crawl, site, (number + i) & (sectors - 1), use, &bytes);
        if (status < 0)
            return status;
        for (uint32_t j = first; j < first + SECTOR_SLOTS; j++) {
            *slot = bytes + (j < SECTOR_SLOTS ? j : j - SECTOR_SLOTS) * SLOT_BYTES;
            uint32_t value = bytes_get32(*slot);
            *found = value != 0 && ((value ^ mark) & ~ignored) == 0;
            if (*found || value == 0)
                return 0;
        }
    }
    return STATUS_FULL;
}

static int insert_key(struct crawl *crawl, struct crawl_site *site, uint64_t key, unsigned ignored)
{
    uint8_t *slot;
    bool found;
    int status = find_key(crawl, site, key, ignored, STATE_READ, &slot, &found);
    if (status == 0 && !found)
        status = find_key(crawl, site, key, ignored, STATE_DERIVE, &slot, &found);
    if (status == 0 && !found)
        bytes_put32(slot, (uint32_t)key ? (uint32_t)key : 1);
    state_let_go(crawl->port->state); /* the next key lies in any other sector */
    return status < 0 ? status : found;
}

int seen_begin(struct crawl *crawl, struct crawl_site *site)
{
    uint8_t most = most_bits(crawl);
    site->seen_bits = most < BITS_FIRST ? most : BITS_FIRST;
    crawl->seen_ready |= (crawl_slot_bits)crawl_slot_bit(crawl_slot(crawl, site));
    crawl_forget_recent(crawl);
    return clear_set(crawl, site);
}

static bool is_half_full(const struct crawl_site *site)
{
    return site->entries >= (uint32_t)SECTOR_SLOTS / 2 << site->seen_bits;
}

int seen_rebuild(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    uint8_t most = most_bits(crawl);
    if (site->seen_bits > most)
        return STATUS_DAMAGED;
    while (is_half_full(site) && site->seen_bits < most)
        site->seen_bits =
            site->seen_bits + BITS_GROWTH < most ? (uint8_t)(site->seen_bits + BITS_GROWTH) : most;
    int status = clear_set(crawl, site);
    for (uint32_t i = 0; status >= 0 && i < site->entries; i++) {
        status = frontier_read(crawl, site, i, &entry);
        if (status == 0 && entry.kind != FRONTIER_RUN && entry.kind != FRONTIER_FACTS)
            status = insert_key(crawl, site, entry.key, 0);
    }
    if (status < 0)
        return status;
    crawl->seen_ready |= (crawl_slot_bits)crawl_slot_bit(crawl_slot(crawl, site));
    return 0;
}

int seen_add(struct crawl *crawl, struct crawl_site *site, uint64_t key, unsigned ignored)
{
    int status = 0;
    if (is_half_full(site) && site->seen_bits < most_bits(crawl))
        status = seen_rebuild(crawl, site);
    if (status == 0)
        status = insert_key(crawl, site, key, ignored);
    if (status == STATUS_DAMAGED) { /* the list has everything, so the set is made again from it */
        status = seen_rebuild(crawl, site);
        if (status == 0)
            status = insert_key(crawl, site, key, ignored);
    }
    return status;
}

int seen_remove(struct crawl *crawl, struct crawl_site *site, uint64_t key)
{
    uint8_t *slot;
    bool found;
    int status = find_key(crawl, site, key, 0, STATE_DERIVE, &slot, &found);
    if (status < 0)
        return status;
    if (found)
        bytes_put32(slot, 0);
    state_let_go(crawl->port->state);
    return 0;
}
