/* crawlbox world: simulated webs whose truth is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "topicweb/report.h"
#include "url/url.h"
#include "world/record.h"
#include "world/report.h"
#include "world/source.h"
#include "world/world.h"

enum { SEED_MAX = 2000000000, HOSTS_MAX = 2000000, HOSTS_MIN = 100, SITES_MIN = 10 };

static const struct cli_option options[] = {
    {"preset", 'p', "NAME", "make: which web (default: lab)"},
    {"seed", 's', "N", "make: the same number makes the same web (default: 1)"},
    {"hosts", 'n', "N", "make: a smaller web of the same proportions (default: the preset's size)"},
    {"output", 'o', "DIR", "make, record, pages: where to put it"},
    {"features", 'f', NULL, "hosts: the 33 features of each host and its kind, as an ARFF file"},
    {0},
};

static const struct cli_help help = {
    "world",
    "make [--preset NAME] [--seed N] [--hosts N] -o DIR\n"
    "record -o DIR CARD...\n"
    "info DIR\n"
    "verify DIR\n"
    "hosts [--features] DIR\n"
    "links DIR\n"
    "pages -o FOLDER DIR\n"
    "page DIR URL",
    "Simulated webs, to try a crawl on: make one, or one of the hosts that boxes have visited; say what is "
    "in "
    "it,\nlist its hosts, print a page.\n"
    "Presets: closed-2009 and open-2011 are like the published data sets, lab is small and awkward; "
    "topic-tourism,\n"
    "topic-estate and topic-diving are webs of foreign sites with sections about Thailand, whose links can "
    "be listed.",
    options};

static void show_progress(const char *what, uint64_t done, uint64_t total)
{
    cli_progress(what, done, total);
}

static int load(struct world *world, const char *folder)
{
    int status = world_load(world, folder);
    if (status == STATUS_OK)
        return CLI_YES;
    if (status == STATUS_NOT_FOUND)
        return cli_error("%s: no world in this folder; 'crawlbox world make -o %s' makes one", folder,
                         folder);
    return cli_error("%s: %s", folder, status_text(status));
}

struct wish {
    const char *preset, *output;
    uint64_t seed;
    uint32_t hosts;
    bool features;
};

static void take_options(struct cli *cli, struct wish *wish)
{
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 'p': wish->preset = cli->value; break;
        case 's': wish->seed = (uint64_t)cli_number(cli, "seed", 0, SEED_MAX); break;
        case 'n': wish->hosts = (uint32_t)cli_number(cli, "hosts", SITES_MIN, HOSTS_MAX); break;
        case 'o': wish->output = cli->value; break;
        default: wish->features = true; break;
        }
    }
}

static int make(const struct cli *cli, const struct wish *make)
{
    struct world world;
    if (!make->output || cli->argc != 0)
        return cli_usage_error(cli, "needs -o DIR");
    if (topicweb_preset_find(make->preset))
        return topicweb_command_make(make->preset, make->seed, make->hosts, make->output);
    if (make->hosts > 0 && make->hosts < HOSTS_MIN)
        return cli_usage_error(cli, "--hosts: at least %d, but for webs of segments", HOSTS_MIN);
    int status = world_make(&world, make->preset, make->seed, make->hosts, show_progress);
    cli_progress_end();
    if (status == STATUS_NOT_FOUND)
        return cli_usage_error(cli, "there is no preset '%s'", make->preset);
    if (status != STATUS_OK)
        return cli_error("%s: %s", make->preset, status_text(status));
    status = world_save(&world, make->output);
    if (status == STATUS_OK)
        report_info(&world);
    world_free(&world);
    return status == STATUS_OK ? CLI_YES : cli_cannot_write(make->output);
}

static int record_cards(struct record *record, struct world *world, int count, char **cards)
{
    struct record_left_out left_out;
    int result = CLI_YES;
    for (int i = 0; i < count && result == CLI_YES; i++)
        result = record_card(record, cards[i]);
    if (result != CLI_YES)
        return result;
    int status = record_world(record, world, &left_out);
    if (status == STATUS_NOT_FOUND)
        return cli_error(
            "no site that a crawl began with was crawled to its end: let the box go on for a while");
    if (status != STATUS_OK)
        return cli_error("the world cannot be made: %s", status_text(status));
    printf("hosts never visited, left out\t%u\nlinks to them, left out\t%u\n", (unsigned)left_out.hosts,
           (unsigned)left_out.links);
    return CLI_YES;
}

static int record(const struct cli *cli, const struct wish *wish)
{
    struct record record = {0};
    struct world world;
    if (!wish->output || cli->argc == 0)
        return cli_usage_error(cli, "needs -o DIR and at least one CARD");
    int result = record_cards(&record, &world, cli->argc, cli->argv);
    record_free(&record);
    if (result != CLI_YES)
        return result;
    if (world_save(&world, wish->output) == STATUS_OK)
        report_info(&world);
    else
        result = cli_cannot_write(wish->output);
    world_free(&world);
    return result;
}

static int with_world(const char *folder, int (*report)(const struct world *world))
{
    struct world world;
    int status = load(&world, folder);
    if (status == CLI_YES) {
        status = report(&world);
        world_free(&world);
    }
    return status;
}

/* Prints what a URL of the world answers. */
static int print_page(const char *folder, const char *text)
{
    struct site_source source;
    char buffer[URL_BUFFER_SIZE], name[WORLD_NAME_BYTES];
    struct url url;
    if (url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL) < 0)
        return cli_error("%s: %s", text, url_reason(&url));
    int status = world_source_open(&source, folder);
    if (status != STATUS_OK)
        return cli_error("%s: %s", folder, status_text(status));
    snprintf(name, sizeof name, "%.*s", (int)url_host_length(&url), url.text + url.host);
    struct site_host host = {0};
    struct site_response response = {0};
    struct site_request request = {
        .host = name, .method = "GET", .target = url.text + url.path, .headers = ""};
    bool known = source.find(source.context, name, 0, &host) && host.dns == SITE_DNS_OK;
    if (known)
        source.answer(source.context, &request, &response);
    if (response.body)
        fwrite(response.body, 1, response.size, stdout);
    else if (!known)
        cli_error("%s: no such host in this world", name);
    else if (response.location)
        cli_error("%s: redirected to %s", text, response.location);
    else
        cli_error("%s: answers %d", text, response.status ? response.status : 404);
    status = response.body ? CLI_YES : CLI_NO;
    if (response.release)
        response.release(&response);
    source.close(source.context);
    return status;
}

int cmd_world(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {.preset = "lab", .seed = 1};
    take_options(&cli, &wish);
    const char *action = cli_action(&cli);
    if (strcmp(action, "make") == 0)
        return make(&cli, &wish);
    if (strcmp(action, "record") == 0)
        return record(&cli, &wish);
    bool is_page = strcmp(action, "page") == 0;
    if (cli.argc == (is_page ? 2 : 1) && topicweb_is_in(cli.argv[0]))
        return topicweb_command(action, cli.argv[0], is_page ? cli.argv[1] : NULL, wish.output);
    if (strcmp(action, "info") == 0 && cli.argc == 1)
        return with_world(cli.argv[0], report_info);
    if (strcmp(action, "verify") == 0 && cli.argc == 1)
        return with_world(cli.argv[0], report_verify);
    if (strcmp(action, "hosts") == 0 && cli.argc == 1)
        return with_world(cli.argv[0], wish.features ? report_features : report_hosts);
    if (is_page && cli.argc == 2)
        return print_page(cli.argv[0], cli.argv[1]);
    return cli_action_error(&cli, action);
}
