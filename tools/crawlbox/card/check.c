#include "card/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

enum { GROUP_ALIGNMENT = 512, ID_SIZE = 80 };

/* Where in a group of records the file is. */
enum expected { EXPECT_WARCINFO, EXPECT_PAGE, EXPECT_REQUEST, EXPECT_METADATA };

struct file_check {
    struct card_check *card;
    const struct harvest_file *file;
    struct warc_check warc;
    enum expected expected;
    char warcinfo[ID_SIZE];
    uint64_t group_start;
};

static void found(struct card_check *check, enum warc_severity severity, const char *file, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

static void found(struct card_check *check, enum warc_severity severity, const char *file, const char *format,
                  ...)
{
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (severity == WARC_DAMAGE)
        check->damage++;
    else
        check->notes++;
    check->report(check->context, file, &(struct warc_finding){severity, 0, text});
}

static void pass_on(void *context, const struct warc_finding *finding)
{
    struct file_check *check = context;
    check->card->report(check->card->context, check->file->name, finding);
}

static void show_progress(void *context, uint64_t offset)
{
    struct file_check *check = context;
    if (check->card->progress)
        check->card->progress(check->card->context, check->card->bytes + offset, check->card->harvest.total);
}

static const char *expected_name(enum expected expected)
{
    static const char *const names[] = {"warcinfo", "response or revisit", "request or metadata", "metadata"};
    return names[expected];
}

static enum expected place_of(enum warc_type type)
{
    switch (type) {
    case WARC_INFO: return EXPECT_WARCINFO;
    case WARC_REQUEST: return EXPECT_REQUEST;
    case WARC_METADATA: return EXPECT_METADATA;
    default: return EXPECT_PAGE;
    }
}

static void check_alignment(struct file_check *check, const struct warc_scan_result *result,
                            enum expected place)
{
    uint64_t offset = result->record->offset, end = offset + result->size;
    if (place == EXPECT_PAGE && offset % GROUP_ALIGNMENT != 0)
        warc_check_found(&check->warc, WARC_DAMAGE, offset, "a page does not begin at a multiple of %d bytes",
                         GROUP_ALIGNMENT);
    if ((place == EXPECT_WARCINFO || place == EXPECT_METADATA) && end % GROUP_ALIGNMENT != 0)
        warc_check_found(&check->warc, WARC_DAMAGE, offset,
                         "a group of records does not end at a multiple of %d bytes", GROUP_ALIGNMENT);
}

static void check_warcinfo_id(struct file_check *check, const struct warc_record *record)
{
    const char *id = warc_record_field(record, "WARC-Warcinfo-ID");
    if (!id || strcmp(id, check->warcinfo) != 0)
        warc_check_found(&check->warc, WARC_DAMAGE, record->offset,
                         "the record belongs to another file: its %s",
                         id ? "WARC-Warcinfo-ID is not this file's" : "WARC-Warcinfo-ID is missing");
}

/* The bytes of a request may be missing (app/store/FORMAT.md): then metadata follow the page at once. */
static bool is_in_place(enum expected place, enum expected expected)
{
    return place == expected || (place == EXPECT_METADATA && expected == EXPECT_REQUEST);
}

/* Order within the file: warcinfo, then response or revisit, request if there is one, metadata for each
 * page. */
static void visit(void *context, const struct warc_scan_result *result)
{
    struct file_check *check = context;
    const struct warc_record *record = result->record;
    enum expected place = place_of(record->type);

    if (check->card->visit)
        check->card->visit(check->card->context, check->file->name, result);
    if (!is_in_place(place, check->expected))
        warc_check_found(&check->warc, WARC_DAMAGE, record->offset, "a %s record stands where a %s belongs",
                         warc_type_name(record->type), expected_name(check->expected));
    check_alignment(check, result, place);
    if (place == EXPECT_WARCINFO) {
        const char *id = warc_record_field(record, "WARC-Record-ID");
        snprintf(check->warcinfo, sizeof check->warcinfo, "%s", id ? id : "");
    } else if (place == EXPECT_PAGE) {
        check_warcinfo_id(check, record);
        check->group_start = record->offset;
    }
    check->expected = place == EXPECT_WARCINFO || place == EXPECT_METADATA ? EXPECT_PAGE : place + 1;
}

static int check_file(struct card_check *card, struct card_fs *fs, const struct harvest_file *file)
{
    struct card_source source;
    struct file_check check = {.card = card, .file = file, .expected = EXPECT_WARCINFO};
    check.warc =
        (struct warc_check){.report = pass_on, .visit = visit, .progress = show_progress, .context = &check};
    int status = harvest_open(fs, file, &source);
    if (status < 0)
        return status;
    status = warc_check_run(&check.warc, card_fs_port(&source));
    fs->ops->close(fs, source.file);
    if (status != STATUS_IO && status != STATUS_FULL && check.warc.records > 0 &&
        check.expected != EXPECT_PAGE)
        warc_check_found(&check.warc, WARC_DAMAGE, check.group_start,
                         "the records of the last page are not complete");
    card->files++;
    card->records += check.warc.records;
    card->pages += check.warc.of_type[WARC_RESPONSE];
    card->revisits += check.warc.of_type[WARC_REVISIT];
    card->bytes += file->length;
    card->damage += check.warc.damage;
    card->notes += check.warc.notes;
    warc_check_free(&check.warc);
    return status == STATUS_DAMAGED ? 0 : status;
}

/* What the journal and the folder say of a file, before it is read. */
static void check_state_of_file(struct card_check *check, const struct harvest_file *file)
{
    unsigned long stored = check->harvest.journal.warc_bytes;
    if (file->is_broken)
        found(check, WARC_DAMAGE, file->name,
              "the file system cannot give it: its clusters lead in a circle; try fsck.fat on a copy of the "
              "card");
    else if (file->kind == HARVEST_OPEN)
        found(check, WARC_NOTE, file->name,
              "still open: the card was pulled without eject; its first %llu bytes count",
              (unsigned long long)file->length);
    else if (file->kind == HARVEST_CREATED)
        found(check, WARC_NOTE, file->name, "was being created when the card was pulled: it holds nothing");
    else if (file->kind == HARVEST_UNCLAIMED)
        found(check, WARC_NOTE, file->name,
              "the journal does not know this open file: its first %llu bytes verify",
              (unsigned long long)file->length);
    if (file->too_short)
        found(check, WARC_DAMAGE, file->name,
              "it is %llu bytes long, but the journal says that %lu were stored",
              (unsigned long long)file->size, stored);
}

static void check_journal(struct card_check *check)
{
    const struct harvest *harvest = &check->harvest;
    bool open_seen = false;
    if (harvest->journal_status == STATUS_NOT_FOUND)
        found(check, WARC_NOTE, NULL,
              "there is no journal: the card was not used by a box yet, or STATE was removed");
    if (harvest->journal_status == STATUS_DAMAGED)
        found(check, WARC_DAMAGE, NULL,
              "both copies of the journal STATE/JOURNAL.BIN are damaged: how much of an open "
              "file counts was found by reading it");
    for (size_t i = 0; i < harvest->count; i++) {
        const struct harvest_file *file = &harvest->file[i];
        open_seen |= file->kind == HARVEST_OPEN || file->serial == harvest->journal.warc_serial;
        check_state_of_file(check, file);
    }
    if (harvest->journal.warc_bytes > 0 && !open_seen)
        found(check, WARC_DAMAGE, NULL,
              "the journal says that file number %lu holds %lu bytes, but it is not there",
              (unsigned long)harvest->journal.warc_serial, (unsigned long)harvest->journal.warc_bytes);
}

/* The crawl's state is worth a word; it can be made again, the harvest cannot. */
static int check_crawl(struct card_check *check, struct card_fs *fs)
{
    int status = check->harvest.journal.valid ? card_hosts_count(&check->crawl, fs) : STATUS_NOT_FOUND;
    check->has_crawl = status == 0;
    if (status == STATUS_DAMAGED)
        found(check, WARC_NOTE, NULL, "the state of the crawl cannot be used: %s; a box begins it anew",
              fs->problem);
    else if (status == 0 && check->crawl.lost > 0)
        found(check, WARC_NOTE, NULL,
              "%lu records of hosts are damaged; a box finds these hosts again by their links",
              (unsigned long)check->crawl.lost);
    return status == STATUS_DAMAGED || status == STATUS_NOT_FOUND ? 0 : status;
}

int card_check_run(struct card_check *check, struct card_fs *fs)
{
    int status = harvest_read(&check->harvest, fs);
    if (status == STATUS_DAMAGED)
        found(check, WARC_DAMAGE, NULL, "%s", fs->problem);
    if (status < 0)
        return status;
    check_journal(check);
    status = check_crawl(check, fs);
    if (status < 0)
        return status;
    for (size_t i = 0; i < check->harvest.count; i++) {
        const struct harvest_file *file = &check->harvest.file[i];
        if (file->is_broken || (file->length == 0 && file->kind != HARVEST_CLOSED))
            continue;
        status = check_file(check, fs, file);
        if (status < 0)
            return status;
    }
    return check->damage > 0 ? STATUS_DAMAGED : 0;
}

void card_check_free(struct card_check *check)
{
    harvest_free(&check->harvest);
}
