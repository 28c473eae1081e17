#include "work/crawler.h"

#include <stdbool.h>
#include <stddef.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/numbers.h"
#include "base/status.h"
#include "card/card.h"
#include "crawlbox_version.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "net/net.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/net.h"

enum {
    WAIT_MS_MAX = 1000,
    ASKER_WAIT_MS = 20,
    PATIENCE_MS = 10000,  /* that a job waits for a page under way; then the page is called off */
    IMPATIENCE_MS = 1000, /* the same for a job that is urgent: most pages come within a second */
};

/* ---- What the image puts into the session ---- */

static void configure_network(const struct settings *settings)
{
    net_configure(settings->address, settings->netmask, settings->gateway, settings->dns, settings->ntp);
}

static uint32_t ram_free_bytes(void)
{
    return (uint32_t)(ram_total() - ram_claimed());
}

static const struct session_parts parts = {
    .store = &ram_card.store,
    .store_settings = &ram_card.settings,
    .version = CRAWLBOX_VERSION,
    .language = lang_pack_find,
    .settings_changed = configure_network,
    .ram_free_bytes = ram_free_bytes,
};

void crawler_init(void)
{
    session_init(&ram_session, &parts);
}

/* ---- Jobs ---- */

/* Written by the asker while job is NULL, by the crawler while it is not. */
static struct {
    int (*volatile job)(void *context);
    void *context;
    int status;
    volatile bool is_begun;
    volatile bool waits; /* the job is not begun, and whoever asked is out of patience */
} work;

/* Whether the page under way is to be given up for now. */
static bool is_wanted(void)
{
    return work.waits || slot_needs_us(&ram_card.slot);
}

static int have_done(int (*job)(void *context), void *context, uint32_t patience_ms)
{
    uint32_t asked_ms = clock_ms_short();
    taskENTER_CRITICAL();
    bool free = work.job == NULL;
    if (free) {
        work.context = context;
        work.job = job;
    }
    taskEXIT_CRITICAL();
    if (!free)
        return STATUS_BUSY;
    xTaskNotifyGive(task_handle(TASK_crawler));
    while (work.job != NULL) {
        if (!work.is_begun && clock_ms_short() - asked_ms >= patience_ms)
            work.waits = true;
        task_check_in(task_self());
        vTaskDelay(pdMS_TO_TICKS(ASKER_WAIT_MS));
    }
    return work.status;
}

int crawler_do(int (*job)(void *context), void *context)
{
    return have_done(job, context, PATIENCE_MS);
}

int crawler_do_now(int (*job)(void *context), void *context)
{
    return have_done(job, context, IMPATIENCE_MS);
}

int card_job_eject(void *unused)
{
    (void)unused;
    return slot_eject(&ram_card.slot, &ram_session);
}

int card_job_mount(void *unused)
{
    (void)unused;
    return slot_mount(&ram_card.slot, &ram_session);
}

int card_job_format(void *unused)
{
    (void)unused;
    return slot_format(&ram_card.slot, &ram_session);
}

void task_crawler(void)
{
    net_call_off_when(is_wanted);
    card_init();
    for (;;) {
        task_check_in(TASK_crawler);
        slot_tick(&ram_card.slot, &ram_session);
        if (work.job != NULL) {
            work.is_begun = true;
            work.waits = false;
            work.status = work.job(work.context);
            work.job = NULL;
            work.is_begun =
                false; /* in this order: else whoever waits might take it for one that is still to begin */
        }
        uint32_t wait_ms = session_tick(&ram_session);
        if (wait_ms > 0 && work.job == NULL)
            ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(smaller_of(wait_ms, WAIT_MS_MAX)));
    }
}
