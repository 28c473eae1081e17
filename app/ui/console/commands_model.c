/* The command about the model. The crawler's task does the work itself. */
#include <string.h>

#include "base/status.h"
#include "port/crawler.h"
#include "port/page_arena.h"
#include "ui/console/console.h"
#include "ui/xmodem.h"

static void fact_percent(const char *name, uint16_t hundredths)
{
    console_value(name, "%u.%02u %%", hundredths / 100u, hundredths % 100u);
}

static int job_facts(void *facts)
{
    session_end_connection(console_session()); /* a kept connection holds most of the arena */
    host_model_facts(&console_session()->model, facts);
    return STATUS_OK;
}

static int job_rollback(void *unused)
{
    (void)unused;
    session_end_connection(console_session());
    crawl_score_all(&console_session()->box.crawl);
    return host_model_rollback(&console_session()->model);
}

/* Receives a model over the serial line. */
static int job_receive(void *unused)
{
    struct xmodem xmodem;
    (void)unused;
    session_end_connection(console_session());
    uint8_t *buffer = page_arena_take(MODEL_MAX_BYTES);
    if (buffer == NULL)
        return STATUS_FULL;
    crawl_score_all(&console_session()->box.crawl);
    xmodem_begin(&xmodem, buffer, MODEL_MAX_BYTES);
    int status = console_receive(&xmodem);
    if (status == STATUS_OK)
        status =
            host_model_store(&console_session()->model, buffer, model_stated_size(buffer, xmodem.length));
    page_arena_give(buffer);
    return status;
}

static int show_model(void)
{
    struct host_model_facts facts = {0};
    int status = crawler_do(job_facts, &facts);
    if (status < 0)
        return status;
    console_fact("model", "%s", facts.from_card ? PACKED("MODEL.BIN of the card") : PACKED("built in"));
    console_fact("id", "%08lx", (unsigned long)facts.record.id);
    console_fact("bytes", "%u", facts.size);
    console_fact("data", "%s", facts.record.data);
    fact_percent("accuracy", facts.record.accuracy);
    return STATUS_OK;
}

static int receive_model(void)
{
    console_print("Send the model now with XMODEM: sx MODEL.BIN\n");
    int status = crawler_do(job_receive, NULL);
    console_print("\n%s\n", status == STATUS_OK ? PACKED("The new model is in use.") : model_problem(status));
    return STATUS_OK;
}

int command_model(int count, char **words)
{
    if (count == 1)
        return show_model();
    if (count != 2)
        return STATUS_INVALID;
    if (strcmp(words[1], "receive") == 0)
        return receive_model();
    if (strcmp(words[1], "rollback") != 0)
        return STATUS_INVALID;
    int status = crawler_do(job_rollback, NULL);
    if (status == STATUS_NOT_FOUND)
        console_print("There is no earlier model.\n");
    return status == STATUS_OK ? show_model() : status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
