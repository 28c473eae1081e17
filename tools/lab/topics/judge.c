#include "topics/judge.h"

#include <stdlib.h>
#include <time.h>

#include "allocate.h"
#include "base/bytes.h"
#include "base/status.h"
#include "cli.h"
#include "read/page.h"
#include "topic/layout.h"
#include "topics/pages.h"

int judge_open(struct judge *judge, const char *path)
{
    uint8_t sector[TOPIC_SECTOR_BYTES];
    *judge = (struct judge){0};
    judge->file.bytes = (uint8_t *)cli_read_file(path, &judge->file.size);
    if (!judge->file.bytes)
        return CLI_CANNOT;
    int status = judge->file.size < TOPIC_SECTOR_BYTES
                     ? STATUS_INVALID
                     : topic_open(&judge->topic, pack_read, &judge->file, sector);
    if (status != STATUS_OK) {
        cli_error("%s: %s", path, topic_problem(status));
        free(judge->file.bytes);
        return CLI_NO;
    }
    judge->block = must_allocate(TOPIC_BLOCK_BYTES);
    return CLI_YES;
}

void judge_close(struct judge *judge)
{
    free(judge->block);
    free(judge->file.bytes);
}

/* ---- What a pack says about itself ---- */

void judge_info(const struct judge *judge, FILE *out)
{
    const uint8_t *bytes = judge->file.bytes;
    unsigned flags = bytes_get16(bytes + PACK_AT_FLAGS), links = bytes_get16(bytes + PACK_AT_LINK_MEAN);
    time_t date = bytes_get32(bytes + PACK_AT_DATE);
    char text[16];
    strftime(text, sizeof text, "%Y-%m-%d", gmtime(&date));
    fprintf(out, "topic\t%s\nid\t%08x\nmade\t%s\n", judge->topic.name, judge->topic.id, text);
    if (flags & PACK_FLAG_EXAMPLE)
        fputs("kind\tan example, learned from made-up pages\n", out);
    fprintf(out, "learned from\t%u pages about the topic, %u others\n", bytes_get32(bytes + PACK_AT_POSITIVE),
            bytes_get32(bytes + PACK_AT_NEGATIVE));
    fprintf(out, "pages\tG-mean %.2f %% in cross-validation\n",
            bytes_get16(bytes + PACK_AT_PAGE_MEAN) / 100.0);
    if (flags & PACK_FLAG_PUBLISHED_LINKS)
        fputs("links\tfrom published figures\n", out);
    else
        fprintf(out, "links\tG-mean %.2f %%, from %u examples\n", links / 100.0,
                bytes_get32(bytes + PACK_AT_LINKS));
    if (bytes[PACK_AT_SUB_WORDS] > 0)
        fprintf(out, "sub-topic\ta page must have %u words of a list of %u\n", bytes[PACK_AT_SUB_LEAST],
                bytes[PACK_AT_SUB_WORDS]);
    fprintf(out, "names\t%u, in %u sectors\nsize\t%zu bytes\n", bytes_get32(bytes + PACK_AT_NAMES),
            judge->topic.keyword_sectors, judge->file.size);
}

/* ---- Pages ---- */

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    struct judge *judge = context;
    topic_page_text(judge->reader, text, size, flags & HTML_TEXT_TITLE ? TOPIC_TITLE : TOPIC_BODY);
}

static void on_gap(void *context, enum html_gap gap)
{
    (void)gap;
    topic_page_gap(((struct judge *)context)->reader);
}

static int judge_page(void *context, const struct topic_page *found)
{
    static const struct page_sink sink = {.text = on_text, .gap = on_gap};
    static struct page page;
    struct judge *judge = context;
    struct page_result result;
    const struct page_config config = {
        .http_charset = found->charset, .pack = lang_pack_find("en"), .sink = &sink, .context = judge};
    if (topic_page_begin(&judge->reader, &judge->topic, judge->block) != STATUS_OK)
        return CLI_CANNOT;
    page_begin(&page, &config);
    page_feed(&page, found->html, found->size);
    page_end(&page, &result);
    uint8_t chance = topic_page_end(judge->reader, result.language.matches);
    g_mean_count(&judge->score, judge->relevant, chance >= TOPIC_RELEVANT);
    if (judge->rows)
        fprintf(judge->rows, "%s\t%s\t%u\t%s\n", found->name, chance >= TOPIC_RELEVANT ? "relevant" : "other",
                chance, result.language.matches ? "english" : "other");
    return CLI_YES;
}

int judge_pages(struct judge *judge, const char *path, bool relevant)
{
    judge->relevant = relevant;
    return pages_each(path, judge_page, judge);
}
