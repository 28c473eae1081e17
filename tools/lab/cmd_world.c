/* crawlbox-lab world: simulated webs whose truth is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "commands.h"
#include "graph/home.h"
#include "world/record.h"
#include "world/report.h"
#include "world/siteweb.h"

enum { SEED_MAX = 2000000000, HOSTS_MAX = 2000000, HOSTS_MIN = 10 };

static const struct cli_option options[] = {
    {"preset", 'p', "NAME", "make: which web (default: lab)"},
    {"seed", 's', "N", "make: the same number makes the same web (default: 1)"},
    {"language", 'l', "CODE",
     "make: what the wanted pages are in, th, fa or ms: their home is at home (default: th)"},
    {"hosts", 'n', "N", "make: a smaller web of the same proportions (default: the preset's size)"},
    {"abroad", 'a', "PERCENT",
     "make: Thai sites with a server abroad (default: the preset's, 8 in those of 2009 and 2011)"},
    {"cdn", 'c', "PERCENT", "make: sites behind a CDN, whose addresses look American (default: 0)"},
    {"drift", 'd', NULL, "make: sites have changed their language, as was found between 2009 and 2011"},
    {"output", 'o', "DIR", "make, record, import, pages: where to put it"},
    {"features", 'f', NULL, "hosts: the 33 features of each host and its kind, as an ARFF file"},
    {0},
};

static const struct cli_help help = {
    "world",
    "make [--preset NAME] [--seed N] [--language CODE] [--hosts N] [--abroad PERCENT] [--cdn PERCENT] "
    "[--drift] -o DIR\n"
    "record -o DIR CARD...\n"
    "import -o DIR HOSTS LINKS\n"
    "info DIR\n"
    "verify DIR\n"
    "hosts [--features] DIR\n"
    "links DIR\n"
    "pages -o FOLDER DIR\n"
    "page DIR URL",
    "Simulated webs, to try a crawl on: make one, or one of the hosts that boxes have visited, or of a host "
    "graph in\n"
    "two tables with tabs; say what is in it, list its hosts and links, print a page, write all of them as "
    "files.\n"
    "Presets: closed-2009 and open-2011 are like the published data sets, open-2011-com has the domains that "
    "were\n"
    "found in 2011, lswc-2006 is mostly foreign with most Thai pages outside of .th, lab is small and "
    "awkward;\n"
    "topic-tourism, topic-estate and topic-diving are webs of foreign sites with sections about Thailand.",
    options};

static void show_progress(const char *what, uint64_t done, uint64_t total)
{
    cli_progress(what, done, total);
}

struct wish {
    const char *preset, *output;
    uint64_t seed;
    uint32_t hosts, language;
    struct world_hosting hosting;
    bool features, drift;
};

static uint32_t take_language(struct cli *cli)
{
    uint32_t language = 0;
    while (home_of(language) && strcmp(home_of(language)->language, cli->value) != 0)
        language++;
    if (!home_of(language))
        exit(cli_usage_error(cli, "--language: there is no language '%s'", cli->value));
    return language;
}

static void take_options(struct cli *cli, struct wish *wish)
{
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 'p': wish->preset = cli->value; break;
        case 's': wish->seed = (uint64_t)cli_number(cli, "seed", 0, SEED_MAX); break;
        case 'l': wish->language = take_language(cli); break;
        case 'n': wish->hosts = (uint32_t)cli_number(cli, "hosts", HOSTS_MIN, HOSTS_MAX); break;
        case 'a': wish->hosting.abroad = (uint32_t)cli_number(cli, "abroad", 0, 100); break;
        case 'c': wish->hosting.cdn = (uint32_t)cli_number(cli, "cdn", 0, 100); break;
        case 'd': wish->drift = true; break;
        case 'o': wish->output = cli->value; break;
        default: wish->features = true; break;
        }
    }
}

static int save(const struct world *world, const char *folder)
{
    return world_save(world, folder) == STATUS_OK ? report_info(world) : cli_cannot_write(folder);
}

static int make(const struct cli *cli, const struct wish *make)
{
    struct world *world;
    if (!make->output || cli->argc != 0)
        return cli_usage_error(cli, "needs -o DIR");
    const struct world_recipe recipe = {.preset = make->preset,
                                        .seed = make->seed,
                                        .language = make->language,
                                        .sites = make->hosts,
                                        .hosting = &make->hosting,
                                        .drift = make->drift,
                                        .progress = show_progress};
    int status = world_make(&world, &recipe);
    cli_progress_end();
    if (status == STATUS_NOT_FOUND)
        return cli_usage_error(cli, "there is no preset '%s'", make->preset);
    if (status == STATUS_UNSUPPORTED)
        return cli_usage_error(
            cli, "--language, --abroad, --cdn and --drift are for webs of sites, %s is one of segments",
            make->preset);
    if (status == STATUS_INVALID)
        return cli_usage_error(cli, "--hosts: %u are too few for %s", (unsigned)make->hosts, make->preset);
    if (status != STATUS_OK)
        return cli_error("%s: %s", make->preset, status_text(status));
    int result = save(world, make->output);
    world_free(world);
    return result;
}

/* Makes and saves the world of what a record holds. */
static int save_record(const struct record *record, const char *folder)
{
    struct record_left_out left_out;
    struct siteweb web;
    int status = record_web(record, &web, &left_out);
    if (status == STATUS_NOT_FOUND)
        return cli_error(
            "no site that a crawl began with was crawled to its end: let the box go on for a while");
    if (status != STATUS_OK)
        return cli_error("the world cannot be made: %s", status_text(status));
    printf("hosts never visited, left out\t%u\nlinks to them, left out\t%u\n", (unsigned)left_out.hosts,
           (unsigned)left_out.links);
    int result = save(&web.base, folder);
    siteweb_clear(&web);
    return result;
}

static int record(const struct cli *cli, const struct wish *wish)
{
    struct record record = {0};
    int result = CLI_YES;
    if (!wish->output || cli->argc == 0)
        return cli_usage_error(cli, "needs -o DIR and at least one CARD");
    for (int i = 0; i < cli->argc && result == CLI_YES; i++)
        result = record_card(&record, cli->argv[i]);
    if (result == CLI_YES)
        result = save_record(&record, wish->output);
    record_free(&record);
    return result;
}

static int import(const struct cli *cli, const struct wish *wish)
{
    struct record record = {0};
    if (!wish->output || cli->argc != 2)
        return cli_usage_error(cli, "needs -o DIR, a table of HOSTS and one of LINKS");
    int result = record_graph(&record, cli->argv[0], cli->argv[1]);
    if (result == CLI_YES)
        result = save_record(&record, wish->output);
    record_free(&record);
    return result;
}

static int report(const struct cli *cli, struct world *world, const char *action, const struct wish *wish)
{
    if (strcmp(action, "info") == 0)
        return report_info(world);
    if (strcmp(action, "verify") == 0)
        return world->kind->verify(world);
    if (strcmp(action, "hosts") == 0)
        return !wish->features ? world->kind->print_hosts(world)
               : world->kind->print_features
                   ? world->kind->print_features(world)
                   : cli_error("%s is a web of segments: their hosts have no features", world->preset);
    if (strcmp(action, "links") == 0)
        return world->kind->print_links(world);
    if (strcmp(action, "pages") == 0)
        return wish->output ? report_pages(world, wish->output)
                            : cli_error("pages needs -o DIR: where to put them");
    return report_page(world, cli->argv[1]);
}

int cmd_world(int argc, char **argv)
{
    static const char *const reports[] = {"info", "verify", "hosts", "links", "pages", "page"};
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {.preset = "lab", .seed = 1, .hosting.abroad = WORLD_ABROAD_OF_PRESET};
    struct world *world;
    take_options(&cli, &wish);
    const char *action = cli_action(&cli);
    if (strcmp(action, "make") == 0)
        return make(&cli, &wish);
    if (strcmp(action, "record") == 0)
        return record(&cli, &wish);
    if (strcmp(action, "import") == 0)
        return import(&cli, &wish);
    unsigned i = 0;
    while (i < sizeof reports / sizeof *reports && strcmp(reports[i], action) != 0)
        i++;
    if (i == sizeof reports / sizeof *reports || cli.argc != (strcmp(action, "page") == 0 ? 2 : 1))
        return cli_action_error(&cli, action);
    int status = world_load(&world, cli.argv[0]);
    if (status == STATUS_NOT_FOUND)
        return cli_error("%s: no world in this folder; 'crawlbox-lab world make -o %s' makes one",
                         cli.argv[0], cli.argv[0]);
    if (status != STATUS_OK)
        return cli_error("%s: %s", cli.argv[0], status_text(status));
    int result = report(&cli, world, action, &wish);
    world_free(world);
    return result;
}
