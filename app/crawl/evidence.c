#include "crawl/evidence.h"

#include <string.h>

#include "base/bytes.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"

/* A sum in the hash table: the mark of its edge, and what its later links say. */
enum {
    SUM_BYTES = 16,
    SUM_AT = 4,
    SECTOR_SUMS = STATE_PAYLOAD_BYTES / SUM_BYTES,
};

static uint32_t mark_of(uint64_t key)
{
    return (uint32_t)key | 1; /* 0 marks what lies behind an edge, and an empty place of the table */
}

uint32_t evidence_place(struct crawl *crawl, struct crawl_site *site, uint64_t key, bool is_new)
{
    uint32_t most = crawl->units * FRONTIER_UNIT_ENTRIES * FRONTIER_SECTOR_ENTRIES / 2;
    if (crawl->status < 0 || (!is_new && site->entries >= most))
        return 0;
    int status = frontier_add_facts(crawl, site, is_new ? 0 : mark_of(key));
    if (status == 0)
        return site->entries - 1;
    if (status != STATUS_FULL)
        crawl->status = status;
    return 0;
}

_Static_assert(SUM_AT + sizeof(struct visit_evidence) <= SUM_BYTES, "a sum has room for what links say");

/* How many sectors the table has: there is room for every entry of the list, or as many as the seen-set may
 * have. Of its entries at most half are edges. */
static uint32_t count_sectors(const struct crawl *crawl, const struct crawl_site *site)
{
    uint32_t most = crawl->units * FRONTIER_UNIT_SEEN, sectors = 1;
    while (sectors < most && sectors * SECTOR_SUMS < site->entries)
        sectors *= 2;
    return sectors;
}

static int locate_sector(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                         enum state_use use, uint8_t **bytes)
{
    return state_sector(crawl->port->state, crawl_list_file(crawl, crawl_slot(crawl, site)),
                        FRONTIER_SEEN_AT + number, use, bytes);
}

/* Finds the sum with this mark, or the empty place where it belongs. */
static int find_sum(struct crawl *crawl, const struct crawl_site *site, uint32_t mark, enum state_use use,
                    uint8_t **sum)
{
    uint32_t sectors = count_sectors(crawl, site);
    for (uint32_t i = 0; i < sectors; i++) {
        uint8_t *bytes;
        int status = locate_sector(crawl, site, ((mark >> 1) + i) & (sectors - 1), use, &bytes);
        if (status < 0)
            return status;
        for (*sum = bytes; *sum < bytes + (size_t)SECTOR_SUMS * SUM_BYTES; *sum += SUM_BYTES)
            if (bytes_get32(*sum) == mark || bytes_get32(*sum) == 0)
                return 0;
    }
    return STATUS_FULL;
}

static int clear_sums(struct crawl *crawl, const struct crawl_site *site)
{
    uint8_t *bytes;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < count_sectors(crawl, site); i++)
        status = locate_sector(crawl, site, i, STATE_FRESH, &bytes);
    return status;
}

int evidence_gather(struct crawl *crawl, const struct crawl_site *site, uint32_t number)
{
    struct frontier_entry entry;
    struct visit_evidence evidence, before;
    uint8_t *sum;
    int status = frontier_read(crawl, site, number, &entry);
    uint32_t mark = status == 0 && entry.kind == FRONTIER_FACTS ? frontier_facts_mark(&entry) : 0;
    if (mark == 0)
        return status;
    status = frontier_read_facts(crawl, site, number, &evidence);
    if (status == 0 && !crawl->has_sums)
        status = clear_sums(crawl, site);
    if (status < 0)
        return status;
    crawl->has_sums = true;
    status = find_sum(crawl, site, mark, STATE_DERIVE, &sum);
    if (status < 0)
        return status == STATUS_FULL ? 0 : status;
    memcpy(&before, sum + SUM_AT, sizeof before);
    crawl->port->add(&evidence, &before);
    bytes_put32(sum, mark);
    memcpy(sum + SUM_AT, &evidence, sizeof evidence);
    state_let_go(crawl->port->state);
    return 0;
}

int evidence_of_edge(struct crawl *crawl, const struct crawl_site *site, uint32_t number, uint64_t key,
                     struct visit_evidence *evidence)
{
    struct visit_evidence later;
    uint8_t *sum;
    int status = frontier_read_facts(crawl, site, number + 1, evidence);
    if (status < 0 || !crawl->has_sums)
        return status;
    status = find_sum(crawl, site, mark_of(key), STATE_READ, &sum);
    if (status == 0 && bytes_get32(sum) != 0) {
        memcpy(&later, sum + SUM_AT, sizeof later);
        crawl->port->add(evidence, &later);
    }
    state_let_go(crawl->port->state);
    return status == STATUS_FULL ? 0 : status;
}
