/* Commands about the sites that the crawl knows: lists of them, and all that is known about one. The
 * crawler's task looks them up. */
#include <string.h>

#include "base/status.h"
#include "port/crawler.h"
#include "ui/console/console.h"

enum { LINES_MAX = 40, NAME_SHOWN = 48, NAME_COLUMN_WIDTH = 32 };

/* Sites in slots that only larger machines have are queued in the host table. */
enum { STATES_OF_ACTIVE = 1u << HOST_ACTIVE | (STATE_MORE_SITES > 0 ? 1u << HOST_QUEUED : 0) };

/* What the list calls a site whose server wants to be left alone. */
enum { RESTING = HOST_STATES };

static const char *const state_names[HOST_STATES + 1] = {
    [HOST_KNOWN] = "known",     [HOST_QUEUED] = "queued",
    [HOST_ACTIVE] = "active",   [HOST_DONE] = "done",
    [HOST_DEAD] = "dead",       [HOST_DENIED] = "denied",
    [HOST_SKIPPED] = "skipped", [HOST_FOREIGN] = "of another box",
    [HOST_LOST] = "lost",       [RESTING] = "resting",
};

/* One site as a line of a list. */
struct site_line {
    unsigned states; /* which are wanted: bits 1 << enum host_state; 0: those of the queue, in its order */
    bool thai_only;
    uint32_t next; /* the id, or the place in the queue, to look at next */
    char name[NAME_SHOWN];
    uint8_t state, score;
    uint32_t pages, thai_pages;
};

/* Is the host in such a slot? */
static bool is_in_more(uint32_t id)
{
    const struct crawl *crawl = &console_session()->box.crawl;
    for (unsigned slot = STATE_SITES; slot < crawl_all_slots(crawl); slot++) {
        const struct crawl_site *site = crawl_look_at(crawl, slot);
        if (site->stage != CRAWL_SITE_FREE && site->host == id)
            return true;
    }
    return false;
}

/* HOST_ACTIVE for a host in such a slot, whatever its record says. */
static uint8_t state_shown(uint32_t id, const struct host *host)
{
    if (crawl_host_rests(&console_session()->box.crawl, id, host))
        return RESTING;
    return STATE_MORE_SITES > 0 && is_in_more(id) ? HOST_ACTIVE : host->state;
}

/* Is the host not one of the list? */
static bool is_left_out(const struct site_line *line, const struct host *host)
{
    if (STATE_MORE_SITES > 0 && line->states == STATES_OF_ACTIVE && host->state == HOST_QUEUED)
        return !is_in_more(line->next - 1);
    return line->thai_only && host->label != HOST_THAI;
}

static int read_next_wanted(struct hosts *hosts, struct site_line *line, const struct host **host)
{
    if (line->states != 0) {
        int status = hosts_next(hosts, &line->next, line->states, host);
        line->next++;
        return status;
    }
    int32_t id = hosts_queue_id(hosts, line->next++);
    return id < 0 ? (int)id : hosts_read(hosts, (uint32_t)id, host);
}

static int job_line(void *context)
{
    struct site_line *line = context;
    const struct host *host;
    int status;
    if (!console_session()->opened)
        return STATUS_CLOSED;
    do
        status = read_next_wanted(&console_session()->box.hosts, line, &host);
    while (status == STATUS_OK && is_left_out(line, host));
    if (status < 0)
        return status;
    (void)format_text(line->name, sizeof line->name, "%s", host->name); /* cut, if it is longer */
    line->state = line->states != 0 ? state_shown(line->next - 1, host) : host->state;
    line->score = host->score;
    line->pages = host->pages;
    line->thai_pages = host->thai_pages;
    return STATUS_OK;
}

static void print_site_line(const struct site_line *line)
{
    console_print("%-*s %s", NAME_COLUMN_WIDTH, line->name, state_names[line->state]);
    if (line->pages > 0)
        console_print(", %lu pages, %lu of them wanted", (unsigned long)line->pages,
                      (unsigned long)line->thai_pages);
    console_print(", score %u\n", line->score);
}

static int list_sites(struct site_line *line)
{
    int status = STATUS_OK;
    unsigned shown = 0;
    for (; shown < LINES_MAX && (status = crawler_do(job_line, line)) == STATUS_OK; shown++)
        print_site_line(line);
    if (status == STATUS_CLOSED)
        console_print("%s\n", session_sentence(console_session()));
    else if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        return status;
    else if (shown == LINES_MAX)
        console_print("and perhaps more\n");
    else
        console_print("%u sites\n", shown);
    return STATUS_OK;
}

int command_sites(int count, char **words)
{
    struct site_line line = {.states = STATES_OF_ACTIVE};
    if (count > 2)
        return STATUS_INVALID;
    if (count == 2 && strcmp(words[1], "queue") == 0) {
        line.states = 0;
        line.next = console_session()->box.crawl.state.queue_position;
    } else if (count == 2 && (strcmp(words[1], "done") == 0 || strcmp(words[1], "thai") == 0)) {
        line.states = 1u << HOST_DONE;
        line.thai_only = words[1][0] == 't';
    } else if (count == 2 && strcmp(words[1], "active") != 0) {
        return STATUS_INVALID;
    }
    return list_sites(&line);
}

/* All about one site. */
struct site_facts {
    const char *name;
    struct features features;
    uint32_t pages, thai_pages, address;
    uint8_t state, stop, hops, score, prediction;
};

static int job_facts(void *context)
{
    struct site_facts *facts = context;
    struct box *box = &console_session()->box;
    const struct host *host;
    if (!console_session()->opened)
        return STATUS_CLOSED;
    int32_t id = hosts_find(&box->hosts, facts->name, strlen(facts->name));
    int status = id < 0 ? (int)id : hosts_read(&box->hosts, (uint32_t)id, &host);
    if (status < 0)
        return status;
    host_features(host, &facts->features);
    facts->pages = host->pages;
    facts->thai_pages = host->thai_pages;
    facts->address = host->address;
    facts->state = state_shown((uint32_t)id, host);
    facts->stop = host->stop;
    facts->hops = host->hops;
    facts->score = host->score;
    facts->prediction = crawl_predict(&box->crawl, &facts->features);
    return STATUS_OK;
}

static void print_link_counts(const char *name, const uint16_t *counts, unsigned count)
{
    console_print("%-18s", name);
    for (unsigned i = 0; i < count; i++)
        console_print("%u ", counts[i]);
    console_print("\n");
}

static void print_site_facts(const struct site_facts *facts)
{
    const struct features *features = &facts->features;
    console_fact("state", "%s", state_names[facts->state]);
    if (facts->state == HOST_DONE)
        console_fact("ended", "%s", crawl_site_stop_sentence(facts->stop));
    console_fact("pages", "%lu, wanted %lu", (unsigned long)facts->pages, (unsigned long)facts->thai_pages);
    console_fact("sites from seed", "%u", facts->hops);
    console_fact("country", "%s", feature_country_name(features->country));
    console_fact("score", "%u, now it would be %u of 255", facts->score, facts->prediction);
    console_print("Linked from, by country TH CN JP UK US other, then by COM NET ORG TH INFO other:\n");
    for (unsigned kind = 0; kind < FEATURE_KINDS; kind++) {
        print_link_counts(kind == FEATURE_THAI ? "wanted sites" : "other sites", features->by_country[kind],
                          FEATURE_COUNTRIES);
        print_link_counts("", features->by_tld[kind], FEATURE_TLDS);
    }
    console_print("%-18s", "best sources");
    for (unsigned i = 0; i < FEATURE_DEGREES; i++)
        console_print("%u.%u %% ", features->degree[i] / 2, features->degree[i] % 2 * 5);
    console_print("\n");
}

void console_no_such_site(const char *name)
{
    console_print("%s: no such site is known.\n", name);
}

int command_site(int count, char **words)
{
    if (count != 2)
        return STATUS_INVALID;
    struct site_facts facts = {.name = words[1]};
    int status = crawler_do(job_facts, &facts);
    if (status == STATUS_CLOSED)
        console_print("%s\n", session_sentence(console_session()));
    else if (status == STATUS_NOT_FOUND || status == STATUS_DAMAGED) /* the index is not made yet */
        console_no_such_site(words[1]);
    else if (status < 0)
        return status;
    else
        print_site_facts(&facts);
    return STATUS_OK;
}
