/* The command `fetch URL`: fetches one page as the crawl would, and tells all that there is to say about
 * it. */
#include <string.h>

#include "base/status.h"
#include "port/clock.h"
#include "port/crawler.h"
#include "ui/console/console.h"

enum { URL_ROOM = 256 }; /* a URL from a line of the console, normalised, has at most so many bytes */

/* The console waits for its job, so the job may write in its place: this prints the header as it comes. */
static void print_header(void *context, const char *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        bool is_plain = bytes[i] >= ' ' && (unsigned char)bytes[i] < 0x7f; /* does not drive a terminal */
        if (is_plain || bytes[i] == '\n')
            console_print("%c", bytes[i]);
    }
}

static uint32_t count_link(void *context, const struct visit_link *link)
{
    (void)link;
    ++*(unsigned *)context;
    return 0;
}

static void fact_reading(const struct visit_answer *answer)
{
    const struct lang_result *language = &answer->page.language;
    const struct lang_pack *pack = console_session()->harvest_options.pack;
    console_fact("charset", "%s", text_charset_name(answer->page.charset));
    console_fact("language", "%s, %u.%02u %% of %lu words",
                 answer->is_target ? pack->verdict : LANG_VERDICT_OTHER, language->ratio / 100u,
                 language->ratio % 100u, (unsigned long)language->words);
}

static void fact_place(const struct harvest *harvest, const struct visit_answer *answer, int status)
{
    struct store_info info;
    if (status < 0) {
        console_fact("stored", "no: the card: %s", status_text(status));
    } else if (harvest->store == NULL) {
        console_fact("stored", "no: %s", store_sentence(console_session()->parts->store->state));
    } else if (answer->fate == VISIT_NOT_KEPT) {
        console_fact("stored", "no, only logged");
    } else if (store_get_info(harvest->store, &info) == 0) {
        uint32_t bytes = (harvest->store->group.bytes + STORE_SECTOR_BYTES - 1) & ~(STORE_SECTOR_BYTES - 1u);
        console_fact("stored", "%s, WARC file %lu from byte %lu",
                     answer->fate == VISIT_REVISIT ? PACKED("as a revisit") : "yes",
                     (unsigned long)info.file_serial, (unsigned long)(info.file_bytes - bytes));
    }
}

static void tell_of_page(const struct harvest *harvest, const struct visit_answer *answer, int status,
                         unsigned links)
{
    if (console_for_scripts())
        console_fact("status", "%d", answer->status);
    else
        console_fact("status", "%d (%s)", answer->status, fetch_status_text(answer->status));
    if (answer->status == FETCH_PRIVATE_ADDRESS)
        console_fact("address", "%s", harvest->fetch.refused_address);
    if (answer->tls_flaw != NULL)
        console_fact("certificate", "%s", answer->tls_flaw);
    console_fact("bytes", "%lu", (unsigned long)answer->bytes);
    if (answer->truncated != WARC_WHOLE)
        console_fact("cut off", "%s", warc_truncation_name(answer->truncated));
    console_number("took", answer->duration_ms, "ms");
    if (answer->is_page)
        fact_reading(answer);
    console_fact("links", "%u", links);
    fact_place(harvest, answer, status);
}

/* Runs in the crawler's task. */
static int run_fetch(void *context)
{
    const struct harvest_port port = {.machine = &console_session()->box_parts.machine,
                                      .header = print_header};
    static const struct visit_observer observer = {.link = count_link};
    unsigned links = 0;
    struct visit_answer answer;
    struct url url;
    const struct visit_request request = {
        .url = &url, .observer = &observer, .context = &links, .source = "console"};
    char text[URL_ROOM];
    if (url_parse(&url, text, sizeof text, context, strlen(context), NULL) < 0) {
        console_print("%s: %s.\n", (const char *)context, url_reason(&url));
        return STATUS_OK;
    }
    const struct harvest_port *crawls = console_session()->harvest.port;
    struct harvest *harvest = session_harvest(console_session(), &port);
    struct harvest_options *options = &console_session()->harvest_options;
    options->keep = HARVEST_KEEP_ALL; /* the operator asked for just this page */
    options->embeds = options->documents = 0;
    uint32_t started_us = clock_work_us();
    int status = harvest_page(harvest, &request, &answer);
    uint32_t worked_us = clock_work_us() - started_us;
    tell_of_page(harvest, &answer, status, links);
    console_number("work", worked_us, "us");
    session_harvest(console_session(), crawls); /* gives the harvest back its port and its settings */
    return STATUS_OK;
}

int command_fetch(int count, char **words)
{
    if (count != 2)
        return STATUS_INVALID;
    return crawler_do(run_fetch, words[1]);
}
