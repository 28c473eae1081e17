#include "crawl/frontier.h"

#include <string.h>

#include "base/bytes.h"
#include "crawl/internal.h"
#include "crawl/seen.h"

/* Where the fields of an entry lie. */
enum {
    KIND_AT = 0,
    HOW_AT = 1,
    LENGTH_AT = 2,
    TEXT_AT = 4,
    OFFSET_AT = 8,
    KEY_AT = 10,
    /* in the head of a run */
    CLASS_AT = 1,
    HOPS_AT = 2,
    DISTANCE_AT = 3,
    COUNT_AT = 4,
    PARENT_AT = 8,
    PARENT_RUN_AT = 12,
    /* in the entry with what the words of an edge say */
    FACTS_AT = 4,

    OFFSET_MAX = 0xffff,
};

uint32_t frontier_units(uint32_t sectors)
{
    uint32_t most = sectors < FRONTIER_SEEN_AT ? 0 : (sectors - FRONTIER_SEEN_AT) / FRONTIER_UNIT_SECTORS;
    uint32_t units = most > 0;
    while (units > 0 && units <= most / 2)
        units *= 2;
    return units;
}

int frontier_begin(struct crawl *crawl, struct crawl_site *site)
{
    site->entries = 0;
    site->text = 0;
    site->pending = 0;
    site->current = CRAWL_NONE;
    for (unsigned i = 0; i < CRAWL_CLASSES; i++)
        site->cursor[i] = 0;
    crawl->entries_before = 0;
    crawl->text_before = 0;
    return seen_begin(crawl, site);
}

/* Points *at to an entry, in a sector that the caller uses as `use` says. */
static int locate_entry(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                        enum state_use use, uint8_t **at)
{
    uint32_t sector = number / FRONTIER_SECTOR_ENTRIES;
    if (sector >= crawl->units * FRONTIER_UNIT_ENTRIES)
        return STATUS_FULL;
    sector += FRONTIER_ENTRIES_AT(crawl->units);
    int status =
        state_sector(crawl->port->state, crawl_list_file(crawl, crawl_slot(crawl, site)), sector, use, at);
    if (status == 0)
        *at += number % FRONTIER_SECTOR_ENTRIES * FRONTIER_ENTRY_BYTES;
    return status;
}

/* Points *at to an entry that may be written: one behind those that are committed. */
static int locate_new_entry(struct crawl *crawl, const struct crawl_site *site, uint32_t number, uint8_t **at)
{
    uint32_t first = number - number % FRONTIER_SECTOR_ENTRIES;
    enum state_use use = STATE_DERIVE;
    if (number == first && number == site->entries)
        use = STATE_FRESH;
    else if (first < crawl->entries_before)
        use = STATE_CHANGE;
    return locate_entry(crawl, site, number, use, at);
}

static void encode_entry(uint8_t *at, const struct frontier_entry *entry)
{
    at[KIND_AT] = entry->kind;
    at[HOW_AT] = entry->how;
    bytes_put16(at + LENGTH_AT, entry->length);
    bytes_put32(at + TEXT_AT, entry->text);
    bytes_put16(at + OFFSET_AT, entry->offset);
    bytes_put16(at + KEY_AT, (uint16_t)entry->key);
    bytes_put32(at + KEY_AT + 2, (uint32_t)(entry->key >> 16));
}

static void decode_entry(struct frontier_entry *entry, const uint8_t *at)
{
    entry->kind = at[KIND_AT];
    entry->how = at[HOW_AT];
    entry->length = bytes_get16(at + LENGTH_AT);
    entry->text = bytes_get32(at + TEXT_AT);
    entry->offset = bytes_get16(at + OFFSET_AT);
    entry->key = bytes_get16(at + KEY_AT) | (uint64_t)bytes_get32(at + KEY_AT + 2) << 16;
}

static bool is_entry_sound(const struct crawl_site *site, uint32_t number, const struct frontier_entry *entry)
{
    if (entry->kind == FRONTIER_FACTS)
        return true;
    if (entry->kind == FRONTIER_RUN)
        return entry->text < site->entries - number; /* `text` is where a head has its count */
    return entry->kind > FRONTIER_RUN && entry->kind <= FRONTIER_KEY && entry->length <= FRONTIER_URL_MAX &&
           entry->text <= site->text && entry->length <= site->text - entry->text && entry->offset > 0 &&
           entry->offset <= number;
}

int frontier_read(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                  struct frontier_entry *entry)
{
    uint8_t *at;
    if (number >= site->entries)
        return STATUS_NOT_FOUND;
    int status = locate_entry(crawl, site, number, STATE_READ, &at);
    if (status < 0)
        return status;
    decode_entry(entry, at);
    return is_entry_sound(site, number, entry) ? 0 : STATUS_DAMAGED;
}

int frontier_read_run(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                      struct crawl_run *run)
{
    uint8_t *at;
    if (number >= site->entries)
        return STATUS_DAMAGED;
    int status = locate_entry(crawl, site, number, STATE_READ, &at);
    if (status < 0)
        return status;
    *run = (struct crawl_run){.class = at[CLASS_AT],
                              .hops = at[HOPS_AT],
                              .distance = at[DISTANCE_AT],
                              .count = bytes_get32(at + COUNT_AT),
                              .parent = bytes_get32(at + PARENT_AT),
                              .parent_run = bytes_get32(at + PARENT_RUN_AT)};
    /* Parents come before their children, so that whoever follows them arrives somewhere. */
    bool is_root = run->parent == CRAWL_NONE;
    bool is_sound = at[KIND_AT] == FRONTIER_RUN && run->count < site->entries - number &&
                    (is_root || (run->parent < number && run->parent_run < run->parent));
    return is_sound ? 0 : STATUS_DAMAGED;
}

static uint32_t text_offset(const struct crawl *crawl, uint32_t text)
{
    return FRONTIER_TEXT_AT(crawl->units) * STATE_PAYLOAD_BYTES + text;
}

uint32_t frontier_text_offset(const struct crawl *crawl, const struct frontier_entry *entry)
{
    return text_offset(crawl, entry->text);
}

int frontier_read_text(struct crawl *crawl, const struct crawl_site *site, const struct frontier_entry *entry,
                       char *text)
{
    text[entry->length] = '\0';
    return state_read(crawl->port->state, crawl_list_file(crawl, crawl_slot(crawl, site)),
                      text_offset(crawl, entry->text), text, entry->length);
}

static int append_text(struct crawl *crawl, struct crawl_site *site, const char *text, size_t length)
{
    uint32_t room = crawl->units * FRONTIER_UNIT_TEXT * STATE_PAYLOAD_BYTES;
    if (site->text > room || length > room - site->text)
        return STATUS_FULL;
    int status = state_append(crawl->port->state, crawl_list_file(crawl, crawl_slot(crawl, site)),
                              text_offset(crawl, site->text), text, length);
    if (status == 0)
        site->text += (uint32_t)length;
    return status;
}

static int append_entry(struct crawl *crawl, struct crawl_site *site, const struct frontier_entry *entry)
{
    uint8_t *at;
    int status = locate_new_entry(crawl, site, site->entries, &at);
    if (status < 0)
        return status;
    encode_entry(at, entry);
    site->entries++;
    return 0;
}

/* Appends the head of a run, unless one is open. */
static int open_run(struct crawl *crawl, struct crawl_site *site)
{
    if (site->entries != crawl->entries_before)
        return 0;
    return append_entry(crawl, site, &(struct frontier_entry){.kind = FRONTIER_RUN});
}

int frontier_add(struct crawl *crawl, struct crawl_site *site, struct frontier_entry *entry, const char *text)
{
    uint32_t entries = site->entries, bytes = site->text;
    int status = open_run(crawl, site);
    if (site->entries - crawl->entries_before > OFFSET_MAX)
        return STATUS_FULL;
    entry->offset = (uint16_t)(site->entries - crawl->entries_before);
    entry->text = bytes;
    if (status == 0)
        status = append_text(crawl, site, text, entry->length);
    if (status == 0)
        status = append_entry(crawl, site, entry);
    if (status < 0) {
        site->entries = entries;
        site->text = bytes;
    }
    return status;
}

/* The facts lie where other entries have their text, offset and most of their key. */
int frontier_add_facts(struct crawl *crawl, struct crawl_site *site, uint32_t mark)
{
    uint32_t entries = site->entries;
    const struct frontier_entry entry = {
        .kind = FRONTIER_FACTS, .length = (uint16_t)mark, .key = (uint64_t)(mark >> 16) << 32};
    int status = open_run(crawl, site);
    if (status == 0)
        status = append_entry(crawl, site, &entry);
    if (status < 0)
        site->entries = entries;
    return status;
}

uint32_t frontier_facts_mark(const struct frontier_entry *entry)
{
    return (uint32_t)(entry->key >> 32) << 16 | entry->length;
}

int frontier_write_facts(struct crawl *crawl, struct crawl_site *site, uint32_t number,
                         const struct visit_evidence *facts)
{
    uint8_t *at;
    if (number <= crawl->entries_before || number >= site->entries)
        return 0; /* it was taken back */
    int status = locate_new_entry(crawl, site, number, &at);
    if (status == 0 && at[KIND_AT] == FRONTIER_FACTS)
        memcpy(at + FACTS_AT, facts, sizeof *facts);
    return status;
}

int frontier_read_facts(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                        struct visit_evidence *facts)
{
    uint8_t *at;
    memset(facts, 0, sizeof *facts);
    int status =
        number < site->entries ? locate_entry(crawl, site, number, STATE_READ, &at) : STATUS_NOT_FOUND;
    if (status == 0 && at[KIND_AT] == FRONTIER_FACTS)
        memcpy(facts, at + FACTS_AT, sizeof *facts);
    return status == STATUS_NOT_FOUND ? 0 : status;
}

int frontier_run_end(struct crawl *crawl, struct crawl_site *site, struct crawl_run *run)
{
    uint32_t head = crawl->entries_before, number = head;
    struct frontier_entry entry;
    uint8_t *at;
    int status = 0;
    if (site->entries == head)
        return 0;
    while (status == 0 && ++number < site->entries) {
        status = frontier_read(crawl, site, number, &entry);
        if (status == 0 && entry.kind == FRONTIER_PAGE && entry.how != 'M')
            site->pending++;
    }
    if (status == 0)
        status = locate_new_entry(crawl, site, head, &at);
    if (status < 0)
        return status;
    run->count = site->entries - head - 1;
    at[KIND_AT] = FRONTIER_RUN;
    at[CLASS_AT] = run->class;
    at[HOPS_AT] = run->hops;
    at[DISTANCE_AT] = run->distance;
    bytes_put32(at + COUNT_AT, run->count);
    bytes_put32(at + PARENT_AT, run->parent);
    bytes_put32(at + PARENT_RUN_AT, run->parent_run);
    return 0;
}

/* Takes the keys of the open run out of the seen-set, the newest first. Returns how many pages it had. */
static int forget_keys_of_run(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    int status = 0, pages = 0;
    for (uint32_t number = site->entries; status == 0 && --number > crawl->entries_before;) {
        status = frontier_read(crawl, site, number, &entry);
        if (status < 0)
            break;
        pages += entry.kind == FRONTIER_PAGE;
        if (entry.kind != FRONTIER_FACTS)
            status = seen_remove(crawl, site, entry.key);
    }
    return status < 0 ? status : pages;
}

/* Moves the edges of the open run to its front, and keeps nothing else. */
static int keep_edges_only(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    uint8_t *at;
    uint32_t end = crawl->entries_before + 1;
    int status = 0;
    for (uint32_t number = end; status == 0 && number < site->entries; number++) {
        status = frontier_read(crawl, site, number, &entry);
        if (status < 0 || entry.kind != FRONTIER_EDGE)
            continue;
        entry.offset = (uint16_t)(end - crawl->entries_before);
        status = locate_new_entry(crawl, site, end, &at);
        if (status < 0)
            return status;
        encode_entry(at, &entry);
        end++;
        status = seen_add(crawl, site, entry.key, 0);
    }
    if (end > crawl->entries_before + 1)
        site->entries = end;
    else
        site->entries = crawl->entries_before;
    return status < 0 ? status : 0;
}

int frontier_drop(struct crawl *crawl, struct crawl_site *site, bool keep_edges)
{
    if (site->entries == crawl->entries_before)
        return 0;
    crawl_forget_recent(crawl);
    int pages = forget_keys_of_run(crawl, site);
    if (pages < 0)
        return pages;
    int status = 0;
    if (keep_edges) {
        status = keep_edges_only(crawl, site);
    } else {
        site->entries = crawl->entries_before;
        site->text = crawl->text_before;
    }
    return status < 0 ? status : pages;
}

int frontier_find(struct crawl *crawl, const struct crawl_site *site, unsigned class, uint32_t *at,
                  struct frontier_entry *entry)
{
    int status;
    while ((status = frontier_read(crawl, site, *at, entry)) == 0 && entry->kind != FRONTIER_PAGE) {
        ++*at;
        if (entry->kind == FRONTIER_RUN && entry->how != class) /* `how` is where a head has its class */
            *at += entry->text;                                 /* and `text` its count */
    }
    return status;
}

int frontier_next(struct crawl *crawl, struct crawl_site *site, unsigned class, struct frontier_entry *entry)
{
    return frontier_find(crawl, site, class, &site->cursor[class], entry);
}
