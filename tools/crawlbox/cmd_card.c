/* crawlbox card init|check|collect|hosts|merge: cards as image files, block devices or mounted folders. */
#include "cli.h"
#include "commands.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "ca/bundle.h"
#include "card/check.h"
#include "card/collect.h"
#include "card/init.h"
#include "card/merge.h"
#include "card/setup.h"
#include "cardfs/hosts.h"
#include "crawlbox_version.h"
#include "geo/ranges.h"
#include "output.h"

enum { MIN_IMAGE_MB = 64, MAX_IMAGE_MB = 1048576 };

static const struct cli_option options[] = {
    {"size", 's', "MB", "init: make a new image file of this size (FAT32; a power of two suits QEMU)"},
    {"force", 'f', NULL, "init: replace settings and files that are there; with --size, the image itself"},
    {"settings", 'i', "FILE", "init: becomes CRAWLBOX.INI"},
    {"set", 'S', "KEY=VALUE", "init: a setting ('crawlbox settings' lists them); may be repeated"},
    {"seeds", 'l', "FILE", "init: becomes SEEDS.TXT, one site or URL a line"},
    {"tables", 't', "FOLDER",
     "init: take MODEL.BIN, GEO.BIN, CA.BIN, TOPIC.PAK, DESK.HTM from here, those that are there; "
     "GEO.BIN and CA.BIN are otherwise made from what this machine has, and the desk is the program's own"},
    {"erase", 'e', NULL, "collect: remove from the card what was collected and verified"},
    {"title", 'T', "TEXT", "collect: title of the collection"},
    {"features", 'F', NULL,
     "hosts: the predictor's 33 features and the label of each, for crawlbox-lab train"},
    {"format", 'o', "FORMAT", "hosts: these as tsv (default), csv or arff"},
    {0},
};

static const struct cli_help help = {
    "card",
    "init [--size MB] [--force] [--settings FILE] [--set KEY=VALUE]... [--seeds FILE] [--tables FOLDER] "
    "CARD\n"
    "check CARD\n"
    "collect [--erase] [--title TEXT] CARD OUT\n"
    "hosts [--features] [--format FORMAT] CARD\n"
    "merge CARD CARD...",
    "Makes, checks and empties cards. CARD is an image file, a block device or the folder where a card is "
    "mounted.\n\n"
    "  init     lays out a card: settings, seeds, tables, an entropy seed\n"
    "  check    verifies every record on it; exit 1 on damage. Of a fresh one says what a box would miss\n"
    "  collect  copies the harvest into the folder OUT as .warc.gz, CDXJ and WACZ (for ReplayWeb.page), with "
    "the logs,\n"
    "           reads everything back to verify it, and goes on where it was interrupted\n"
    "  hosts    prints the hosts that the crawl on it knows, a line each\n"
    "  merge    for a fleet of boxes: sites that one has found for another become seeds on the other's card",
    options,
};

struct wish {
    long size_mb;
    bool force, erase, features;
    const char *settings, *seeds, *tables, *title, *format;
    const char *assignments[SETTINGS_COUNT];
    size_t assignment_count;
};

static void take_options(struct cli *cli, struct wish *wish)
{
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 's': wish->size_mb = cli_number(cli, "size", MIN_IMAGE_MB, MAX_IMAGE_MB); break;
        case 'f': wish->force = true; break;
        case 'e': wish->erase = true; break;
        case 'F': wish->features = true; break;
        case 'o': wish->format = cli->value; break;
        case 'i': wish->settings = cli->value; break;
        case 'S':
            if (wish->assignment_count == SETTINGS_COUNT)
                exit(cli_usage_error(cli, "there are not so many settings"));
            wish->assignments[wish->assignment_count++] = cli->value;
            break;
        case 'l': wish->seeds = cli->value; break;
        case 't': wish->tables = cli->value; break;
        default: wish->title = cli->value; break;
        }
    }
}

/* Tables that this machine's packages have the data for, unless the user has brought them. */
struct made_tables {
    struct ca_file ca;
    struct geo_file geo;
};

static void make_tables(struct card_init *init, struct made_tables *made)
{
    struct geo_ranges ranges;
    *made = (struct made_tables){0};
    if (!init->tables[CARD_CA] && access(CA_DEFAULT_BUNDLE, R_OK) == 0 &&
        ca_build(&made->ca, 0, NULL) == CLI_YES)
        init->made[CARD_CA] = (struct card_table){made->ca.data, made->ca.bytes};
    if (init->tables[CARD_GEO] || access(GEO_DEFAULT_DATABASE, R_OK) != 0 ||
        geo_ranges_load(&ranges, GEO_DEFAULT_DATABASE) != CLI_YES)
        return;
    if (geo_file_build(&made->geo, &ranges))
        init->made[CARD_GEO] = (struct card_table){made->geo.data, made->geo.bytes};
    geo_ranges_free(&ranges);
}

/* What a box would miss on it. */
static void tell_missing(const struct card_setup *setup)
{
    if (settings_missing(&setup->values, 0) >= 0) {
        fputs("Before it goes into a box, put into CRAWLBOX.INI:", stdout);
        for (int which = -1; (which = settings_missing(&setup->values, which + 1)) >= 0;)
            printf(" %s", settings_key(which));
        putchar('\n');
    }
    if (setup->seeds == 0)
        puts("Put your sites into SEEDS.TXT.");
    if (!setup->has_authorities)
        puts("Without CA.BIN no https site can be verified: install ca-certificates, or bring one with "
             "card init --tables.");
    if (!setup->has_countries)
        puts("Without GEO.BIN no country is known: install geoip-database, or bring one with card init "
             "--tables.");
}

/* A new image is there when it is complete: a slip in the settings must neither leave a half one behind nor
 * cost an old one. */
static bool begin_image(struct output *image, const char *path, bool force)
{
    if (!force && access(path, F_OK) == 0) {
        cli_error("%s exists: leave --size out to lay out the card that it holds, or say --force to make it "
                  "anew, which erases all of it",
                  path);
        return false;
    }
    return output_begin(image, path);
}

/* The desk that was built or installed with this program, or NULL. */
static const char *find_desk(char desk[PATH_MAX])
{
    static const char *const places[] = {"../share/crawlbox/crawlbox-desk.html",
                                         "../../desk/crawlbox-desk.html"};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        int used = snprintf(desk, PATH_MAX, "%.*s/%s", (int)(slash - program), program, places[i]);
        if (used < PATH_MAX && access(desk, R_OK) == 0)
            return desk;
    }
    return NULL;
}

static int run_init(const struct wish *wish, const char *path)
{
    struct output image = {0};
    struct card_setup setup = {0};
    struct card_fs fs;
    struct made_tables made;
    struct card_init init = {.settings = wish->settings,
                             .assignments = wish->assignments,
                             .assignment_count = wish->assignment_count,
                             .seeds = wish->seeds,
                             .force = wish->force};
    char tables[CARD_TABLES][PATH_MAX], desk[PATH_MAX];
    init.tables[CARD_DESK] = find_desk(desk);
    for (int i = 0; wish->tables && i < CARD_TABLES; i++) {
        snprintf(tables[i], sizeof tables[i], "%s/%s", wish->tables, card_table_names[i]);
        if (access(tables[i], F_OK) == 0)
            init.tables[i] = tables[i];
    }
    if (wish->size_mb && !begin_image(&image, path, wish->force))
        return CLI_CANNOT;
    make_tables(&init, &made);
    int status = wish->size_mb
                     ? card_fs_make_image(&fs, path, fileno(image.file), (uint64_t)wish->size_mb << 20)
                     : card_fs_open(&fs, path, CARD_UPDATE);
    if (status == 0)
        status = card_init_run(&init, &fs);
    int result = status == 0 ? CLI_YES : cli_error("%s", fs.problem);
    if (result == CLI_YES)
        card_setup_read(&setup, &fs);
    card_fs_close(&fs);
    ca_free(&made.ca);
    geo_file_free(&made.geo);
    if (output_end(&image, result) != CLI_YES)
        return CLI_CANNOT;
    printf("%s: ready: %u files written, %u kept as they were\n", path, init.written, init.kept);
    tell_missing(&setup);
    return CLI_YES;
}

static void print_finding(void *context, const char *file, const struct warc_finding *finding)
{
    cli_progress_end();
    cli_print_line(stdout, context);
    if (file) {
        fputs(": ", stdout);
        cli_print_line(stdout, file);
        printf(": offset %llu", (unsigned long long)finding->offset);
    }
    fputs(finding->severity == WARC_NOTE ? ": note: " : ": ", stdout);
    cli_print_line(stdout, finding->text);
    putchar('\n');
}

static void show_check(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    cli_progress("checking", done, total);
}

/* A card on which no crawl was begun yet: would one begin? */
static void tell_setup(struct card_fs *fs, const char *path)
{
    struct card_setup setup;
    card_setup_read(&setup, fs);
    tell_missing(&setup);
    if (settings_missing(&setup.values, 0) < 0 && setup.seeds > 0)
        printf("%s: ready for a box: it begins with %u site%s\n", path, setup.seeds,
               setup.seeds == 1 ? "" : "s");
}

static int run_check(const char *path)
{
    struct card_fs fs;
    union {
        const char *in;
        void *out;
    } name = {.in = path};
    struct card_check check = {.report = print_finding, .progress = show_check, .context = name.out};
    if (card_fs_open(&fs, path, CARD_READ) < 0)
        return cli_error("%s", fs.problem);
    int status = card_check_run(&check, &fs);
    cli_progress_end();
    if (status == 0 || status == STATUS_DAMAGED) {
        const struct card_journal *journal = &check.harvest.journal;
        printf("%s: %llu WARC files, %llu records: %llu pages, %llu revisits, %llu bytes\n", path,
               (unsigned long long)check.files, (unsigned long long)check.records,
               (unsigned long long)check.pages, (unsigned long long)check.revisits,
               (unsigned long long)check.bytes);
        if (journal->valid)
            printf("%s: journal: %lu pages stored on this card, %lu repairs, %s\n", path,
                   (unsigned long)journal->card_pages, (unsigned long)journal->repairs,
                   journal->ejected ? "ejected" : "not ejected");
        if (check.has_crawl)
            printf("%s: crawl: round %lu, %lu hosts known, %lu crawled, %lu of them Thai, %lu links between "
                   "hosts\n",
                   path, (unsigned long)check.crawl.rounds, (unsigned long)check.crawl.hosts,
                   (unsigned long)check.crawl.crawled, (unsigned long)check.crawl.thai,
                   (unsigned long)check.crawl.links);
        if (status == 0)
            printf("%s: no damage found\n", path);
        else
            printf("%s: DAMAGED in %llu places\n", path, (unsigned long long)check.damage);
        if (!check.has_crawl)
            tell_setup(&fs, path);
    } else {
        cli_error("cannot check %s: %s", path, *fs.problem ? fs.problem : status_text(status));
    }
    card_check_free(&check);
    card_fs_close(&fs);
    return status == 0 ? CLI_YES : status == STATUS_DAMAGED ? CLI_NO : CLI_CANNOT;
}

static int run_hosts(const struct wish *wish, const char *path)
{
    struct card_fs fs;
    struct card_hosts hosts = {.out = stdout,
                               .features = wish->features || wish->format,
                               .format = TABLE_TSV,
                               .name = "crawlbox-card"};
    static const char *const formats[] = {[TABLE_ARFF] = "arff", [TABLE_CSV] = "csv", [TABLE_TSV] = "tsv"};
    for (unsigned i = 0; wish->format && i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(wish->format, formats[i]) == 0)
            hosts.format = (enum table_format)i;
    if (wish->format && strcmp(wish->format, formats[hosts.format]) != 0)
        return cli_error("--format is one of arff, csv and tsv, not '%s'", wish->format);
    if (card_fs_open(&fs, path, CARD_READ) < 0)
        return cli_error("%s", fs.problem);
    int status = card_hosts_write(&hosts, &fs);
    char problem[sizeof fs.problem];
    memcpy(problem, fs.problem, sizeof problem);
    card_fs_close(&fs);
    if (status == STATUS_NOT_FOUND)
        return cli_error("%s: no crawl was begun on this card", path);
    if (status < 0)
        return cli_error("%s: %s", path, *problem ? problem : status_text(status));
    if (hosts.lost > 0)
        fprintf(stderr, "crawlbox: %s: %lu damaged records left out\n", path, (unsigned long)hosts.lost);
    return fflush(stdout) == 0 ? CLI_YES : cli_error("cannot write: %s", strerror(errno));
}

static void show_collect(void *context, const char *what, uint64_t done, uint64_t total)
{
    (void)context;
    cli_progress(what, done, total);
}

static void print_report(void *context, const char *text)
{
    (void)context;
    cli_progress_end();
    cli_print_line(stdout, text);
    putchar('\n');
}

static int run_collect(const struct wish *wish, const char *path, const char *out)
{
    struct card_fs fs;
    struct collect collect = {.out = out,
                              .title = wish->title ? wish->title : "Harvest of a crawl box",
                              .software = "crawlbox " CRAWLBOX_VERSION,
                              .erase = wish->erase,
                              .progress = show_collect,
                              .report = print_report};
    if (card_fs_open(&fs, path, wish->erase ? CARD_UPDATE : CARD_READ) < 0)
        return cli_error("%s", fs.problem);
    int status = collect_run(&collect, &fs);
    cli_progress_end();
    if (status == 0 || status == STATUS_DAMAGED) {
        printf("%s: %llu files with %llu records collected and verified, %llu were already there, %d logs\n",
               path, (unsigned long long)collect.files, (unsigned long long)collect.records,
               (unsigned long long)collect.skipped, collect.logs);
        if (wish->erase)
            printf("%s: %llu files erased from the card\n", path, (unsigned long long)collect.erased);
        if (collect.files + collect.skipped > 0)
            printf("Open %s/harvest.wacz in ReplayWeb.page to look at the pages. 'crawlbox report %s' tells "
                   "what was "
                   "harvested.\n",
                   out, out);
        else
            puts("There is no harvest on the card.");
    } else {
        cli_error("%s", collect.problem);
    }
    collect_free(&collect);
    card_fs_close(&fs);
    return status == 0 ? CLI_YES : status == STATUS_DAMAGED ? CLI_NO : CLI_CANNOT;
}

static void print_merge(const struct merge *merge)
{
    unsigned boxes = merge->card[0].shard.of;
    for (size_t i = 0; i < merge->count; i++) {
        const struct merge_card *card = &merge->card[i];
        printf("%s: box %u of %u: %zu sites for other boxes on it; ", card->path, card->shard.mine, boxes,
               card->noted);
        if (card->is_second)
            puts("its own went to the card of this box that was named first");
        else
            printf("%zu from others are new in SEEDS.TXT, %zu were there\n", card->added, card->known);
    }
    for (unsigned box = 1; box <= boxes; box++)
        if (merge->orphans[box - 1] > 0)
            printf("%zu sites are for box %u of %u, whose card is not here: merge again with it\n",
                   merge->orphans[box - 1], box, boxes);
}

static int run_merge(char **paths, int count)
{
    static struct merge merge;
    int status = 0;
    merge_begin(&merge);
    for (int i = 0; i < count && status == 0; i++)
        status = merge_add(&merge, paths[i]);
    if (status == 0)
        status = merge_write(&merge);
    if (status == 0)
        print_merge(&merge);
    else
        cli_error("%s", merge.problem);
    merge_free(&merge);
    return status == 0 ? CLI_YES : CLI_CANNOT;
}

int cmd_card(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {0};
    take_options(&cli, &wish);
    const char *action = cli_action(&cli);
    if (strcmp(action, "init") == 0 && cli.argc == 1)
        return run_init(&wish, cli.argv[0]);
    if (strcmp(action, "check") == 0 && cli.argc == 1)
        return run_check(cli.argv[0]);
    if (strcmp(action, "collect") == 0 && cli.argc == 2)
        return run_collect(&wish, cli.argv[0], cli.argv[1]);
    if (strcmp(action, "hosts") == 0 && cli.argc == 1)
        return run_hosts(&wish, cli.argv[0]);
    if (strcmp(action, "merge") == 0 && cli.argc >= 2)
        return run_merge(cli.argv, cli.argc);
    return cli_action_error(&cli, action);
}
