#include "report/read.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "plain.h"

/* Where files are: a folder in a collection, or of the card's own. */
struct place {
    const char *top, *folder;
};

/* Calls `each` for every line of a file, without its end. */
static bool each_line(const struct place *place, const char *name, void (*each)(void *user, char *line),
                      void *user)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", place->folder, name);
    FILE *file = plain_stream(place->top, path, "rb");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    if (!file) {
        if (errno == ENOENT)
            return true;
        cli_error("cannot open %s/%s: %s", place->top, path, plain_problem());
        return false;
    }
    while ((length = getline(&line, &room, file)) >= 0) {
        if (length > 0 && line[length - 1] == '\n')
            line[length - 1] = '\0';
        each(user, line);
    }
    bool read = !ferror(file);
    if (!read)
        cli_error("cannot read %s/%s: %s", place->top, path, strerror(errno));
    free(line);
    fclose(file);
    return read;
}

/* Cuts a line at `separators`, in place; how many fields, at most `most`. */
static unsigned cut(char *line, const char *separators, char **field, unsigned most)
{
    unsigned count = 0;
    char *rest = NULL;
    for (char *at = strtok_r(line, separators, &rest); at && count < most;
         at = strtok_r(NULL, separators, &rest))
        field[count++] = at;
    return count;
}

/* ---- crawl.log: Heritrix's twelve fields, separated by blanks ---- */

enum { LOG_TIME, LOG_STATUS, LOG_BYTES, LOG_URI, LOG_PATH, LOG_TYPE = 6, LOG_NOTES = 11, LOG_FIELDS };

/* "2026-11-16T01:32:16.123Z" as seconds since 1970; 0: it is no time. */
static uint32_t seconds_of(const char *text)
{
    struct tm at = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &at);
    time_t seconds = end ? timegm(&at) : -1;
    return seconds < 0 || seconds > UINT32_MAX ? 0 : (uint32_t)seconds;
}

/* Where the host of a URI begins; its length in *length, 0 if there is none. */
static const char *host_of(const char *uri, size_t *length)
{
    const char *host = strstr(uri, "://");
    host = host ? host + 3 : uri + strlen(uri);
    size_t authority = strcspn(host, "/?#");
    const char *user = memchr(host, '@', authority);
    if (user) {
        authority -= (size_t)(user + 1 - host);
        host = user + 1;
    }
    const char *port = memchr(host, ':', authority);
    *length = port ? (size_t)(port - host) : authority;
    return host;
}

static bool has_note(const char *notes, const char *note)
{
    size_t length = strlen(note);
    for (; notes; notes = strchr(notes, ',')) {
        notes += *notes == ',';
        if (strncmp(notes, note, length) == 0 && (notes[length] == ',' || notes[length] == '\0'))
            return true;
    }
    return false;
}

/* Is it what a page needs? A line that tells of a repetition has no other note; only pages are HTML. */
static bool is_embed(char *const *field)
{
    const char *path = field[LOG_PATH];
    bool is_repeated = strncmp(field[LOG_NOTES], "warcRevisit:", strlen("warcRevisit:")) == 0;
    return has_note(field[LOG_NOTES], "embed") ||
           (is_repeated && path[strlen(path) - 1] == 'E' && !strstr(field[LOG_TYPE], "html"));
}

static bool parse_log_line(char *text, struct facts_line *line)
{
    char *field[LOG_FIELDS], *end_of_status, *end_of_bytes;
    if (cut(text, " ", field, LOG_FIELDS) != LOG_FIELDS)
        return false;
    const char *notes = field[LOG_NOTES];
    line->seconds = seconds_of(field[LOG_TIME]);
    line->status = (int)strtol(field[LOG_STATUS], &end_of_status, 10);
    line->bytes = strtoull(field[LOG_BYTES], &end_of_bytes, 10);
    line->host = host_of(field[LOG_URI], &line->host_length);
    line->is_wanted = has_note(notes, "target");
    line->is_page = line->is_wanted || has_note(notes, "other");
    line->is_compressed = has_note(notes, "encoded") && has_note(notes, "unjudged");
    line->is_empty = has_note(notes, "scripts");
    line->is_embed = is_embed(field);
    line->is_kept = !has_note(notes, "notKept");
    line->is_robots = strncmp(notes, "robots:", strlen("robots:")) == 0;
    return isdigit((unsigned char)*field[LOG_TIME]) && *end_of_status == '\0' &&
           isdigit((unsigned char)*field[LOG_BYTES]) && *end_of_bytes == '\0' && line->host_length > 0;
}

static void take_log_line(void *user, char *text)
{
    struct facts *facts = user;
    struct facts_line line;
    if (*text == '\0' || !facts_is_new(facts, text, strlen(text)))
        return;
    facts->lines++;
    if (parse_log_line(text, &line))
        facts_line(facts, &line);
    else
        facts->unreadable++;
}

/* ---- hosts.tsv: as `crawlbox card hosts` prints it ---- */

enum {
    COLUMN_NAME,
    COLUMN_STATE,
    COLUMN_LABEL,
    COLUMN_SCORE = 9,
    COLUMN_COUNTRY,
    COLUMN_CHOSEN = 12,
    COLUMN_STOP,
    COLUMN_CRAWLED,
    COLUMNS
};

struct host_reader {
    struct facts *facts;
    uint32_t begun; /* when the first site was done */
};

static uint8_t index_of(const char *text, const char *const *names, uint8_t count, uint8_t otherwise)
{
    for (uint8_t i = 0; i < count; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return otherwise;
}

/* What tables call the home of a language is the first of the countries here. */
static uint8_t country_of(const char *text)
{
    for (unsigned i = 0; home_of(i); i++)
        if (strcmp(text, home_of(i)->place) == 0)
            return COUNTRY_HOME;
    static const char *const names[] = {"TH", "CN", "JP", "UK", "US"};
    return index_of(text, names, COUNTRY_OTHER, COUNTRY_OTHER);
}

static uint8_t state_of(const char *text)
{
    static const char *const names[] = {"known", "queued", "active",  "done",
                                        "dead",  "denied", "skipped", "foreign"};
    return index_of(text, names, HOST_LOST, HOST_LOST);
}

static void take_host(void *user, char *line)
{
    struct host_reader *reader = user;
    char *field[COLUMNS];
    static const char *const labels[] = {"-", "thai", "other"};
    if (cut(line, "\t", field, COLUMNS) != COLUMNS || strcmp(field[COLUMN_NAME], "host") == 0)
        return;
    uint32_t crawled_at = seconds_of(field[COLUMN_CRAWLED]);
    struct facts_host *host = facts_find(reader->facts, field[COLUMN_NAME], strlen(field[COLUMN_NAME]));
    if (crawled_at != 0 && (reader->begun == 0 || crawled_at < reader->begun))
        reader->begun = crawled_at;
    if (!host || (host->in_table && host->crawled_at > crawled_at))
        return;
    host->in_table = true;
    host->crawled_at = crawled_at;
    host->state = state_of(field[COLUMN_STATE]);
    host->label = index_of(field[COLUMN_LABEL], labels, HOST_LABELS, HOST_UNLABELLED);
    host->country = country_of(field[COLUMN_COUNTRY]);
    host->score = (uint8_t)strtoul(field[COLUMN_SCORE], NULL, 10);
    host->stop = (uint8_t)strtoul(field[COLUMN_STOP], NULL, 10);
    host->chosen = strcmp(field[COLUMN_CHOSEN], "chosen") == 0;
}

/* ---- crawl.tsv (card/tables.h) ---- */

struct crawl_reader {
    struct facts_crawl crawl;
    bool some;
};

static bool take_text(struct facts_crawl *crawl, const char *key, const char *value)
{
    const struct {
        const char *key;
        char *text;
    } texts[] = {{"operator", crawl->operator},
                  {"organisation", crawl->organisation},
                  {"box_id", crawl->box_id},
                  {"language", crawl->language},
                  {"strategy", crawl->strategy}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i].key) == 0)
            return snprintf(texts[i].text, FACTS_TEXT_SIZE, "%s", value), true;
    return false;
}

static void take_number(struct facts_crawl *crawl, const char *key, uint64_t value)
{
    const struct {
        const char *key;
        uint64_t *number;
    } numbers[] = {{"fetches", &crawl->fetches},
                   {"hosts", &crawl->hosts},
                   {"links", &crawl->links},
                   {"failures", &crawl->failures},
                   {"card_pages", &crawl->card_pages},
                   {"repairs", &crawl->repairs},
                   {"lost_hosts", &crawl->lost_hosts},
                   {"probes", &crawl->probes},
                   {"probes_found", &crawl->probes_found},
                   {"gone_back_to", &crawl->gone_back_to},
                   {"explored_pages", &crawl->explored_pages},
                   {"explored_target_pages", &crawl->explored_wanted}};
    static const char rejected[] = "rejected:";
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(key, numbers[i].key) == 0)
            *numbers[i].number = value;
    if (strcmp(key, "ejected") == 0)
        crawl->ejected = value != 0;
    for (unsigned i = 0; i < REJECTS && strncmp(key, rejected, sizeof rejected - 1) == 0; i++)
        if (strcmp(key + sizeof rejected - 1, crawl_reject_name(i)) == 0)
            crawl->rejected[i] = value;
}

static void take_counter(void *user, char *line)
{
    struct crawl_reader *reader = user;
    char *tab = strchr(line, '\t');
    if (!tab)
        return;
    *tab = '\0';
    reader->some = true;
    if (!take_text(&reader->crawl, line, tab + 1))
        take_number(&reader->crawl, line, strtoull(tab + 1, NULL, 10));
}

/* ---- The folder ---- */

/* crawl.log and the older ones, craw0001.log and so on. */
static bool is_crawl_log(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strncasecmp(name, "craw", 4) == 0 && dot && strcasecmp(dot, ".log") == 0;
}

static bool read_logs(struct facts *facts, const struct place *place)
{
    DIR *directory = plain_list(place->top, place->folder);
    bool read = true;
    if (!directory) {
        cli_error("cannot open the folder %s/%s: %s", place->top, place->folder, plain_problem());
        return false;
    }
    for (struct dirent *entry; read && (entry = readdir(directory));)
        if (is_crawl_log(entry->d_name))
            read = each_line(place, entry->d_name, take_log_line, facts);
    closedir(directory);
    return read;
}

bool read_folder(struct facts *facts, const char *top, const char *folder)
{
    struct place place = {top, folder};
    struct host_reader hosts = {.facts = facts};
    struct crawl_reader crawl = {0};
    if (!read_logs(facts, &place) || !each_line(&place, "hosts.tsv", take_host, &hosts) ||
        !each_line(&place, "crawl.tsv", take_counter, &crawl))
        return false;
    crawl.crawl.begun = hosts.begun;
    if (crawl.some)
        facts_add_crawl(facts, &crawl.crawl);
    return true;
}
