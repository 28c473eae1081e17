/* The engine as the observer of its visits. links.c, rules.c and outcome.c have what it does with links,
 * rules and answers. */
#include "crawl/internal.h"
#include "store/valid.h"

/* The hash uses the crawl's secret. Otherwise somebody could invent a URL with the hash of another one, and
 * the box would take that page for unchanged. */
static uint64_t hash_of_text(const struct crawl *crawl, const struct url *url)
{
    return crawl_hash(crawl, url->text, url->fragment);
}

/* A box that visits no site again neither looks up earlier captures nor notes them. */

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
                        valid); /* if the card fails here, it also fails at the next page, which says so */
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
