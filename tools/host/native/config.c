#include "native/config.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "fatfs_file.h"
#include "seeds/seeds.h"
#include "settings/ini.h"

enum { CHUNK = 512, SENTENCE_SIZE = 300 };

static const char ini_name[] = "CRAWLBOX.INI", seeds_name[] = "SEEDS.TXT";

/* Hands a file of the card to `feed`, piece by piece. */
static int feed_file(const char *name, void (*feed)(void *context, const char *bytes, size_t count),
                     void *context)
{
    struct fatfs_file file;
    char chunk[CHUNK];
    int count = fatfs_file_open(&file, name);
    if (count < 0)
        return count;
    while ((count = fatfs_file_read(&file, chunk, sizeof chunk)) > 0)
        feed(context, chunk, (size_t)count);
    return count;
}

static void complain(void *context, const struct ini_finding *finding)
{
    char sentence[SENTENCE_SIZE];
    (void)context;
    ini_sentence(finding, sentence, sizeof sentence);
    cli_error("%s, %s", ini_name, sentence);
}

static void feed_ini(void *context, const char *bytes, size_t count)
{
    ini_feed(context, bytes, count);
}

int config_read(struct settings *settings)
{
    struct ini ini;
    settings_reset(settings);
    ini_read_begin(&ini, settings, complain, NULL);
    int status = feed_file(ini_name, feed_ini, &ini);
    ini_end(&ini);
    if (status < 0 && status != STATUS_NOT_FOUND)
        return cli_error("%s cannot be read: %s", ini_name, status_text(status));
    return CLI_YES;
}

int config_set(struct settings *settings, const char *assignment)
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

int config_check(const struct settings *settings)
{
    int result = CLI_YES;
    for (int which = -1; (which = settings_missing(settings, which + 1)) >= 0;)
        result = cli_error("'%s' is not set: put it into %s on the card, or say --set %s=...",
                           settings_key(which), ini_name, settings_key(which));
    return result;
}

struct seeding {
    struct crawl *crawl;
    struct seeds seeds;
    int added;
    int status; /* the card's first failure */
};

static void add_seed(void *context, const struct url *url, unsigned line)
{
    struct seeding *seeding = context;
    int status = crawl_seed(seeding->crawl, url);
    if (status == 0)
        seeding->added++;
    else if (status == STATUS_TOO_LONG || status == STATUS_FULL)
        cli_error("%s, line %u: there is no room for it", seeds_name, line);
    else if (status != STATUS_REFUSED && seeding->status == 0) /* refused: another box's */
        seeding->status = status;
}

static void refuse_seed(void *context, const char *why, struct text_span text, unsigned line)
{
    (void)context;
    cli_error("%s, line %u: '%.*s' %s", seeds_name, line, (int)text.size, text.text, why);
}

static void feed_seeds(void *context, const char *bytes, size_t count)
{
    struct seeding *seeding = context;
    text_lines_feed(&seeding->seeds.lines, bytes, count);
}

int config_seed(struct crawl *crawl)
{
    struct seeding seeding = {.crawl = crawl};
    char url[SEEDS_URL_BYTES];
    seeds_begin(&seeding.seeds, url, sizeof url, add_seed, refuse_seed, &seeding);
    int status = feed_file(seeds_name, feed_seeds, &seeding);
    text_lines_end(&seeding.seeds.lines);
    if (status == STATUS_NOT_FOUND)
        status = 0;
    if (seeding.status < 0)
        status = seeding.status;
    return status < 0 ? status : seeding.added;
}
