#include "topicsim/webs.h"

#include "topicweb/internal.h"
#include "world/internal.h"

enum { PAGE_BITS = 32, JUDGE_WRONG_PER_MILLE = 45 }; /* G-mean 95.78 and 94.81 % */

static uint64_t make_id(uint32_t high, uint32_t low)
{
    return (uint64_t)high << PAGE_BITS | low;
}

/* ---- Topic webs ---- */

static struct topicweb_page page_of(uint64_t page)
{
    return (struct topicweb_page){(uint32_t)(page >> PAGE_BITS), (uint32_t)page};
}

uint8_t webs_judge(const struct topicweb *web, struct topicweb_page page)
{
    enum { SPREAD = 64 };
    uint64_t hash = random_hash(web->seed, TOPIC_ASK_JUDGE, page.segment, page.page);
    bool is_wrong = hash % 1000 < JUDGE_WRONG_PER_MILLE;
    uint8_t doubt = (uint8_t)((hash >> 32) % SPREAD);
    return topicweb_page_is_relevant(web, page) != is_wrong ? UINT8_MAX - doubt : doubt;
}

static bool topic_seed(const void *context, uint32_t n, uint64_t *page)
{
    const struct topicweb *web = context;
    if (n >= web->seed_count)
        return false;
    *page = make_id(web->seeds[n], 0);
    return true;
}

static uint32_t topic_site(const void *context, uint64_t page)
{
    return ((const struct topicweb *)context)->segments[page >> PAGE_BITS].site;
}

static bool topic_exists(const void *context, uint64_t page)
{
    (void)context;
    (void)page;
    return true;
}

static bool topic_is_target(const void *context, uint64_t page)
{
    return topicweb_page_is_relevant(context, page_of(page));
}

static uint8_t topic_judge(const void *context, uint64_t page)
{
    return webs_judge(context, page_of(page));
}

struct passing {
    pagewise_sink *sink;
    void *context;
};

static void pass_topic_link(void *context, struct topicweb_page target, const struct topicweb_link *between)
{
    const struct passing *passing = context;
    (void)between;
    passing->sink(passing->context, make_id(target.segment, target.page));
}

static void topic_links(const void *context, uint64_t page, pagewise_sink *sink, void *sink_context)
{
    struct passing passing = {sink, sink_context};
    topicweb_links(context, page_of(page), pass_topic_link, &passing);
}

struct pagewise_web webs_of_topic(const struct topicweb *web)
{
    struct pagewise_web result = {.context = web,
                                  .sites = web->site_count,
                                  .seed = topic_seed,
                                  .site = topic_site,
                                  .exists = topic_exists,
                                  .is_target = topic_is_target,
                                  .judge = topic_judge,
                                  .links = topic_links};
    for (uint32_t i = 0; i < web->segment_count; i++)
        for (uint32_t j = 0; j < web->segments[i].pages; j++)
            result.target_pages += topicweb_page_is_relevant(web, (struct topicweb_page){i, j});
    return result;
}

/* ---- Worlds: the language that is looked for is Thai ---- */

static bool world_seed(const void *context, uint32_t n, uint64_t *page)
{
    *page = make_id(n, 0);
    return n < ((const struct world *)context)->seed_hosts;
}

static uint32_t world_site(const void *context, uint64_t page)
{
    (void)context;
    return (uint32_t)(page >> PAGE_BITS);
}

static bool world_exists(const void *context, uint64_t page)
{
    const struct world *world = context;
    const struct world_host *host = &world->hosts[page >> PAGE_BITS];
    return (uint32_t)page < host->pages && !(host->flags & (WORLD_FLAG_DEAD | WORLD_FLAG_UNKNOWN_NAME));
}

static bool world_is_target(const void *context, uint64_t page)
{
    return world_page_is_thai(context, (uint32_t)(page >> PAGE_BITS), (uint32_t)page);
}

static uint8_t world_judge(const void *context, uint64_t page)
{
    return world_is_target(context, page) ? UINT8_MAX : 0;
}

static void pass_world_link(void *context, const struct world_link *link)
{
    const struct passing *passing = context;
    uint32_t page = link->page & WORLD_REDIRECT ? link->page - WORLD_REDIRECT : link->page;
    passing->sink(passing->context, make_id(link->host, page));
}

static void links_of_world(const void *context, uint64_t page, pagewise_sink *sink, void *sink_context)
{
    struct passing passing = {sink, sink_context};
    world_links(context, (uint32_t)(page >> PAGE_BITS), (uint32_t)page, pass_world_link, &passing);
}

struct pagewise_web webs_of_world(const struct world *world)
{
    struct pagewise_web result = {.context = world,
                                  .sites = world->host_count,
                                  .seed = world_seed,
                                  .site = world_site,
                                  .exists = world_exists,
                                  .is_target = world_is_target,
                                  .judge = world_judge,
                                  .links = links_of_world};
    for (uint32_t i = 0; i < world->host_count; i++)
        result.target_pages += (uint64_t)world->hosts[i].degree * world->hosts[i].pages / WORLD_SHARE_ONE;
    return result;
}
