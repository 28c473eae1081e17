/* crawlbox fetch: one page, fetched, read and stored as the box does it. */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "box/harvest/harvest.h"
#include "ca/bundle.h"
#include "crawlbox_version.h"
#include "dict_load.h"
#include "fetch/roots.h"
#include "native/card.h"
#include "native/name_server.h"
#include "port/net.h"
#include "port/clock.h"
#include "port/network.h"
#include "port/page_arena.h"

enum { RANGES_MAX = 8, MS_PER_S = 1000, TIMEOUT_MAX_S = 3600, BODY_MAX = 1 << 20 };

struct task {
    const char *url, *ca, *card;
    enum network_tls https;
    struct guard_range allowed[RANGES_MAX];
    uint8_t allowed_count;
    uint32_t timeout_ms;
    unsigned links; /* found so far */
};

/* ---- What the harvest asks of this program ---- */

static void *lend_memory(void *context, size_t bytes)
{
    (void)context;
    return page_arena_take(bytes);
}

static void give_memory_back(void *context, void *piece)
{
    (void)context;
    page_arena_give(piece);
}

static uint64_t utc_ms(void *context)
{
    (void)context;
    return net_utc_ms();
}

/* The header as it came, but for what could drive a terminal. */
static void print_header(void *context, const char *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != '\r')
            putchar((bytes[i] >= ' ' && (unsigned char)bytes[i] < 0x7f) || bytes[i] == '\n' ||
                            bytes[i] == '\t'
                        ? bytes[i]
                        : '?');
}

static uint32_t count_link(void *context, const struct visit_link *link)
{
    struct task *task = context;
    task->links++;
    if (link->how == 'R')
        printf("redirect\t%s\n", link->url->text);
    return 0;
}

/* ---- The answer ---- */

static void print_address(uint32_t address)
{
    if (address != 0)
        printf("address\t%u.%u.%u.%u\n", address >> 24, address >> 16 & 255, address >> 8 & 255,
               address & 255);
}

static void print_reading(const struct visit_answer *answer, const struct lang_pack *pack)
{
    const struct page_result *page = &answer->page;
    const struct lang_result *language = &page->language;
    printf("verdict\t%s\n", answer->is_target ? pack->verdict : LANG_VERDICT_OTHER);
    printf("ratio\t%u.%02u\nwords\t%u\n", language->ratio / 100u, language->ratio % 100u, language->words);
    printf("charset\t%s\n", text_charset_name(page->charset));
}

static void print_answer(const struct visit_answer *answer, const struct harvest *harvest,
                         const struct task *task)
{
    printf("url\t%s\n", harvest->request->url->text);
    print_address(answer->address);
    printf("status\t%d\nmeaning\t%s\n", answer->status, fetch_status_text(answer->status));
    if (harvest->fetch.refused_address && answer->status == FETCH_PRIVATE_ADDRESS)
        printf("refused\t%s: say --allow if you mean it\n", harvest->fetch.refused_address);
    if (answer->tls_flaw)
        printf("certificate\t%s\n", answer->tls_flaw);
    printf("bytes\t%u\nlinks\t%u\n", answer->bytes, task->links);
    if (answer->is_page)
        print_reading(answer, harvest->options->pack);
    printf("took_ms\t%u\narena_peak\t%zu\n", answer->duration_ms, page_arena_peak());
}

/* ---- The fetch ---- */

static int fetch_page(struct task *task, struct url *url, struct store *store)
{
    static struct harvest harvest;
    struct dict dict;
    char *no_memory;
    if (dict_load(&dict, NULL, &no_memory) != 0)
        return CLI_CANNOT;
    static const struct machine machine = {
        .utc_ms = utc_ms, .lend = lend_memory, .give_back = give_memory_back};
    static const struct harvest_port port = {.machine = &machine, .header = print_header};
    static const struct visit_observer observer = {.link = count_link};
    const struct harvest_options options = {
        .fetch = {.user_agent = "Mozilla/5.0 (compatible; crawlbox/" CRAWLBOX_VERSION ")",
                  .language = "th",
                  .limits = {task->timeout_ms, task->timeout_ms, task->timeout_ms, task->timeout_ms * 4},
                  .body_max = BODY_MAX,
                  .allowed = task->allowed,
                  .allowed_count = task->allowed_count},
        .keep = HARVEST_KEEP_ALL,
        .pack = lang_pack_find("th"),
        .dict = &dict,
        .agent = "crawlbox",
    };
    const struct visit_request request = {.url = url, .observer = &observer, .context = task};
    struct visit_answer answer;
    harvest_init(&harvest, &port, &network, &options);
    harvest.store = store;
    int status = harvest_page(&harvest, &request, &answer);
    harvest_close(&harvest);
    print_answer(&answer, &harvest, task);
    page_arena_end();
    if (status < 0)
        return cli_error("the page could not be stored: %s", status_text(status));
    return answer.status > 0 && answer.status < 400 ? CLI_YES : CLI_NO;
}

static int fetch_to_card(struct task *task, struct url *url)
{
    static struct native_card card;
    int result = native_card_open(&card, task->card);
    if (result != CLI_YES)
        return result;
    result = fetch_page(task, url, &card.store);
    int closed = native_card_close(&card);
    if (closed == CLI_YES)
        printf("stored_in\t%s\n", card.newest_file);
    return closed == CLI_YES ? result : closed;
}

/* Whom to trust: the file that was named, or whom this machine trusts. */
static int fetch_trusting(struct task *task, struct url *url, struct ca_file *file)
{
    struct roots roots;
    int result = task->ca ? ca_load(file, task->ca) : ca_build(file, 0, NULL);
    if (result != CLI_YES)
        return result;
    if (roots_open(&roots, ca_read, file) != STATUS_OK)
        return cli_error("%s is no usable CA.BIN: make one with 'crawlbox ca build'", task->ca);
    network_trust(&roots);
    result = task->card ? fetch_to_card(task, url) : fetch_page(task, url, NULL);
    network_trust(NULL);
    return result;
}

static int fetch_url(struct task *task, struct url *url)
{
    struct ca_file file = {0};
    if (!url->secure)
        return task->card ? fetch_to_card(task, url) : fetch_page(task, url, NULL);
    if (task->https == NETWORK_TLS_OFF)
        return cli_error("%s is https, and --tls is off", task->url);
    network_use_tls(task->https, false);
    int result = fetch_trusting(task, url, &file);
    ca_free(&file);
    return result;
}

static const struct cli_option options[] = {
    {"card", 'c', "IMAGE", "store the page on this card as the box would, and log it"},
    {"ca", 'a', "FILE", "trust the authorities in this CA.BIN instead of those that this machine trusts"},
    {"tls", 't', "MODE",
     "verify (default): refuse bad certificates; record-only: say what is wrong; off: no https"},
    {"allow", 'l', "RANGE",
     "private or own addresses that may be visited, such as 127.0.0.0/8; may be repeated"},
    {"dns", 'd', "ADDRESS[:PORT]", "ask this name server instead of the machine's"},
    {"timeout", 'w', "SECONDS", "wait so long for each step (default: 20)"},
    {0},
};

static const struct cli_help help = {
    "fetch", "[--card IMAGE] [--ca FILE] [--tls MODE] [--allow RANGE]... URL",
    "Fetches one page as the box does, with its limits: prints the header of the answer, then rows with tabs "
    "that\n"
    "say how it went, which language the page is in, how many links it has, and where it was stored. "
    "Redirects are\n"
    "shown, not followed; private addresses are refused unless allowed.",
    options};

static void set_tls(const struct cli *cli, struct task *task)
{
    static const char *const modes[] = {[NETWORK_TLS_VERIFY] = "verify",
                                        [NETWORK_TLS_RECORD_ONLY] = "record-only",
                                        [NETWORK_TLS_OFF] = "off"};
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(cli->value, modes[i]) == 0) {
            task->https = (enum network_tls)i;
            return;
        }
    }
    exit(cli_usage_error(cli, "--tls is verify, record-only or off"));
}

static void add_range(const struct cli *cli, struct task *task)
{
    if (task->allowed_count == RANGES_MAX)
        exit(cli_usage_error(cli, "more than %d ranges", RANGES_MAX));
    if (guard_parse_range(&task->allowed[task->allowed_count++], cli->value) != STATUS_OK)
        exit(cli_usage_error(cli, "'%s' is no range such as 10.1.0.0/16", cli->value));
}

int cmd_fetch(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct task task = {.timeout_ms = 20 * MS_PER_S};
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'c': task.card = cli.value; break;
        case 'a': task.ca = cli.value; break;
        case 't': set_tls(&cli, &task); break;
        case 'l': add_range(&cli, &task); break;
        case 'd': use_name_server(&cli); break;
        default:
            task.timeout_ms = (uint32_t)cli_number(&cli, "--timeout", 1, TIMEOUT_MAX_S) * MS_PER_S;
            break;
        }
    }
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs exactly one URL");
    struct url url;
    char text[URL_BUFFER_SIZE];
    task.url = cli.argv[0];
    if (url_parse(&url, text, sizeof text, task.url, strlen(task.url), NULL) < 0)
        return cli_usage_error(&cli, "%s cannot be fetched: %s", task.url, url_reason(&url));
    return fetch_url(&task, &url);
}
