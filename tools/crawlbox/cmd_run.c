/* crawlbox run: the box (box/session.h) as a program of this machine, on a card in a file or a reader. */
#include "cli.h"
#include "commands.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "box/session.h"
#include "clock.h"
#include "crawlbox_version.h"
#include "log.h"
#include "native/card.h"
#include "native/limits.h"
#include "native/name_server.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"
#include "port/page_arena.h"

enum { SETS_MAX = 32, SEEDS_MAX = 16, MS_PER_S = 1000, MS_PER_DAY = 86400 * MS_PER_S, DAYS_MAX = 10000 };

/* What was asked for on the command line. */
static struct {
    const char *card;
    const char *sets[SETS_MAX], *seeds[SEEDS_MAX];
    int set_count, seed_count;
    unsigned long days; /* that pass at once; 0: time passes as it does */
} order;

static struct native_card card;
static struct session session;

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

/* ---- What this program puts into the session ---- */

/* Takes "KEY=VALUE" over as the card's file has it. CLI_YES, or CLI_CANNOT after saying why. */
static int set_one(struct settings *settings, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    size_t length = equals ? (size_t)(equals - assignment) : strlen(assignment);
    int which = settings_find(assignment, length);
    if (!equals || which < 0)
        return cli_error("'%.*s' is no setting: say --set KEY=VALUE", (int)length, assignment);
    if (settings_set(settings, which, equals + 1, strlen(equals + 1)) < 0)
        return cli_error("%s must be %s", settings_key(which), settings_range(which));
    return CLI_YES;
}

/* What is said with --set goes before what the card says, and stays off the card. */
static void amend_settings(struct settings *settings)
{
    for (int i = 0; i < order.set_count; i++)
        (void)set_one(settings, order.sets[i]);
}

static const struct session_parts parts = {
    .store = &card.store,
    .store_settings = &card.settings,
    .version = CRAWLBOX_VERSION,
    .language = lang_pack_find,
    .amend_settings = amend_settings,
};

/* ---- Before the crawl ---- */

/* Before the card is touched: whether all of --set can be understood. */
static int check_sets(void)
{
    struct settings settings;
    int result = CLI_YES;
    settings_reset(&settings);
    for (int i = 0; i < order.set_count && result == CLI_YES; i++)
        result = set_one(&settings, order.sets[i]);
    return result;
}

static const char *why_not_opened(void)
{
    switch (session.open_status) {
    case STATUS_VERSION:
        return "the crawl on this card was begun by another version of crawlbox: go on with that one, or use "
               "a fresh card";
    case STATUS_DAMAGED: return "the crawl on this card cannot be continued: its state is damaged";
    default: return session_sentence(&session);
    }
}

/* The log has told what is missing. */
static int mount_card(void)
{
    session_init(&session, &parts);
    limits_use(&session);
    session_card_mounted(&session);
    if (!session.is_set_up)
        return cli_error(
            "what is missing goes into CRAWLBOX.INI on the card, or is said with --set KEY=VALUE");
    session_card_ready(&session);
    session_open(&session);
    limits_tell_card(&session);
    return session.opened ? CLI_YES : cli_error("%s", why_not_opened());
}

static int add_seeds(void)
{
    for (int i = 0; i < order.seed_count; i++) {
        int status = session_seed(&session, order.seeds[i]);
        if (status == STATUS_INVALID)
            cli_error("'%s' is no seed: it is no site or URL", order.seeds[i]);
        else if (status < 0 && status != STATUS_REFUSED) /* refused: another box's */
            return cli_error("the seed %s cannot be noted: %s", order.seeds[i], status_text(status));
    }
    return CLI_YES;
}

/* Whoever runs this wants it to go on, also if it was stopped on a box. */
static int start(void)
{
    int status = session_order(&session, crawl_start);
    return status < 0 ? cli_error("the crawl cannot begin: %s", status_text(status)) : CLI_YES;
}

/* ---- The crawl ---- */

/* The card can hold no more, or cannot be used any longer. */
static bool is_card_lost(void)
{
    return card.store.state != STORE_READY || session.failed || session.stop == CRAWL_STOP_CARD;
}

/* Until it ends by itself or somebody asks for it: the reason. */
static const char *crawl(void)
{
    while (!stop_asked) {
        uint32_t wait_ms = session_tick(&session);
        if (stop_asked) /* a tick may go on for a second: whatever it came to, somebody wants to stop */
            break;
        if (order.days > 0 && clock_ms() > (uint64_t)order.days * MS_PER_DAY)
            return "its days are over: the next run on this card goes on from here";
        bool goes_on =
            session.stop == CRAWL_STOP_NETWORK || (session.stop == CRAWL_STOP_REST && order.days > 0);
        if (card.store.state != STORE_READY)
            return native_card_sentence(&card);
        if (session.stop < 0 && !goes_on)
            return crawl_stop_sentence(session.stop);
        if (session.failed)
            return session_sentence(&session);
        cli_progress("pages", session.box.crawl.state.totals.pages, 0);
        if (wait_ms > 0)
            clock_sleep_ms(wait_ms); /* a signal ends it, and then the crawl */
    }
    return "stopped: the next run on this card goes on from here";
}

static void print_totals(const char *reason)
{
    const struct crawl_totals *totals = &session.box.crawl.state.totals;
    cli_progress_end();
    printf("pages\t%u\ntarget_pages\t%u\n", totals->pages, totals->target_pages);
    printf("sites\t%u\ntarget_sites\t%u\n", totals->sites, totals->target_sites);
    printf("fetches\t%u\nfailures\t%u\n", totals->fetches, totals->failures);
    printf("sectors_read\t%u\nsectors_written\t%u\n", card.image.sectors_read + card.folder.sectors_read,
           card.image.sectors_written + card.folder.sectors_written);
    printf("arena_peak\t%zu\nended\t%s\n", page_arena_peak(), reason);
}

static int crawl_card(void)
{
    int result = mount_card();
    if (result == CLI_YES)
        result = add_seeds();
    if (result == CLI_YES)
        result = start();
    if (result == CLI_YES) {
        const char *reason = crawl();
        print_totals(reason);
        if (is_card_lost())
            result = cli_error("%s", reason);
    }
    session_card_gone(&session);
    return result;
}

static const struct cli_option options[] = {
    {"set", 's', "KEY=VALUE", "a setting for this run, over the card's own; may be repeated"},
    {"seed", 'e', "URL", "a site to start from, besides those of SEEDS.TXT; may be repeated"},
    LIMITS_OPTIONS,
    {"dns", 'd', "ADDRESS[:PORT]", "ask this name server instead of the machine's"},
    {"days", 'D', "DAYS",
     "crawl for so many days that pass at once: what the box would sleep is added to its "
     "clock. For tests of months, with servers of a laboratory"},
    {"quiet", 'q', NULL, "tell only what somebody should act on, and the figures at the end"},
    {0},
};

static const struct cli_help help = {"run", "[--set KEY=VALUE]... [--seed URL]... CARD",
                                     "Crawls on this machine what a box would crawl with this card, an "
                                     "image, the device of a card reader or a folder: with its\n"
                                     "settings (CRAWLBOX.INI) and seeds (SEEDS.TXT), onto it. Ctrl-C ejects "
                                     "the card; the next run, or the box, goes on\n"
                                     "from there. Cards are made by 'crawlbox card init'.",
                                     options};

static void take_days(const struct cli *cli)
{
    char *end;
    order.days = strtoul(cli->value, &end, 10);
    if (*end != '\0' || order.days < 1 || order.days > DAYS_MAX)
        exit(cli_usage_error(cli, "days must be a number from 1 to %d, not '%s'", DAYS_MAX, cli->value));
    clock_pass_at_once();
}

static void take_option(const struct cli *cli, int option)
{
    if (limits_take(cli, option))
        return;
    if (option == 's' && order.set_count < SETS_MAX)
        order.sets[order.set_count++] = cli->value;
    else if (option == 'e' && order.seed_count < SEEDS_MAX)
        order.seeds[order.seed_count++] = cli->value;
    else if (option == 'd')
        use_name_server(cli);
    else if (option == 'q')
        log_set_level(LOG_WARNING);
    else if (option == 'D')
        take_days(cli);
    else
        exit(cli_usage_error(cli, "that is more than fits: put it into CRAWLBOX.INI or SEEDS.TXT"));
}

static void listen_for_signals(void)
{
    struct sigaction action = {.sa_handler = ask_to_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    net_call_off_when(is_out_of_patience);
}

int cmd_run(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    log_set_level(LOG_INFO);
    log_call_before_lines(cli_progress_end);
    for (int option; (option = cli_next(&cli)) != CLI_END;)
        take_option(&cli, option);
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs exactly one CARD");
    order.card = cli.argv[0];
    if (check_sets() != CLI_YES || native_card_open(&card, order.card) != CLI_YES)
        return CLI_CANNOT;
    listen_for_signals();
    int result = crawl_card();
    int closed = native_card_close(&card);
    return result != CLI_YES ? result : closed;
}
