#include "work/crawler.h"

#include <stdbool.h>

#include "appliance/worker.h"
#include "card/card.h"
#include "crawlbox_version.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "net/net.h"
#include "port/card_slot.h"
#include "port/net.h"
#include "port/platform.h"

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

static struct worker worker;

/* Whether the page under way is to be given up for now. */
static bool is_wanted(void)
{
    return worker_is_urged(&worker) || slot_needs_us(&ram_card.slot);
}

int crawler_do(int (*job)(void *context), void *context)
{
    return worker_do(&worker, job, context, WORKER_PATIENCE_MS);
}

int crawler_do_now(int (*job)(void *context), void *context)
{
    return worker_do(&worker, job, context, WORKER_IMPATIENCE_MS);
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
    for (;;)
        platform_sleep(worker_turn(&worker, &ram_card.slot, &ram_session));
}
