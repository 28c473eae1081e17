#include "cardfs/hosts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utc.h"
#include "cardfs/state.h"

enum { UTC_TEXT_SIZE = 32 };

static const char *state_name(unsigned state)
{
    static const char *const names[HOST_STATES] = {
        [HOST_KNOWN] = "known",     [HOST_QUEUED] = "queued",   [HOST_ACTIVE] = "active",
        [HOST_DONE] = "done",       [HOST_DEAD] = "dead",       [HOST_DENIED] = "denied",
        [HOST_SKIPPED] = "skipped", [HOST_FOREIGN] = "foreign", [HOST_LOST] = "lost",
    };
    return names[state];
}

static const char *label_name(unsigned label)
{
    static const char *const names[HOST_LABELS] = {"-", "thai", "other"};
    return names[label];
}

/* Names come from strangers: nothing in them may steer a terminal or break a table. */
static void clean_name(const struct host *host, char name[HOST_NAME_SIZE])
{
    memcpy(name, host->name, HOST_NAME_SIZE);
    for (char *at = name; *at; at++)
        if (!isgraph((unsigned char)*at) || *at == ',' || *at == '\'' || *at == '"')
            *at = '?';
}

static const char *put_time(uint32_t seconds, char text[UTC_TEXT_SIZE])
{
    struct utc at = utc_from_seconds(seconds);
    if (seconds == 0)
        return "-";
    snprintf(text, UTC_TEXT_SIZE, "%u-%02u-%02uT%02u:%02u:%02uZ", at.year, at.month, at.day, at.hour,
             at.minute, at.second);
    return text;
}

void card_hosts_head(FILE *out)
{
    fputs("host\tstate\tlabel\tdegree\tpages\tthai_pages\tthai_sources\tother_sources\thops\tscore\tcountry"
          "\ttld\tchosen\tstop\tcrawled\n",
          out);
}

void card_hosts_line(FILE *out, const struct host *host, bool is_segment, const struct home *home)
{
    char name[HOST_NAME_SIZE], crawled[UTC_TEXT_SIZE];
    struct features features;
    clean_name(host, name);
    host_features(host, &features);
    unsigned long thai = is_segment ? host->segment.sources : features_sources(&features, FEATURE_THAI);
    unsigned long other = is_segment ? 0 : features_sources(&features, FEATURE_FOREIGN);
    fprintf(out, "%s\t%s\t%s\t%.1f\t%lu\t%lu\t%lu\t%lu\t%u\t%u\t%s\t%s\t%s\t%u\t%s\n", name,
            state_name(host->state), label_name(host->label), host->degree / 2.0, (unsigned long)host->pages,
            (unsigned long)host->thai_pages, thai, other, host->hops, host->score,
            host->country == COUNTRY_HOME ? home->place : feature_country_name(host->country),
            host->tld == URL_TLD_HOME ? home->place : url_tld_name((enum url_tld)host->tld),
            host->flags & (HOST_SEED | HOST_MOVED) ? "chosen" : "-", host->stop,
            put_time(host->crawled_at, crawled));
}

static enum table_label table_label(const struct host *host)
{
    return host->label == HOST_THAI    ? TABLE_IS_THAI
           : host->label == HOST_OTHER ? TABLE_IS_OTHER
                                       : TABLE_UNLABELLED;
}

static void write_host(struct card_hosts *hosts, const struct host *host, bool is_segment,
                       const struct home *home)
{
    char name[HOST_NAME_SIZE];
    struct features features;
    if (!hosts->features) {
        card_hosts_line(hosts->out, host, is_segment, home);
        return;
    }
    clean_name(host, name);
    host_features(host, &features);
    table_write_row(hosts->out, hosts->format, name, &features, table_label(host));
}

static int write_all(struct card_hosts *hosts, struct card_state *state)
{
    const struct host *host;
    bool has_segments = state->crawl.magic == CRAWL_MAGIC_SEGMENTS;
    if (has_segments && hosts->features)
        return card_fs_failed(state->fs, STATUS_UNSUPPORTED,
                              "the crawl on %s is of segments, which have no such features", state->fs->name);
    if (hosts->features)
        table_write_header(hosts->out, hosts->format, hosts->name);
    else
        card_hosts_head(hosts->out);
    for (uint32_t id = 0; id < state->hosts.mark.hosts; id++) {
        int status = hosts_read(&state->hosts, id, &host);
        if (status < 0)
            return status;
        if (host->state == HOST_LOST) {
            hosts->lost++;
            continue;
        }
        write_host(hosts, host, has_segments, state->hosts.home);
        hosts->written++;
    }
    return 0;
}

static int use_to_write(void *user, struct card_state *state)
{
    return write_all(user, state);
}

int card_hosts_write(struct card_hosts *hosts, struct card_fs *fs)
{
    return card_state_use(fs, use_to_write, hosts);
}

static int use_to_count(void *user, struct card_state *state)
{
    struct card_hosts_sum *sum = user;
    const struct host *host;
    *sum = (struct card_hosts_sum){
        .hosts = state->hosts.mark.hosts, .links = state->hosts.mark.edges, .rounds = state->crawl.round};
    for (uint32_t id = 0; id < sum->hosts; id++) {
        int status = hosts_read(&state->hosts, id, &host);
        if (status < 0)
            return status;
        sum->crawled += host->state == HOST_DONE;
        sum->thai += host->state == HOST_DONE && host->label == HOST_THAI;
        sum->lost += host->state == HOST_LOST;
    }
    return 0;
}

int card_hosts_count(struct card_hosts_sum *sum, struct card_fs *fs)
{
    return card_state_use(fs, use_to_count, sum);
}
