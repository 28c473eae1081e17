#include "card/harvest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "warc/scan.h"

enum { SERIAL_DIGITS = 5, PATH_SIZE = 300, ID_SIZE = 80 };

static const char closed_end[] = ".warc", open_end[] = ".warc.open";

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    return length > size && strcasecmp(name + length - size, end) == 0;
}

/* PREFIX-TIMESTAMP-SSSSS-BOXID.warc: the five digits before the last dash; 0 if there are none. */
static uint32_t serial_of(const char *name)
{
    const char *dash = strrchr(name, '-');
    if (!dash || dash - name < SERIAL_DIGITS)
        return 0;
    uint32_t serial = 0;
    for (const char *at = dash - SERIAL_DIGITS; at < dash; at++) {
        if (*at < '0' || *at > '9')
            return 0;
        serial = serial * 10 + (uint32_t)(*at - '0');
    }
    return serial;
}

static void add_file(void *user, const char *name, uint64_t size)
{
    struct harvest *harvest = user;
    bool open = ends_with(name, open_end);
    if (!open && !ends_with(name, closed_end))
        return;
    if (harvest->count == harvest->room) {
        size_t room = harvest->room ? harvest->room * 2 : 16;
        struct harvest_file *larger = realloc(harvest->file, room * sizeof *larger);
        if (!larger) {
            harvest->no_memory = true;
            return;
        }
        harvest->file = larger;
        harvest->room = room;
    }
    struct harvest_file *file = &harvest->file[harvest->count];
    *file =
        (struct harvest_file){.name = strdup(name), .serial = serial_of(name), .size = size, .length = size};
    file->kind = open ? HARVEST_UNCLAIMED : HARVEST_CLOSED;
    if (!file->name)
        harvest->no_memory = true;
    else
        harvest->count++;
}

/* Can the record follow in a file whose warcinfo is `own`? Each group begins with a response or a revisit
 * that names it, and none has two. */
static bool goes_on(const struct warc_record *record, bool in_group, char own[ID_SIZE])
{
    const char *info = warc_record_field(record, "WARC-Warcinfo-ID");
    const char *id = warc_record_field(record, "WARC-Record-ID");
    bool begins_group = record->type == WARC_RESPONSE || record->type == WARC_REVISIT;
    if (record->offset == 0) {
        snprintf(own, ID_SIZE, "%s", id ? id : "");
        return record->type == WARC_INFO;
    }
    if (in_group)
        return record->type == WARC_REQUEST || record->type == WARC_METADATA;
    return begins_group && info && strcmp(info, own) == 0;
}

/*
 * How much of an .open file can be trusted without a journal: whole groups whose records verify and name this
 * file's warcinfo. Older harvest in reused clusters looks like data, but names another one.
 */
static int find_end(struct card_fs *fs, struct harvest_file *file)
{
    struct card_source source;
    char own[ID_SIZE] = "";
    file->length = file->size;
    int status = harvest_open(fs, file, &source);
    if (status < 0)
        return status;
    struct warc_scan *scan = warc_scan_new(card_fs_port(&source), 0);
    file->length = 0;
    for (bool in_group = false; scan && warc_scan_next(scan) > 0;) {
        const struct warc_scan_result *result = warc_scan_result(scan);
        const struct warc_record *record = result->record;
        if (!warc_scan_is_sound(result) || !goes_on(record, in_group, own))
            break;
        in_group = record->type != WARC_INFO && record->type != WARC_METADATA;
        if (!in_group)
            file->length = record->offset + result->size;
    }
    status = scan ? 0 : card_fs_failed(fs, STATUS_FULL, "no memory left");
    warc_scan_free(scan);
    fs->ops->close(fs, source.file);
    return status;
}

static int settle_file(struct harvest *harvest, struct card_fs *fs, struct harvest_file *file)
{
    const struct card_journal *journal = &harvest->journal;
    if (file->kind == HARVEST_CLOSED)
        return 0;
    if (journal->valid && journal->warc_bytes > 0 && file->serial == journal->warc_serial) {
        file->kind = HARVEST_OPEN;
        file->too_short = file->size < journal->warc_bytes;
        file->length = file->too_short ? file->size : journal->warc_bytes;
        return 0;
    }
    if (journal->valid && file->serial == journal->warc_serial + 1) {
        file->kind = HARVEST_CREATED;
        file->length = 0;
        return 0;
    }
    return find_end(fs, file);
}

/* A file that the file system cannot give keeps nobody from the others. */
static int settle_or_give_up(struct harvest *harvest, struct card_fs *fs, struct harvest_file *file)
{
    struct card_source source;
    int status = harvest_open(fs, file, &source);
    if (status == 0) {
        fs->ops->close(fs, source.file);
        return settle_file(harvest, fs, file);
    }
    file->is_broken = status == STATUS_DAMAGED;
    file->length = 0;
    return file->is_broken ? 0 : status;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(((const struct harvest_file *)left)->name, ((const struct harvest_file *)right)->name);
}

int harvest_read(struct harvest *harvest, struct card_fs *fs)
{
    *harvest = (struct harvest){0};
    harvest->journal_status = card_journal_read(&harvest->journal, fs);
    if (harvest->journal_status == STATUS_IO || harvest->journal_status == STATUS_VERSION)
        return harvest->journal_status;
    int status = fs->ops->list(fs, "WARC", add_file, harvest);
    if (status == STATUS_NOT_FOUND)
        return 0;
    if (harvest->no_memory)
        return card_fs_failed(fs, STATUS_FULL, "no memory left");
    if (harvest->count > 0)
        qsort(harvest->file, harvest->count, sizeof *harvest->file, compare_names);
    for (size_t i = 0; i < harvest->count && status == 0; i++) {
        status = settle_or_give_up(harvest, fs, &harvest->file[i]);
        harvest->total += harvest->file[i].length;
    }
    return status;
}

void harvest_free(struct harvest *harvest)
{
    for (size_t i = 0; i < harvest->count; i++)
        free(harvest->file[i].name);
    free(harvest->file);
    *harvest = (struct harvest){0};
}

int harvest_open(struct card_fs *fs, const struct harvest_file *file, struct card_source *source)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "WARC/%s", file->name);
    *source = (struct card_source){.fs = fs, .left = file->length};
    source->file = fs->ops->open(fs, path, CARD_READ, NULL);
    return source->file ? 0 : fs->status;
}

void harvest_final_name(const struct harvest_file *file, char *name)
{
    static const char suffix[] = ".open";
    size_t length = strlen(file->name);
    if (file->kind != HARVEST_CLOSED)
        length -= sizeof suffix - 1;
    memcpy(name, file->name, length);
    name[length] = '\0';
}
