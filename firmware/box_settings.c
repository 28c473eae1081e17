#include "box_settings.h"

#include <string.h>

#include "base/status.h"
#include "card.h"
#include "card_text.h"
#include "crawlbox_version.h"
#include "fatfs_file.h"
#include "log.h"
#include "net.h"
#include "ram.h"
#include "settings/ini.h"

static const char file_name[] = "CRAWLBOX.INI";

enum { CHUNK_BYTES = 64, FINDINGS_MAX = 6 };

static struct box_settings *const box = &ram_settings;

static void apply(void)
{
    settings_user_agent(&box->values, CRAWLBOX_VERSION, box->user_agent);
    card_use_settings(&box->values, box->user_agent);
    net_configure(box->values.address, box->values.netmask, box->values.gateway, box->values.dns,
                  box->values.ntp);
}

void box_settings_init(void)
{
    settings_reset(&box->values);
    apply();
}

/* Hands what the card's file holds to the reader or writer. */
static int feed_file(struct ini *ini, struct fatfs_file *file)
{
    char chunk[CHUNK_BYTES];
    int count;
    while ((count = fatfs_file_read(file, chunk, sizeof chunk)) > 0)
        ini_feed(ini, chunk, (size_t)count);
    ini_end(ini);
    return count;
}

static void warn(void *context, const struct ini_finding *finding)
{
    unsigned *findings = context;
    char text[LOG_LINE_MAX];
    if (++*findings > FINDINGS_MAX)
        return;
    ini_sentence(finding, text, sizeof text);
    log_warning("%s, %s", file_name, text);
}

static int read_file(void)
{
    struct ini ini;
    unsigned findings = 0;
    struct fatfs_file file;
    int status = fatfs_file_open(&file, file_name);
    if (status < 0)
        return status;
    settings_reset(&box->values);
    ini_read_begin(&ini, &box->values, warn, &findings);
    status = feed_file(&ini, &file);
    if (findings > FINDINGS_MAX)
        log_warning("%s: %u more lines are not understood", file_name, findings - FINDINGS_MAX);
    return status;
}

static int emit(void *unused, struct sink *out)
{
    struct ini ini;
    struct fatfs_file file;
    (void)unused;
    int status = fatfs_file_open(&file, file_name);
    ini_write_begin(&ini, &box->values, out);
    if (status == 0)
        status = feed_file(&ini, &file);
    else if (status == STATUS_NOT_FOUND)
        ini_end(&ini), status = 0;
    return status < 0 ? status : out->status;
}

int box_settings_job_save(void *unused)
{
    (void)unused;
    int status = card_text_rewrite(file_name, emit, NULL);
    if (status == 0)
        box->are_unsaved = false;
    return status;
}

static void tell_missing(void)
{
    for (int which = -1; (which = settings_missing(&box->values, which + 1)) >= 0;)
        log_warning("not ready to crawl: '%s' is not set", settings_key(which));
}

void box_settings_mounted(bool writable)
{
    int status = writable ? card_text_recover(file_name) : 0;
    if (status == 0)
        status = read_file();
    if (status == 0) {
        box->are_known = true;
        box->are_unsaved = false;
    } else if (status == STATUS_NOT_FOUND && box->are_known && writable) {
        status = box_settings_job_save(NULL);
        if (status == 0)
            log_info("The card had no settings: it got those of the box.");
    }
    if (status < 0 && status != STATUS_NOT_FOUND)
        log_warning("%s: %s", file_name, status_text(status));
    apply();
    tell_missing();
}

int box_settings_job_set(void *context)
{
    const struct settings_change *change = context;
    int status = settings_set(&box->values, change->which, change->value, strlen(change->value));
    if (status < 0)
        return status;
    box->are_known = true;
    box->are_unsaved = true;
    apply();
    return STATUS_OK;
}
