/* Commands about the card. The work itself is done in the crawler's task. */
#include <string.h>

#include "base/status.h"
#include "box/card_selftest.h"
#include "port/card_slot.h"
#include "port/crawler.h"
#include "ui/console/console.h"

enum {
    SELFTEST_PAGES = 20,
    SELFTEST_PAGE_BYTES = 30 * 1024,
    SELFTEST_STEP = 10,
    PAGES_MAX = 100000,
};

static struct store *card_store(void)
{
    return console_session()->parts->store;
}

/* ---- Jobs for the crawler's task ---- */

static int job_info(void *info)
{
    return store_get_info(card_store(), info);
}

/* The nth file of the WARC folder; with `check`, the job verifies its records. */
struct warc_file {
    unsigned nth;
    unsigned left; /* how many files come before it */
    bool check;
    char name[64];
    uint32_t bytes;
    struct store_check found;
};

static int take_nth_warc_file(void *context, const char *name, uint32_t bytes)
{
    struct warc_file *file = context;
    if (file->left-- > 0)
        return 0;
    (void)format_text(file->name, sizeof file->name, "%s", name); /* cut, if it is longer */
    file->bytes = bytes;
    return 1;
}

/* Looks at the nth file. STATUS_NOT_FOUND: there are fewer. */
static int job_warc_file(void *context)
{
    struct warc_file *file = context;
    const struct store_port *port = card_store()->port;
    if (card_store()->state != STORE_READY && card_store()->state != STORE_FULL)
        return STATUS_CLOSED;
    file->left = file->nth;
    int found = port->list(port->context, "WARC", take_nth_warc_file, file);
    if (found <= 0)
        return found < 0 ? found : STATUS_NOT_FOUND;
    return file->check ? store_check_file(card_store(), file->name, &file->found) : 0;
}

static int job_selftest(void *test)
{
    return card_selftest(card_store(), test);
}

/* ---- Commands ---- */

static int show_card(void)
{
    struct store_info info = {0};
    int status = crawler_do(job_info, &info);
    if (status < 0)
        return status;
    console_fact("card", "%s", store_sentence(info.state));
    if (info.state == STORE_READY || info.state == STORE_FULL) {
        console_fact("size", "%lu MB", (unsigned long)(info.total_kb / 1024));
        console_fact("free", "%lu MB", (unsigned long)(info.free_kb / 1024));
        console_fact("pages", "%lu", (unsigned long)info.card_pages);
        console_fact("file", "%lu", (unsigned long)info.file_serial);
        console_fact("file used", "%lu KB", (unsigned long)(info.file_bytes / 1024));
        console_fact("file room", "%lu KB", (unsigned long)(info.file_room_bytes / 1024));
        console_fact("repairs", "%lu", (unsigned long)info.repairs);
        console_fact("log lines lost", "%lu", (unsigned long)info.lines_lost);
    }
    console_program_card();
    return STATUS_OK;
}

static int list_files(bool check)
{
    struct warc_file file = {.check = check};
    unsigned damaged = 0;
    for (;; file.nth++) {
        int status = crawler_do(job_warc_file, &file);
        if (status == STATUS_NOT_FOUND)
            break;
        if (status < 0)
            return status;
        if (!check) {
            console_print("%10lu  %s\n", (unsigned long)file.bytes, file.name);
            continue;
        }
        damaged += file.found.damaged;
        console_print("%s: %lu records, %s\n", file.name, (unsigned long)file.found.records,
                      file.found.damaged ? "DAMAGED" : "all whole");
    }
    if (check)
        console_fact("damaged files", "%u", damaged);
    console_fact("files", "%u", file.nth);
    return damaged ? STATUS_DAMAGED : STATUS_OK;
}

static bool parse_count(const char *text, uint32_t *count)
{
    for (*count = 0; *text >= '0' && *text <= '9' && *count < PAGES_MAX; text++)
        *count = *count * 10 + (uint32_t)(*text - '0');
    return *text == '\0' && *count > 0 && *count <= PAGES_MAX;
}

/* Runs the self-test in steps, so that the console lives and the card can be pulled or ejected in between. */
static int run_selftest(uint32_t pages, bool without_digests)
{
    struct card_selftest test = {.page_bytes = SELFTEST_PAGE_BYTES, .without_digests = without_digests};
    uint32_t ms = 0, sectors = 0;
    int status = 0;
    while (status == 0 && test.done < pages) {
        test.pages = pages - test.done < SELFTEST_STEP ? pages - test.done : SELFTEST_STEP;
        status = crawler_do(job_selftest, &test);
        ms += test.ms;
        sectors += test.sectors_written;
        if (!without_digests)
            console_print("stored %lu\n", (unsigned long)test.done);
    }
    console_fact("pages", "%lu", (unsigned long)test.done);
    console_fact("payload bytes", "%lu", (unsigned long)test.payload_bytes);
    console_fact("sectors written", "%lu", (unsigned long)sectors);
    console_fact("milliseconds", "%lu", (unsigned long)ms);
    return status;
}

static int command_selftest(int count, char **words)
{
    uint32_t pages = SELFTEST_PAGES;
    bool without_digests = count == 4 && strcmp(words[3], "bare") == 0;
    if ((count > 2 && !parse_count(words[2], &pages)) || (count > 3 && !without_digests) || count > 4)
        return STATUS_INVALID;
    return run_selftest(pages, without_digests);
}

static int format_card(bool confirmed)
{
    if (!confirmed) {
        console_print(
            "This erases everything on the card, harvest included. To do it, type: card format yes\n");
        return STATUS_OK;
    }
    int status = crawler_do_now(card_job_format, NULL);
    if (status == 0)
        console_print("The card is empty. %s\n", store_sentence(card_store()->state));
    return status;
}

int command_card(int count, char **words)
{
    if (count == 1)
        return show_card();
    if (strcmp(words[1], "selftest") == 0)
        return command_selftest(count, words);
    if (count == 2 && strcmp(words[1], "list") == 0)
        return list_files(false);
    if (count == 2 && strcmp(words[1], "check") == 0)
        return list_files(true);
    if (count == 2 && strcmp(words[1], "mount") == 0)
        return crawler_do(card_job_mount, NULL);
    if (strcmp(words[1], "format") == 0 && count <= 3)
        return format_card(count == 3 && strcmp(words[2], "yes") == 0);
    return STATUS_INVALID;
}

int command_eject(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    int status = crawler_do_now(card_job_eject, NULL);
    if (status == 0)
        console_print("%s\n", store_sentence(STORE_EJECTED));
    return status;
}

void status_card(void)
{
    console_fact("card", "%s", store_sentence(card_store()->state));
}
