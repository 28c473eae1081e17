/* crawlbox run: the box as a program of this machine, on a card in a file or a reader. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/status.h"
#include "box/box.h"
#include "card_files.h"
#include "clock.h"
#include "countries.h"
#include "crawlbox_version.h"
#include "lang/dict_load.h"
#include "native/card.h"
#include "native/config.h"
#include "native/name_server.h"
#include "net.h"
#include "network.h"
#include "online.h"
#include "page_arena.h"
#include "settings/parts.h"
#include "topics.h"

enum { STATE_LINES = 24, SETS_MAX = 32, SEEDS_MAX = 16, MS_PER_S = 1000, NS_PER_MS = 1000000 };

struct order {
    const char *card;
    const char *sets[SETS_MAX], *seeds[SEEDS_MAX];
    int set_count, seed_count;
    bool quiet;
};

static struct {
    struct native_card card;
    struct settings settings;
    char user_agent[SETTINGS_AGENT_SIZE];
    struct dict dict;
    struct harvest_options options;
    struct harvest harvest;
    struct box_parts parts;
    struct state_line lines[STATE_LINES];
    struct box box;
    bool quiet;
} run;

static volatile sig_atomic_t stop_asked;

static void ask_to_stop(int signal)
{
    (void)signal;
    stop_asked = 1;
}

/* The page under way has a second left: most come within one, and need not be asked for again. */
static bool is_out_of_patience(void)
{
    static uint64_t asked_ms;
    if (stop_asked && asked_ms == 0)
        asked_ms = clock_ms();
    return stop_asked && clock_ms() - asked_ms >= MS_PER_S;
}

/* ---- What the box asks of this program ---- */

static uint32_t now_ms(void *context)
{
    (void)context;
    return clock_ms_short();
}

static uint64_t utc_ms(void *context)
{
    (void)context;
    return net_utc_ms();
}

static bool has_network(void *context)
{
    (void)context;
    return online();
}

static void *take_memory(void *context, size_t bytes)
{
    (void)context;
    return page_arena_take(bytes);
}

static void give_memory(void *context, void *piece)
{
    (void)context;
    page_arena_give(piece);
}

static void tell(void *context, unsigned event, const char *host, uint32_t number)
{
    (void)context;
    if (run.quiet)
        return;
    cli_progress_end();
    switch (event) {
    case CRAWL_EVENT_ROUND: printf("round %u\n", number); break;
    case CRAWL_EVENT_QUEUED: printf("%u sites are to be crawled\n", number); break;
    case CRAWL_EVENT_SITE_BEGINS: printf("%s: begins\n", host); break;
    case CRAWL_EVENT_SITE_ENDS: printf("%s: ends: %s\n", host, crawl_site_stop_sentence(number)); break;
    default: printf("%s: %s\n", host, fetch_status_text((int)number)); break;
    }
}

/* ---- Before the crawl ---- */

static int read_settings(const struct order *order)
{
    int result = config_read(&run.settings);
    for (int i = 0; i < order->set_count && result == CLI_YES; i++)
        result = config_set(&run.settings, order->sets[i]);
    return result == CLI_YES ? config_check(&run.settings) : result;
}

static int set_up(void)
{
    static const char *const packs[] = {[LANGUAGE_TH] = "th", [LANGUAGE_FA] = "fa", [LANGUAGE_MS] = "ms"};
    static const enum harvest_keep keeps[] = {[KEEP_LANGUAGE] = HARVEST_KEEP_TARGET,
                                              [KEEP_PAGES] = HARVEST_KEEP_PAGES,
                                              [KEEP_ALL] = HARVEST_KEEP_ALL};
    char *no_memory;
    if (dict_load(&run.dict, NULL, &no_memory) != 0)
        return CLI_CANNOT;
    settings_user_agent(&run.settings, CRAWLBOX_VERSION, run.user_agent);
    settings_for_fetch(&run.settings, run.user_agent, &run.options.fetch);
    settings_for_store(&run.settings, run.user_agent, &run.card.settings);
    run.options.keep = keeps[run.settings.keep];
    run.options.pack = lang_pack_find(packs[run.settings.language]);
    run.options.dict = &run.dict;
    run.options.agent = "crawlbox";
    harvest_init(&run.harvest, NULL, &network, &run.options);
    run.parts = (struct box_parts){
        .harvest = &run.harvest,
        .store = &run.card.store,
        .lines = run.lines,
        .line_count = STATE_LINES,
        .now_ms = now_ms,
        .utc_ms = utc_ms,
        .take = take_memory,
        .give = give_memory,
        .is_online = has_network,
        .country = countries_find,
        .event = tell,
        .topic = topics_pack,
    };
    box_init(&run.box, &run.parts, &run.settings);
    return CLI_YES;
}

static int add_seeds(const struct order *order)
{
    int status = config_seed(&run.box.crawl);
    for (int i = 0; i < order->seed_count && status >= 0; i++) {
        struct url url;
        char text[URL_BUFFER_SIZE];
        if (url_parse(&url, text, sizeof text, order->seeds[i], strlen(order->seeds[i]), NULL) < 0)
            cli_error("'%s' is no seed: %s", order->seeds[i], url_reason(&url));
        else
            status = crawl_seed(&run.box.crawl, &url);
    }
    return status;
}

static int begin(const struct order *order)
{
    int status = box_open(&run.box);
    if (status == STATUS_NOT_FOUND)
        status = box_begin(&run.box);
    else if (status == STATUS_DAMAGED)
        return cli_error(
            "the crawl on this card cannot be continued: its state is damaged, or of another version");
    if (status >= 0)
        status = add_seeds(order);
    if (status >= 0)
        status = crawl_start(&run.box.crawl);
    return status < 0 ? cli_error("the crawl cannot begin: %s", status_text(status)) : CLI_YES;
}

/* ---- The crawl ---- */

static void sleep_ms(uint32_t ms)
{
    const struct timespec time = {.tv_sec = ms / MS_PER_S, .tv_nsec = (long)(ms % MS_PER_S) * NS_PER_MS};
    nanosleep(&time, NULL); /* a signal ends it, and then the crawl */
}

/* Says so once, and waits. */
static void wait_for_network(void)
{
    cli_progress_end();
    printf("%s\n", crawl_stop_sentence(CRAWL_STOP_NETWORK));
    fflush(stdout);
    while (!stop_asked && !online())
        sleep_ms(MS_PER_S);
}

/* Until it ends by itself or somebody asks for it: the reason. */
static const char *crawl(void)
{
    while (!stop_asked) {
        int32_t wait_ms = box_step(&run.box);
        if (wait_ms == CRAWL_STOP_NETWORK) {
            wait_for_network();
            continue;
        }
        if (wait_ms < 0)
            return crawl_stop_sentence(wait_ms);
        cli_progress("pages", run.box.crawl.state.totals.pages, 0);
        if (wait_ms > 0)
            sleep_ms((uint32_t)wait_ms);
    }
    return "stopped: the next run on this card goes on from here";
}

static void print_totals(const char *reason)
{
    const struct crawl_totals *totals = &run.box.crawl.state.totals;
    cli_progress_end();
    printf("pages\t%u\ntarget_pages\t%u\n", totals->pages, totals->target_pages);
    printf("sites\t%u\ntarget_sites\t%u\n", totals->sites, totals->target_sites);
    printf("fetches\t%u\nfailures\t%u\n", totals->fetches, totals->failures);
    printf("sectors_read\t%u\nsectors_written\t%u\n", run.card.image.sectors_read,
           run.card.image.sectors_written);
    printf("arena_peak\t%zu\nended\t%s\n", page_arena_peak(), reason);
}

static int crawl_card(const struct order *order)
{
    int result = read_settings(order);
    if (result == CLI_YES)
        result = set_up();
    if (result != CLI_YES)
        return result;
    network_use_tls((enum network_tls)run.settings.tls, run.settings.no_time == NO_TIME_IGNORE_DATES);
    card_files_load();
    countries_load(run.card.store.scratch);
    topics_load(run.card.store.scratch);
    if (run.settings.mode == MODE_SEGMENT && topics_pack() != NULL)
        run.options.pack = lang_pack_find("en");
    result = begin(order);
    if (result == CLI_YES)
        print_totals(crawl());
    box_close(&run.box);
    card_files_forget();
    topics_forget();
    return result;
}

static const struct cli_option options[] = {
    {"set", 's', "KEY=VALUE", "a setting for this run, over the card's own; may be repeated"},
    {"seed", 'e', "URL", "a site to start from, besides those of SEEDS.TXT; may be repeated"},
    {"dns", 'd', "ADDRESS[:PORT]", "ask this name server instead of the machine's"},
    {"quiet", 'q', NULL, "do not tell which sites begin and end"},
    {0},
};

static const struct cli_help help = {"run", "[--set KEY=VALUE]... [--seed URL]... CARD",
                                     "Crawls on this machine what a box would crawl with this card, an image "
                                     "or the device of a card reader: with its\n"
                                     "settings (CRAWLBOX.INI) and seeds (SEEDS.TXT), onto it. Ctrl-C ejects "
                                     "the card; the next run, or the box, goes on\n"
                                     "from there. Cards are made by 'crawlbox card init'.",
                                     options};

int cmd_run(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct order order = {0};
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option == 's' && order.set_count < SETS_MAX)
            order.sets[order.set_count++] = cli.value;
        else if (option == 'e' && order.seed_count < SEEDS_MAX)
            order.seeds[order.seed_count++] = cli.value;
        else if (option == 'd')
            use_name_server(&cli);
        else if (option == 'q')
            run.quiet = true;
        else
            return cli_usage_error(&cli, "that is more than fits: put it into CRAWLBOX.INI or SEEDS.TXT");
    }
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs exactly one CARD");
    order.card = cli.argv[0];
    if (native_card_open(&run.card, order.card) != CLI_YES)
        return CLI_CANNOT;
    struct sigaction action = {.sa_handler = ask_to_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    net_call_off_when(is_out_of_patience);
    int result = crawl_card(&order);
    int closed = native_card_close(&run.card);
    return result != CLI_YES ? result : closed;
}
