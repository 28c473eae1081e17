/* What is on the card: who runs the box, every finding of a check, every stored page. */
#include "card/check.h"
#include "card/setup.h"
#include "desk.h"
#include "problem.h"

static void tell_setup(struct card_fs *fs)
{
    static const int told[] = {SETTING_operator, SETTING_organisation, SETTING_box_id, SETTING_language,
                               SETTING_strategy};
    struct card_setup setup;
    char buffer[SETTINGS_VALUE_SIZE];
    card_setup_read(&setup, fs);
    struct message message = message_begin("setup");
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        message_text(&message, settings_key(told[i]), settings_text(&setup.values, told[i], buffer));
    message_number(&message, "seeds", setup.seeds);
    message_number(&message, "has_authorities", setup.has_authorities);
    message_number(&message, "has_countries", setup.has_countries);
    message_number(&message, "missing", settings_missing(&setup.values, 0) >= 0);
    message_end(&message);
}

static void tell_finding(void *context, const char *file, const struct warc_finding *finding)
{
    (void)context;
    struct message message = message_begin("finding");
    message_text(&message, "file", file);
    message_number(&message, "offset", finding->offset);
    message_number(&message, "is_damage", finding->severity == WARC_DAMAGE);
    message_text(&message, "text", finding->text);
    message_end(&message);
}

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    message_progress("checking", done, total);
}

static void tell_page(void *context, const char *file, const struct warc_scan_result *result)
{
    (void)context;
    if (result->record->type != WARC_RESPONSE && result->record->type != WARC_REVISIT)
        return;
    struct message message = message_begin("page");
    message_text(&message, "file", file);
    message_number(&message, "offset", result->record->offset);
    message_text(&message, "uri", warc_record_field(result->record, "WARC-Target-URI"));
    message_text(&message, "date", warc_record_field(result->record, "WARC-Date"));
    message_text(&message, "mime", result->http ? result->http->mime : "");
    message_number(&message, "status", result->http ? (uint64_t)result->http->status : 0);
    message_number(&message, "bytes", result->record->length);
    message_number(&message, "is_revisit", result->record->type == WARC_REVISIT);
    message_number(&message, "is_sound", warc_scan_is_sound(result));
    message_end(&message);
}

static void tell_counts(const struct card_check *check)
{
    const struct card_journal *journal = &check->harvest.journal;
    struct message message = message_begin("checked");
    message_number(&message, "files", check->files);
    message_number(&message, "records", check->records);
    message_number(&message, "pages", check->pages);
    message_number(&message, "revisits", check->revisits);
    message_number(&message, "bytes", check->bytes);
    message_number(&message, "damage", check->damage);
    message_number(&message, "notes", check->notes);
    message_number(&message, "has_journal", journal->valid);
    message_number(&message, "ejected", journal->ejected);
    message_number(&message, "repairs", journal->repairs);
    message_number(&message, "has_crawl", check->has_crawl);
    message_number(&message, "round", check->crawl.rounds);
    message_number(&message, "hosts", check->crawl.hosts);
    message_number(&message, "crawled", check->crawl.crawled);
    message_number(&message, "thai", check->crawl.thai);
    message_end(&message);
}

DESK_EXPORT("desk_look") int desk_look(void)
{
    struct card_fs fs;
    struct card_check check = {.report = tell_finding, .progress = show_progress, .visit = tell_page};
    int status = problem_open_card(&fs, CARD_READ);
    if (status < 0)
        return status;
    tell_setup(&fs);
    status = card_check_run(&check, &fs);
    if (status == 0 || status == STATUS_DAMAGED) {
        tell_counts(&check);
        status = 0;
    } else {
        problem_tell(status, fs.problem);
    }
    card_check_free(&check);
    card_fs_close(&fs);
    return status;
}
