#include "box/card_seeds.h"

#include <string.h>

#include "base/packed.h"
#include "base/status.h"
#include "box/card_text.h"
#include "port/card_file.h"
#include "port/log.h"
#include "port/page_arena.h"

static const char file_name[] = "SEEDS.TXT";

enum { CHUNK_BYTES = 64, COMPLAINTS_MAX = 6 };

/* Feeds the file to the reader of lines. STATUS_NOT_FOUND: there is no such file. */
static int feed_seeds_file(struct seeds *seeds)
{
    struct card_file file;
    char chunk[CHUNK_BYTES];
    int count = card_file_open(&file, file_name);
    while (count >= 0 && (count = card_file_read(&file, chunk, sizeof chunk)) > 0)
        text_lines_feed(&seeds->lines, chunk, (size_t)count);
    text_lines_end(&seeds->lines);
    return count;
}

/* ---- For the crawl ---- */

struct reading {
    card_seeds_take *take;
    void *context;
    unsigned complaints;
};

/* A list of millions of sites may be wrong, or too long for the card, in most of its lines. */
static void log_wrong_line(void *context, const char *why, struct text_span text, unsigned line)
{
    struct reading *reading = context;
    (void)text;
    if (++reading->complaints <= COMPLAINTS_MAX)
        log_warning("SEEDS.TXT, line %u: %s", line, why);
}

static void hand_seed_on(void *context, const struct url *url, unsigned line)
{
    const struct reading *reading = context;
    int status = reading->take(reading->context, url);
    if (status < 0 && status != STATUS_REFUSED)
        log_wrong_line(context, status_text(status), (struct text_span){NULL, 0}, line);
}

int card_seeds_read(card_seeds_take *take, void *context)
{
    struct seeds seeds;
    struct reading reading = {take, context, 0};
    char *url = page_arena_take(SEEDS_URL_BYTES);
    if (url == NULL)
        return STATUS_FULL;
    seeds_begin(&seeds, url, SEEDS_URL_BYTES, hand_seed_on, log_wrong_line, &reading);
    int status = feed_seeds_file(&seeds);
    if (reading.complaints > COMPLAINTS_MAX)
        log_warning("%s: %u more lines are not used", file_name, reading.complaints - COMPLAINTS_MAX);
    page_arena_give(url);
    return status;
}

/* ---- Changing them ---- */

struct rewriting {
    const struct seeds_change *change;
    char *url; /* SEEDS_URL_BYTES */
};

/* Writes all lines but those of the seed, which comes last if it is to be added. */
static int emit_changed_seeds(void *context, struct sink *out)
{
    const struct rewriting *rewriting = context;
    const struct seeds_change *change = rewriting->change;
    struct url url;
    struct seeds seeds;
    if (seeds_parse(&url, rewriting->url, SEEDS_URL_BYTES, change->text, strlen(change->text)) < 0)
        return STATUS_INVALID;
    seeds_copy_begin(&seeds, rewriting->url, SEEDS_URL_BYTES, &url, out);
    int status = feed_seeds_file(&seeds);
    if (status < 0 && status != STATUS_NOT_FOUND)
        return status;
    if (change->remove && seeds.removed == 0)
        return STATUS_NOT_FOUND;
    if (!change->remove)
        sink_text(out, change->text);
    sink_text(out, "\r\n"); /* a file that lost its last seed has this line, since no file may be empty */
    return out->status;
}

/* ---- Carrying them over ---- */

static void remember_beginning(struct card_seeds *seeds, struct card_file *file)
{
    int count = card_file_read(file, seeds->text, sizeof seeds->text);
    seeds->count = count > 0 ? (uint16_t)count : 0;
    seeds->is_cut = card_file_bytes(file) > seeds->count;
    while (seeds->is_cut && seeds->count > 0 && seeds->text[seeds->count - 1] != '\n')
        seeds->count--;
}

static int remember_seeds_of_card(struct card_seeds *seeds)
{
    struct card_file file;
    int status = card_file_open(&file, file_name);
    if (status == STATUS_OK)
        remember_beginning(seeds, &file);
    return status;
}

static int emit_remembered_seeds(void *context, struct sink *out)
{
    const struct card_seeds *seeds = context;
    sink_bytes(out, seeds->text, seeds->count);
    return out->status;
}

void card_seeds_mounted(struct card_seeds *seeds, struct store *store)
{
    int status = card_text_recover(store, file_name);
    if (status == STATUS_OK)
        status = remember_seeds_of_card(seeds);
    if (status == STATUS_NOT_FOUND && store->state == STORE_READY && seeds->count > 0) {
        status = card_text_rewrite(store, file_name, emit_remembered_seeds, seeds);
        if (status == STATUS_OK)
            log_info("The card had no seeds: it got those of the last one%s.",
                     seeds->is_cut ? PACKED(", but not all: they were too many") : "");
    }
    if (status < 0 && status != STATUS_NOT_FOUND)
        log_warning("%s: %s", file_name, status_text(status));
}

int card_seeds_change(struct card_seeds *seeds, struct store *store, const struct seeds_change *change)
{
    struct rewriting rewriting = {change, page_arena_take(SEEDS_URL_BYTES)};
    if (rewriting.url == NULL)
        return STATUS_FULL;
    int status = card_text_rewrite(store, file_name, emit_changed_seeds, &rewriting);
    page_arena_give(rewriting.url);
    if (status == STATUS_OK)
        (void)remember_seeds_of_card(seeds); /* if the card fails, the next page says so */
    return status;
}

int card_seeds_read_part(const struct store *store, struct seeds_part *part)
{
    struct card_file file;
    if (store->state != STORE_READY && store->state != STORE_FULL)
        return STATUS_CLOSED;
    int status = card_file_open(&file, file_name);
    uint32_t left = status < 0 ? 0 : card_file_bytes(&file) - part->offset;
    part->count = (uint8_t)(left < sizeof part->text ? left : sizeof part->text);
    if (part->count > 0)
        status = card_file_read_at(&file, part->offset, part->text, part->count);
    part->offset += part->count;
    return status;
}
