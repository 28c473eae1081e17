#include "box/box_settings.h"

#include <string.h>

#include "base/status.h"
#include "box/card_text.h"
#include "port/card_file.h"
#include "port/log.h"
#include "settings/ini.h"

static const char file_name[] = "CRAWLBOX.INI";

enum { CHUNK_BYTES = 64, FINDINGS_MAX = 6 };

void box_settings_init(struct box_settings *settings)
{
    settings_reset(&settings->values);
}

/* Feeds the card's file to the reader or writer of settings. */
static int feed_settings_file(struct ini *ini, struct card_file *file)
{
    char chunk[CHUNK_BYTES];
    int count;
    while ((count = card_file_read(file, chunk, sizeof chunk)) > 0)
        ini_feed(ini, chunk, (size_t)count);
    ini_end(ini);
    return count;
}

static void log_finding(void *context, const struct ini_finding *finding)
{
    unsigned *findings = context;
    char text[LOG_LINE_MAX];
    if (++*findings > FINDINGS_MAX)
        return;
    ini_sentence(finding, text, sizeof text);
    log_warning("%s, %s", file_name, text);
}

static int read_settings(struct settings *values)
{
    struct ini ini;
    unsigned findings = 0;
    struct card_file file;
    int status = card_file_open(&file, file_name);
    if (status < 0)
        return status;
    settings_reset(values);
    ini_read_begin(&ini, values, log_finding, &findings);
    status = feed_settings_file(&ini, &file);
    if (findings > FINDINGS_MAX)
        log_warning("%s: %u more lines are not understood", file_name, findings - FINDINGS_MAX);
    return status;
}

static int emit_settings(void *context, struct sink *out)
{
    const struct settings *values = context;
    struct ini ini;
    struct card_file file;
    int status = card_file_open(&file, file_name);
    ini_write_begin(&ini, values, out);
    if (status == 0)
        status = feed_settings_file(&ini, &file);
    else if (status == STATUS_NOT_FOUND)
        ini_end(&ini), status = 0;
    return status < 0 ? status : out->status;
}

int box_settings_save(struct box_settings *settings, struct store *store)
{
    int status = card_text_rewrite(store, file_name, emit_settings, &settings->values);
    if (status == 0)
        settings->are_unsaved = false;
    return status;
}

void box_settings_log_missing(const struct box_settings *settings)
{
    for (int which = -1; (which = settings_missing(&settings->values, which + 1)) >= 0;)
        log_warning("not ready to crawl: '%s' is not set", settings_key(which));
}

void box_settings_mounted(struct box_settings *settings, struct store *store)
{
    int status = card_text_recover(store, file_name);
    if (status == 0)
        status = read_settings(&settings->values);
    if (status == 0) {
        settings->are_known = true;
        settings->are_unsaved = false;
    } else if (status == STATUS_NOT_FOUND && settings->are_known && store->state == STORE_READY) {
        status = box_settings_save(settings, store);
        if (status == 0)
            log_info("The card had no settings: it got those of the box.");
    }
    if (status < 0 && status != STATUS_NOT_FOUND)
        log_warning("%s: %s", file_name, status_text(status));
    if (status == STATUS_IO || status == STATUS_TIMEOUT)
        store_fail(store, status); /* so that the card is tried again: nothing goes on without them */
}

int box_settings_set(struct box_settings *settings, int which, const char *value)
{
    int status = settings_set(&settings->values, which, value, strlen(value));
    if (status < 0)
        return status;
    settings->are_known = true;
    settings->are_unsaved = true;
    return STATUS_OK;
}
