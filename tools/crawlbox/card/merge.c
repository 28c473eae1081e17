#include "card/merge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "box/seeds.h"
#include "card/logs.h"
#include "crawl/crawl.h"
#include "graph/segment.h"
#include "read/url/key.h"
#include "secret_hash.h"
#include "sheet.h"

enum { TEXT_MAX = 1 << 20, PATH_SIZE = 300 };

static const char settings_name[] = "CRAWLBOX.INI", seeds_name[] = "SEEDS.TXT";

__attribute__((format(printf, 4, 5))) static int failed(struct merge *merge, const char *path, int status,
                                                        const char *format, ...)
{
    char why[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(merge->problem, sizeof merge->problem, "%.90s: %s", path, why);
    return status;
}

void merge_begin(struct merge *merge)
{
    memset(merge, 0, sizeof *merge);
}

void merge_free(struct merge *merge)
{
    lines_free(&merge->notes);
}

/* A small text file of the card, with a zero byte behind it; "" if there is none. Memory that the caller
 * frees. */
static char *read_text(struct card_fs *fs, const char *name, size_t *size)
{
    char *text = malloc(TEXT_MAX + 1);
    long count = text ? card_fs_read_file(fs, name, text, TEXT_MAX) : -1;
    if (count < 0 && (!text || fs->status != STATUS_NOT_FOUND)) {
        free(text);
        return NULL;
    }
    *size = count < 0 ? 0 : (size_t)count;
    text[*size] = '\0';
    return text;
}

/* ---- What a card has for others ---- */

static int read_shard(struct merge *merge, struct card_fs *fs, struct merge_card *card)
{
    struct settings settings;
    size_t size;
    char *text = read_text(fs, settings_name, &size);
    if (!text)
        return failed(merge, card->path, STATUS_IO, "%s cannot be read: %s", settings_name, fs->problem);
    settings_reset(&settings);
    sheet_read(&settings, settings_name, text, size);
    free(text);
    card->shard = settings.shard;
    card->has_segments = settings.mode == MODE_SEGMENT;
    if (settings.shard.of < 2)
        return failed(merge, card->path, STATUS_INVALID,
                      "its box works alone: 'shard' in %s says which of a fleet it is, 1/3 for example",
                      settings_name);
    const struct settings_shard first = merge->card[0].shard;
    if (merge->count > 0 && settings.shard.of != first.of)
        return failed(merge, card->path, STATUS_INVALID,
                      "of a fleet of %u boxes, but %s is of one of %u: set 'shard' in %s", settings.shard.of,
                      merge->card[0].path, first.of, settings_name);
    for (size_t i = 0; i < merge->count; i++)
        card->is_second |= merge->card[i].shard.mine == card->shard.mine;
    return 0;
}

struct taking {
    struct merge *merge;
    struct merge_card *card;
};

/* A site, as a line of SEEDS.TXT. */
static void take_note(void *context, const struct url *url, unsigned line)
{
    struct taking *taking = context;
    (void)line;
    taking->card->noted++;
    lines_add(&taking->merge->notes, strdup(url->text));
}

static void feed(const char *text, size_t size, seeds_seed each, void *context)
{
    char buffer[SEEDS_URL_BYTES];
    struct seeds seeds;
    seeds_begin(&seeds, buffer, sizeof buffer, each, NULL, context);
    text_lines_feed(&seeds.lines, text, size);
    text_lines_end(&seeds.lines);
}

static void add_name(void *user, const char *name, uint64_t size)
{
    const char *dot = strrchr(name, '.');
    (void)size;
    if (dot && strcasecmp(dot, ".txt") == 0 && strcasecmp(name, "hosts.txt") != 0)
        lines_add(user, strdup(name));
}

/* The older files first; the newest may be in the journal alone. */
static int read_notes(struct card_fs *fs, const struct card_journal *journal, struct taking *taking)
{
    struct lines names = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    int status = memory ? fs->ops->list(fs, "EXCHANGE", add_name, &names) : STATUS_FULL;
    lines_add(&names, strdup("hosts.txt"));
    for (size_t i = 0; status == 0 && i < names.count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "EXCHANGE/%s", names.line[i]);
        status = card_logs_read(fs, journal, path, memory);
    }
    if (memory)
        fclose(memory);
    if (status == 0)
        feed(text, size, take_note, taking);
    free(text);
    lines_free(&names);
    return status == STATUS_NOT_FOUND ? 0 : status;
}

int merge_add(struct merge *merge, const char *path)
{
    struct card_fs fs;
    struct card_journal journal;
    struct merge_card *card = &merge->card[merge->count];
    struct taking taking = {merge, card};
    if (merge->count == MERGE_CARDS_MAX)
        return failed(merge, path, STATUS_FULL, "there are not so many boxes in a fleet");
    *card = (struct merge_card){.path = path};
    if (card_fs_open(&fs, path, CARD_READ) < 0)
        return failed(merge, path, fs.status, "%s", fs.problem);
    int status = read_shard(merge, &fs, card);
    if (status == 0) {
        int found = card_journal_read(&journal, &fs);
        status = found == STATUS_NOT_FOUND ? 0 : found;
        if (status == 0)
            status = read_notes(&fs, &journal, &taking);
        if (status < 0)
            failed(merge, path, status, "what it has for other boxes cannot be read: %s", fs.problem);
    }
    card_fs_close(&fs);
    merge->count += status == 0;
    return status;
}

/* ---- What a card gets from others ---- */

struct known {
    uint64_t *hash;
    size_t count, room;
};

static bool is_known(const struct known *known, uint64_t hash)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->hash[i] == hash)
            return true;
    return false;
}

static void add_known(struct known *known, uint64_t hash)
{
    if (known->count == known->room) {
        known->room = known->room ? known->room * 2 : 256;
        uint64_t *hash_list = realloc(known->hash, known->room * sizeof *known->hash);
        if (!hash_list)
            abort();
        known->hash = hash_list;
    }
    known->hash[known->count++] = hash;
}

/* The site that an address belongs to, with www or without, by http or https; or the segment of a site. */
static const char *site_name(const struct url *url, const struct merge_card *card, size_t *length)
{
    const char *name = url->text + url->host;
    *length =
        card->has_segments ? segment_length(name, (size_t)(url->fragment - url->host)) : url_host_length(url);
    return name;
}

static uint64_t site_hash(const struct url *url, const struct merge_card *card)
{
    size_t length;
    const char *name = site_name(url, card, &length);
    if (length > 1 && name[length - 1] == '.')
        length--;
    size_t www = url_key_host(name, length);
    return secret_hash(name + www, length - www);
}

static unsigned shard_of(const struct url *url, const struct merge_card *card)
{
    size_t length;
    const char *name = site_name(url, card, &length);
    return crawl_shard(name, length, card->shard.of);
}

struct giving {
    struct merge_card *card;
    struct known known;
    FILE *out;
};

static void note_known(void *context, const struct url *url, unsigned line)
{
    struct giving *giving = context;
    (void)line;
    add_known(&giving->known, site_hash(url, giving->card));
}

static void give(void *context, const struct url *url, unsigned line)
{
    struct giving *giving = context;
    struct merge_card *card = giving->card;
    (void)line;
    if (shard_of(url, card) != card->shard.mine)
        return;
    uint64_t hash = site_hash(url, card);
    if (is_known(&giving->known, hash)) {
        card->known++;
        return;
    }
    add_known(&giving->known, hash);
    card->added++;
    fprintf(giving->out, "%s\r\n", url->text);
}

static void feed_notes(const struct merge *merge, seeds_seed each, void *context)
{
    for (size_t i = 0; i < merge->notes.count; i++)
        feed(merge->notes.line[i], strlen(merge->notes.line[i]), each, context);
}

static int write_card(struct merge *merge, struct merge_card *card)
{
    struct card_fs fs;
    struct giving giving = {.card = card};
    char *text, *longer = NULL;
    size_t size, longer_size = 0;
    if (card_fs_open(&fs, card->path, CARD_UPDATE) < 0)
        return failed(merge, card->path, fs.status, "%s", fs.problem);
    int status = STATUS_IO;
    text = read_text(&fs, seeds_name, &size);
    giving.out = text ? open_memstream(&longer, &longer_size) : NULL;
    if (giving.out) {
        feed(text, size, note_known, &giving);
        fwrite(text, 1, size, giving.out);
        if (size > 0 && text[size - 1] != '\n')
            fputs("\r\n", giving.out);
        feed_notes(merge, give, &giving);
        status = fclose(giving.out) == 0 ? 0 : STATUS_FULL;
    }
    if (status == 0 && card->added > 0)
        status = card_fs_write_file(&fs, seeds_name, longer, longer_size);
    if (status < 0)
        failed(merge, card->path, status, "%s was not written: %s", seeds_name, fs.problem);
    card_fs_close(&fs);
    free(text);
    free(longer);
    free(giving.known.hash);
    return status;
}

static void count_orphan(void *context, const struct url *url, unsigned line)
{
    struct merge *merge = context;
    unsigned mine = shard_of(url, &merge->card[0]);
    (void)line;
    for (size_t i = 0; i < merge->count; i++)
        if (merge->card[i].shard.mine == mine)
            return;
    merge->orphans[mine - 1]++;
}

int merge_write(struct merge *merge)
{
    int status = 0;
    lines_sort(&merge->notes);
    for (size_t i = 0; i < merge->count && status == 0; i++)
        if (!merge->card[i].is_second)
            status = write_card(merge, &merge->card[i]);
    if (status == 0)
        feed_notes(merge, count_orphan, merge);
    return status;
}
