/*
 * Sites beyond those of the state block, for a machine that has more memory than a box (DESIGN.md). They are
 * on the card in a supplement of the state block, which a box does not read. So their hosts stay queued in
 * the host table: a box that goes on with the card visits them from there, and the supplement counts no
 * more, since it does not belong to the block that this box has put.
 */
#include "crawl/internal.h"

#if CRAWLBOX_MORE_SITES > 0

#include <string.h>

_Static_assert(sizeof((struct crawl *)0)->more <= STATE_MORE_BYTES, "a larger supplement");
enum { WITHOUT_TENURE = offsetof(struct crawl_more_site, tenure) };

_Static_assert(STATE_SLOTS <= sizeof(crawl_slot_bits) * 8, "a bit for each slot");

bool crawl_has_in_more(const struct crawl *crawl, uint32_t host)
{
    for (unsigned i = 0; i < STATE_MORE_SITES; i++)
        if (crawl->more[i].site.stage != CRAWL_SITE_FREE && crawl->more[i].site.host == host)
            return true;
    return false;
}

void crawl_more_forget(struct crawl *crawl)
{
    memset(crawl->more, 0, sizeof crawl->more);
}

/* A site can go on if the card still has its file. */
static bool is_usable(const struct crawl *crawl, unsigned i)
{
    const struct crawl_site *site = &crawl->more[i].site;
    bool has_file = crawl->port->state->files->sectors[STATE_MORE0 + i] > 0;
    return crawl_is_sound_site(site) && crawl->more[i].tenure.place <= STATE_PLACES &&
           (site->stage == CRAWL_SITE_FREE || has_file);
}

/* Version 2 had no tenure behind each site: what it wrote is moved to where it belongs, the last first. */
static void spread_version_2(struct crawl *crawl)
{
    const uint8_t *from = (const uint8_t *)crawl->more;
    for (unsigned i = STATE_MORE_SITES; i-- > 0;) {
        memmove(&crawl->more[i], from + i * WITHOUT_TENURE, WITHOUT_TENURE);
        memset(&crawl->more[i].tenure, 0, sizeof crawl->more[i].tenure);
    }
}

void crawl_more_open(struct crawl *crawl, uint32_t magic)
{
    const struct state_files *files = crawl->port->state->files;
    crawl_more_forget(crawl);
    if (files->get_more == NULL || files->get_more(files->context, crawl->more, sizeof crawl->more) < 0)
        crawl_more_forget(crawl);
    else if (magic != crawl->state.magic)
        spread_version_2(crawl);
    for (unsigned i = 0; i < STATE_MORE_SITES; i++)
        if (!is_usable(crawl, i))
            memset(&crawl->more[i], 0, sizeof crawl->more[i]);
}

/* Nothing is put beside the state block while only its own sites are active. Otherwise the block says that
 * there is something new, so that a box without the other slots scores their hosts, even if it had nothing
 * to do. */
int crawl_put_block(struct crawl *crawl)
{
    const struct state_files *files = crawl->port->state->files;
    uint8_t news = crawl->state.news;
    unsigned used = STATE_MORE_SITES;
    while (used > 0 && crawl->more[used - 1].site.stage == CRAWL_SITE_FREE)
        used--;
    if (files->put_more != NULL)
        files->put_more(files->context, crawl->more, used * sizeof crawl->more[0]);
    if (used > 0)
        crawl->state.news = 1;
    int status = files->put(files->context, &crawl->state, sizeof crawl->state);
    crawl->state.news = news;
    return status;
}

#endif
