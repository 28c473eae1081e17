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

/* What `model` tells: of the model, and of what was learned since. */
struct facts {
    struct host_model_facts model;
    uint32_t sites, right, model_right;
    bool counts;
};

static int job_facts(void *context)
{
    struct facts *facts = context;
    const struct learned *learned = &console_session()->box.crawl.state.learned;
    session_end_connection(console_session()); /* a kept connection holds most of the arena */
    host_model_facts(&console_session()->model, &facts->model);
    facts->sites = learned->sites;
    facts->right = learned->right;
    facts->model_right = learned->model_right;
    facts->counts = learned->counts;
    return STATUS_OK;
}

static int job_forget(void *unused)
{
    (void)unused;
    return crawl_forget_learned(&console_session()->box.crawl);
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

/* Of the sites that were drawn by chance, how many were predicted rightly before they were visited. */
static void show_learned(const struct facts *facts)
{
    console_fact("learned from", "%lu", (unsigned long)facts->sites);
    if (facts->sites == 0)
        return;
    console_fact("learned counts", "%s", facts->counts ? "yes" : PACKED("not yet"));
    fact_percent("right with it", (uint16_t)((uint64_t)facts->right * 10000 / facts->sites));
    fact_percent("right without", (uint16_t)((uint64_t)facts->model_right * 10000 / facts->sites));
}

static int show_model(void)
{
    struct facts facts = {0};
    const struct host_model_facts *model = &facts.model;
    int status = crawler_do(job_facts, &facts);
    if (status < 0)
        return status;
    console_fact("model", "%s", model->from_card ? PACKED("MODEL.BIN of the card") : PACKED("built in"));
    console_fact("id", "%08lx", (unsigned long)model->record.id);
    console_fact("bytes", "%u", model->size);
    console_fact("data", "%s", model->record.data);
    fact_percent("accuracy", model->record.accuracy);
    show_learned(&facts);
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
    bool forgets = strcmp(words[1], "forget") == 0;
    if (!forgets && strcmp(words[1], "rollback") != 0)
        return STATUS_INVALID;
    int status = crawler_do(forgets ? job_forget : job_rollback, NULL);
    if (status == STATUS_NOT_FOUND)
        console_print("There is no earlier model.\n");
    return status == STATUS_OK ? show_model() : status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
