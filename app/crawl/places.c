/*
 * Where the lists of sites lie on the card. A site has a place from its beginning to its end: the file of a
 * slot, or a part of RESTING.BIN that is as long. A site that gives up its slot keeps its place and finds
 * there all that it had; nothing is copied. The slot takes another place for the next site.
 */
#include "base/numbers.h"
#include "crawl/internal.h"

unsigned crawl_places(const struct crawl *crawl)
{
    const uint32_t *sectors = crawl->port->state->files->sectors;
    if (sectors[STATE_RESTING] <= STATE_PLACES || sectors[STATE_SITE0] == 0)
        return STATE_SITES;
    uint32_t parts = (sectors[STATE_RESTING] - STATE_PLACES) / sectors[STATE_SITE0];
    return STATE_SITES + smaller_of(parts, STATE_PLACES - STATE_SITES);
}

unsigned crawl_place_of(const struct crawl *crawl, unsigned slot)
{
    unsigned place = crawl_tenure_of(crawl, slot)->place;
    return place > 0 ? place - 1 : crawl_is_more(slot) ? CRAWL_NO_PLACE : slot;
}

/* Does a site, active or resting, have its list there? */
static bool is_place_taken(const struct crawl *crawl, unsigned place)
{
    if (crawl_is_resting(crawl, place))
        return true;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        if (crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FREE && crawl_place_of(crawl, slot) == place)
            return true;
    return false;
}

unsigned crawl_find_free_place(const struct crawl *crawl)
{
    unsigned places = crawl_places(crawl);
    for (unsigned place = 0; place < places; place++)
        if (!is_place_taken(crawl, place))
            return place;
    return CRAWL_NO_PLACE;
}

bool crawl_take_place(struct crawl *crawl, unsigned slot)
{
    uint8_t *place = &crawl_tenure_at(crawl, slot)->place;
    *place = 0;
    if (crawl_is_more(slot) || !is_place_taken(crawl, slot))
        return true;
    unsigned found = crawl_find_free_place(crawl);
    if (found == CRAWL_NO_PLACE)
        return false;
    *place = (uint8_t)(found + 1);
    return true;
}

/* The file that a place lies in, and its first sector there. */
static unsigned file_of_place(const struct crawl *crawl, unsigned place, uint32_t *first)
{
    *first = 0;
    if (place < STATE_SITES)
        return STATE_SITE0 + place;
    *first = STATE_PLACES + (place - STATE_SITES) * crawl->port->state->files->sectors[STATE_SITE0];
    return STATE_RESTING;
}

/* The same of the list of a slot's site. */
static unsigned file_of_list(const struct crawl *crawl, unsigned slot, uint32_t *first)
{
    unsigned place = crawl_place_of(crawl, slot);
    if (place != CRAWL_NO_PLACE)
        return file_of_place(crawl, place, first);
    *first = 0;
    return state_site_file(slot);
}

/* How long a place is: all are as long as the first. */
static uint32_t sectors_of_place(const struct crawl *crawl, unsigned file)
{
    const uint32_t *sectors = crawl->port->state->files->sectors;
    return sectors[file == STATE_RESTING ? STATE_SITE0 : file];
}

int crawl_place_sector(const struct crawl *crawl, unsigned place, uint32_t sector, enum state_use use,
                       uint8_t **bytes)
{
    uint32_t first;
    unsigned file = file_of_place(crawl, place, &first);
    return state_sector(crawl->port->state, file, first + sector, use, bytes);
}

int crawl_list_sector(const struct crawl *crawl, unsigned slot, uint32_t sector, enum state_use use,
                      uint8_t **bytes)
{
    uint32_t first;
    unsigned file = file_of_list(crawl, slot, &first);
    if (sector >= sectors_of_place(crawl, file))
        return STATUS_INVALID;
    return state_sector(crawl->port->state, file, first + sector, use, bytes);
}

int crawl_list_read(const struct crawl *crawl, unsigned slot, uint32_t offset, void *bytes, size_t size)
{
    uint32_t first;
    unsigned file = file_of_list(crawl, slot, &first);
    return state_read(crawl->port->state, file, first * STATE_PAYLOAD_BYTES + offset, bytes, size);
}

int crawl_list_append(const struct crawl *crawl, unsigned slot, uint32_t offset, const void *bytes,
                      size_t size, enum state_use use)
{
    uint32_t first;
    unsigned file = file_of_list(crawl, slot, &first);
    if (offset + size > sectors_of_place(crawl, file) * STATE_PAYLOAD_BYTES)
        return STATUS_INVALID;
    return state_append_as(crawl->port->state, file, first * STATE_PAYLOAD_BYTES + offset, bytes, size, use);
}
