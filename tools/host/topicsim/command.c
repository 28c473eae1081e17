/* `crawlbox sim` in topic webs, and page by page. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "output.h"
#include "settings/sheet.h"
#include "topic/topic.h"
#include "topicsim/topicsim.h"
#include "topicsim/webs.h"
#include "topicweb/report.h"

enum { PAGES_DEFAULT = 10000, PAGES_MAX = 100000000, WEIGHT_MAX = 100000, SITE_CAP = 300 };

static const struct cli_option options[] = {
    {"strategy", 's', "NAME", "segment, best-segment, best-page, bfs or weighted (default: segment)"},
    {"pack", 'P', "FILE", "segment: the TOPIC.PAK to predict with (default: the published link facts)"},
    {"pages", 'n', "N", "stop after that many pages (default: 10000)"},
    {"language-weight", 'l', "N", "weighted: of links on pages that are wanted (default: 500)"},
    {"depth-weight", 'd', "N", "weighted: of each level below the fifth of a site (default: 95)"},
    {"random-weight", 'r', "N", "weighted: of chance (default: 5)"},
    {"rank-weight", 'k', "N", "weighted: of sites that many link to (default: 0)"},
    {"set", 'S', "KEY=VALUE", "a setting of CRAWLBOX.INI; page_cap is 300 otherwise"},
    {"compare", 'C', "FILE", "run all of them; write one HTML report"},
    {"curve", 'c', "FILE", "write pages and those that are wanted as the crawl goes on, with tabs"},
    {"trace", 't', "FILE", "segment: write the order of segments and fetches, with tabs"},
    {0},
};

static const struct cli_help help = {
    "sim", "[OPTION]... WORLD",
    "Crawls a web of segments ('crawlbox world make --preset topic-tourism') segment by segment with the "
    "box's own code,\n"
    "or this or another web page by page, and says how well it went. In other webs, Thai pages are wanted.",
    options};

struct wish {
    struct topicsim_options segments;
    struct pagewise_order order;
    const char *strategy, *pack, *compare, *curve, *trace;
};

/* A topic pack in memory. */
static struct {
    char *bytes;
    size_t size;
    struct topic topic;
} pack;

static int read_pack(void *context, uint32_t offset, void *to, size_t count)
{
    (void)context;
    if (offset > pack.size || count > pack.size - offset)
        return STATUS_IO;
    memcpy(to, pack.bytes + offset, count);
    return STATUS_OK;
}

static int open_pack(const char *path)
{
    uint8_t sector[TOPIC_SECTOR_BYTES];
    pack.bytes = cli_read_file(path, &pack.size);
    if (!pack.bytes)
        return CLI_CANNOT;
    int status = topic_open(&pack.topic, read_pack, NULL, sector);
    return status == STATUS_OK ? CLI_YES : cli_error("%s: %s", path, topic_problem(status));
}

static const char *const pagewise_names[] = {
    [PAGEWISE_BFS] = "bfs", [PAGEWISE_BEST] = "best-page", [PAGEWISE_WEIGHTED] = "weighted"};

bool topicsim_is_meant(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (topicweb_is_in(argv[i]) || strcmp(argv[i], "weighted") == 0 || strcmp(argv[i], "best-page") == 0)
            return true;
    return false;
}

/* False after saying what is wrong. */
static bool take_options(struct cli *cli, struct wish *wish)
{
    bool good = true;
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 's': wish->strategy = cli->value; break;
        case 'C': wish->compare = cli->value; break;
        case 'P': wish->pack = cli->value; break;
        case 'n': wish->segments.pages = (uint32_t)cli_number(cli, "pages", 1, PAGES_MAX); break;
        case 'l': wish->order.language = (double)cli_number(cli, "language-weight", 0, WEIGHT_MAX); break;
        case 'd': wish->order.depth = (double)cli_number(cli, "depth-weight", 0, WEIGHT_MAX); break;
        case 'r': wish->order.random = (double)cli_number(cli, "random-weight", 0, WEIGHT_MAX); break;
        case 'k': wish->order.site_rank = (double)cli_number(cli, "rank-weight", 0, WEIGHT_MAX); break;
        case 'c': wish->curve = cli->value; break;
        case 't': wish->trace = cli->value; break;
        default: good &= sheet_set(&wish->segments.settings, cli->value); break;
        }
    }
    return good;
}

static int write_curve(const struct curve *curve, const char *path)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    fprintf(out.file, "pages\twanted\tharvest\n");
    for (uint32_t i = 0; i < curve->count; i++)
        fprintf(out.file, "%u\t%u\t%.3f\n", (unsigned)curve->points[i].pages,
                (unsigned)curve->points[i].targets,
                100.0 * curve->points[i].targets / curve->points[i].pages);
    return output_end(&out, CLI_YES);
}

static int report(const struct wish *wish, const struct curve *curve)
{
    printf("strategy\t%s\npages\t%u\nwanted pages\t%u\n", wish->strategy, (unsigned)curve->pages,
           (unsigned)curve->targets);
    printf("harvest rate\t%.2f\ncoverage\t%.2f\n", curve_harvest(curve), curve_coverage(curve));
    return wish->curve ? write_curve(curve, wish->curve) : CLI_YES;
}

/* Page by page: -1 if the strategy is none of those. */
static int pagewise_kind(const char *strategy)
{
    for (int kind = 0; kind < (int)(sizeof pagewise_names / sizeof *pagewise_names); kind++)
        if (strcmp(strategy, pagewise_names[kind]) == 0)
            return kind;
    return -1;
}

static int crawl_failed(int status)
{
    return cli_error("the crawl failed: %s", status_text(status));
}

static int crawl_segments(struct wish *wish, const struct topicweb *web, struct curve *curve)
{
    struct output trace = {0};
    if (wish->trace && !output_begin(&trace, wish->trace))
        return CLI_CANNOT;
    wish->segments.trace = trace.file;
    int status = topicsim_crawl(web, &wish->segments, curve);
    return output_end(&trace, status == STATUS_OK ? CLI_YES : crawl_failed(status));
}

static int crawl_pages(struct wish *wish, const struct pagewise_web *web, struct curve *curve)
{
    wish->order.kind = (enum pagewise_kind)pagewise_kind(wish->strategy);
    int status =
        pagewise_crawl(web, &wish->order, wish->segments.pages, wish->segments.settings.page_cap, curve);
    return status == STATUS_OK ? CLI_YES : crawl_failed(status);
}

static int crawl_topic(struct wish *wish, const char *folder)
{
    struct topicweb web;
    struct curve curve = {0};
    int status = topicweb_load(&web, folder);
    if (status != STATUS_OK)
        return cli_error("%s: %s", folder, status_text(status));
    struct pagewise_web pages = webs_of_topic(&web);
    int result;
    if (wish->compare)
        result = topicsim_compare(&web, &wish->segments, wish->compare);
    else if (pagewise_kind(wish->strategy) >= 0)
        result = crawl_pages(wish, &pages, &curve);
    else
        result = crawl_segments(wish, &web, &curve);
    topicweb_free(&web);
    return result == CLI_YES && !wish->compare ? report(wish, &curve) : result;
}

static int crawl_world(struct wish *wish, const char *folder)
{
    struct world world;
    struct curve curve;
    if (pagewise_kind(wish->strategy) < 0)
        return cli_error("%s has no segments: bfs, best-page or weighted", folder);
    int status = world_load(&world, folder);
    if (status != STATUS_OK)
        return cli_error("%s: %s", folder, status_text(status));
    struct pagewise_web pages = webs_of_world(&world);
    int result = crawl_pages(wish, &pages, &curve);
    world_free(&world);
    return result == CLI_YES ? report(wish, &curve) : result;
}

static int choose(const struct cli *cli, struct wish *wish)
{
    bool is_best = strcmp(wish->strategy, "best-segment") == 0;
    if (!is_best && strcmp(wish->strategy, "segment") != 0 && pagewise_kind(wish->strategy) < 0)
        return cli_usage_error(cli, "there is no strategy '%s' for this web", wish->strategy);
    wish->segments.predictor = is_best ? TOPICSIM_NONE : wish->pack ? TOPICSIM_PACK : TOPICSIM_FACTS;
    wish->segments.topic = &pack.topic;
    return wish->pack ? open_pack(wish->pack) : CLI_YES;
}

int topicsim_command(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {.segments = {.pages = PAGES_DEFAULT},
                        .order = {.depth = 95, .random = 5, .language = 500},
                        .strategy = "segment"};
    settings_reset(&wish.segments.settings);
    wish.segments.settings.page_cap = SITE_CAP;
    if (!take_options(&cli, &wish))
        return CLI_CANNOT;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one WORLD");
    int result = choose(&cli, &wish);
    if (result != CLI_YES)
        return result;
    const char *folder = cli.argv[0];
    result = topicweb_is_in(folder) ? crawl_topic(&wish, folder) : crawl_world(&wish, folder);
    free(pack.bytes);
    return result;
}
