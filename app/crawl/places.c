/*
 * Where the lists of sites lie on the card. A site has a place from its beginning to its end: the file of a
 * slot, or a part of RESTING.BIN that is as long. A site that gives up its slot keeps its place and finds
 * there all that it had; nothing is copied. The slot takes another place for the next site. So does a site
 * that was left early (kept.c), until somebody else needs its place.
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

void crawl_put_place(uint32_t *places, unsigned place, bool is_in)
{
    uint32_t bit = UINT32_C(1) << place % 32, *bits = &places[place / 32];
    *bits = is_in ? *bits | bit : *bits & ~bit;
}

/* Does a site, active or resting, have its list there, or is one kept there? */
static bool is_place_taken(const struct crawl *crawl, unsigned place)
{
    const struct crawl_state *state = &crawl->state;
    uint32_t others = state->resting[place / 32] | state->kept[place / 32];
    if (others >> place % 32 & 1)
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
    if (found == CRAWL_NO_PLACE) /* RESTING.BIN is shorter than it was, or gone */
        crawl->state.kept[0] = crawl->state.kept[1] = 0;
    else
        *place = (uint8_t)(found + 1);
    return found != CRAWL_NO_PLACE;
}

unsigned crawl_list_file(const struct crawl *crawl, unsigned slot)
{
    unsigned place = crawl_place_of(crawl, slot);
    return place == CRAWL_NO_PLACE ? state_site_file(slot) : crawl_file_of_place(place);
}
