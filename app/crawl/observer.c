/* The engine as the observer of its visits. What it does with links, rules and answers stands in the files
 * about these. */
#include "crawl/internal.h"
#include "store/valid.h"

/* With the crawl's secret: whoever could invent an address with the hash of another would have its page
 * called unchanged. */
static uint64_t hash_of_text(const struct crawl *crawl, const struct url *url)
{
    return crawl_hash(crawl, url->text, url->fragment);
}

/* A box that visits no site again looks nothing up, and notes nothing that nobody will ask for. */

static bool find_earlier_capture(void *context, const struct url *url, struct valid *valid)
{
    struct crawl *crawl = context;
    return crawl->settings->recrawl_days > 0 &&
           valid_find(crawl->port->state, hash_of_text(crawl, url), valid);
}

static void note_capture(void *context, const struct url *url, const struct valid *valid)
{
    struct crawl *crawl = context;
    if (crawl->settings->recrawl_days > 0 && !crawl->leads_on)
        (void)valid_put(crawl->port->state, hash_of_text(crawl, url),
                        valid); /* a card that fails says so at the next page */
}

const struct visit_observer crawl_observer = {
    .known = find_earlier_capture,
    .link = crawl_takes_link,
    .evidence = crawl_takes_evidence,
    .settle = crawl_settles,
    .via = crawl_tells_via,
    .stored = note_capture,
    .rules = crawl_takes_rules,
};
