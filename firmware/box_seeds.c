#include "box_seeds.h"

#include <string.h>

#include "base/status.h"
#include "card.h"
#include "card_text.h"
#include "fatfs_file.h"
#include "fetcher.h"
#include "log.h"
#include "page_arena.h"
#include "ram.h"
#include "seeds/seeds.h"

static const char file_name[] = "SEEDS.TXT";

enum { CHUNK_BYTES = 64 };

struct rewriting {
    const struct seeds_change *change;
    char *url; /* SEEDS_URL_BYTES */
};

/* All lines but those of the seed, which comes last if it is to be there. */
static int emit(void *context, struct sink *out)
{
    const struct rewriting *rewriting = context;
    const struct seeds_change *change = rewriting->change;
    struct url url;
    struct seeds seeds;
    struct fatfs_file file;
    char chunk[CHUNK_BYTES];
    if (seeds_parse(&url, rewriting->url, SEEDS_URL_BYTES, change->text, strlen(change->text)) < 0)
        return STATUS_INVALID;
    seeds_copy_begin(&seeds, rewriting->url, SEEDS_URL_BYTES, &url, out);
    int count = fatfs_file_open(&file, file_name);
    while (count >= 0 && (count = fatfs_file_read(&file, chunk, sizeof chunk)) > 0)
        text_lines_feed(&seeds.lines, chunk, (size_t)count);
    if (count < 0 && count != STATUS_NOT_FOUND)
        return count;
    text_lines_end(&seeds.lines);
    if (change->remove && seeds.removed == 0)
        return STATUS_NOT_FOUND;
    if (!change->remove)
        sink_text(out, change->text);
    sink_text(out, "\r\n"); /* so that the file is never empty, too */
    return out->status;
}

/* Carrying them over */

static void remember(struct fatfs_file *file)
{
    struct box_seeds *seeds = &ram_seeds;
    int count = fatfs_file_read(file, seeds->text, sizeof seeds->text);
    seeds->count = count > 0 ? (uint16_t)count : 0;
    seeds->is_cut = fatfs_file_bytes(file) > seeds->count;
    while (seeds->is_cut && seeds->count > 0 && seeds->text[seeds->count - 1] != '\n')
        seeds->count--;
}

static int emit_remembered(void *unused, struct sink *out)
{
    (void)unused;
    sink_bytes(out, ram_seeds.text, ram_seeds.count);
    return out->status;
}

void box_seeds_mounted(bool writable)
{
    struct fatfs_file file;
    int status = writable ? card_text_recover(file_name) : 0;
    if (status == 0)
        status = fatfs_file_open(&file, file_name);
    if (status == 0) {
        remember(&file);
    } else if (status == STATUS_NOT_FOUND && writable && ram_seeds.count > 0) {
        status = card_text_rewrite(file_name, emit_remembered, NULL);
        if (status == 0)
            log_info("The card had no seeds: it got those of the last one%s.",
                     ram_seeds.is_cut ? ", but not all: they were too many" : "");
    }
    if (status < 0 && status != STATUS_NOT_FOUND)
        log_warning("%s: %s", file_name, status_text(status));
}

int box_seeds_job_change(void *context)
{
    struct rewriting rewriting = {context, NULL};
    fetcher_close(); /* a kept connection has most of the arena */
    rewriting.url = page_arena_take(SEEDS_URL_BYTES);
    if (rewriting.url == NULL)
        return STATUS_FULL;
    int status = card_text_rewrite(file_name, emit, &rewriting);
    page_arena_give(rewriting.url);
    if (status == 0)
        box_seeds_mounted(false);
    return status;
}

int box_seeds_job_read(void *context)
{
    struct seeds_part *part = context;
    struct fatfs_file file;
    if (card_state() != STORE_READY && card_state() != STORE_FULL)
        return STATUS_CLOSED;
    int status = fatfs_file_open(&file, file_name);
    uint32_t left = status < 0 ? 0 : fatfs_file_bytes(&file) - part->offset;
    part->count = (uint8_t)(left < sizeof part->text ? left : sizeof part->text);
    if (part->count > 0)
        status = fatfs_file_read_at(&file, part->offset, part->text, part->count);
    part->offset += part->count;
    return status;
}
