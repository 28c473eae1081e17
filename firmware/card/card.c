#include "card/card.h"

#include <string.h>

#include "base/status.h"
#include "card/record_id.h"
#include "crawlbox_version.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"

enum { RETRY_MS = 10000, POLL_MS = 1000 };

static struct card *const card = &ram_card;

uint32_t card_seconds(void)
{
    return (uint32_t)(net_date_ms() / 1000);
}

static void card_init(void)
{
    sd_device_init();
    card->settings.log_bytes = STORE_LOG_BYTES;
    card->settings.about.software = "crawlbox/" CRAWLBOX_VERSION;
    card->settings.about.robots = "obey";
    fatfs_store_init(&card->fatfs, &sd_device, card_seconds, record_id_bytes);
    store_init(&card->store, &card->fatfs.port, &card->settings);
    card->ready = true;
}

enum store_state card_state(void)
{
    return card->store.state;
}

void card_ask_eject(void)
{
    card->eject_asked = true;
}

bool card_needs_us(void)
{
    if (card->eject_asked) /* somebody holds a button and looks at the display */
        return true;
    if (!card->mounted || clock_ms_short() - card->polled_ms < POLL_MS)
        return false;
    card->polled_ms = clock_ms_short();
    return sdcard_poll(&card->device.sd) != SDCARD_OK;
}

/* Looks at how full the card is, for the display. */
static int card_look_at_fill(void)
{
    struct store_info info;
    int status = store_get_info(&card->store, &info);
    card->total_mb = info.total_kb / 1024;
    card->free_mb = info.free_kb / 1024;
    card->pages = info.card_pages;
    return status;
}

static void card_log_mount(enum store_state before)
{
    if (card->store.state != STORE_READY) {
        if (card->store.state != before)
            log_warning("%s", store_sentence(card->store.state));
        return;
    }
    if (card->store.was_pulled)
        log_warning("Not ejected before: repaired, at most one page lost.");
    if (card_look_at_fill() < 0)
        return;
    log_info("Card ready: %lu MB free of %lu MB, %lu pages on it.", (unsigned long)card->free_mb,
             (unsigned long)card->total_mb, (unsigned long)card->pages);
    card_users_ready();
}

static bool card_is_usable(void)
{
    return card->store.state == STORE_READY || card->store.state == STORE_FULL;
}

static void card_mount(void)
{
    enum store_state before = card->store.state;
    card->looked_ms = clock_ms_short();
    store_mount(&card->store);
    card->mounted = card_is_usable();
    if (card->mounted)
        card_users_mounted();
    card_log_mount(before);
}

static void card_close_files(void)
{
    card_users_gone();
    card->mounted = false;
}

/* Forgets a card that somebody pulled, or that failed so that it cannot be used any more. */
static void card_lose(void)
{
    enum store_state state = card->store.state;
    bool was_pulled = card_is_usable() || state == STORE_NO_CARD;
    card_close_files();
    store_forget(&card->store);
    if (!was_pulled)
        card->store.state = state;
    log_warning("%s: %s lost. %s",
                was_pulled ? PACKED("The card was pulled without 'eject'") : PACKED("The card failed"),
                card->store.page_lost ? "1 page is" : "nothing is", was_pulled ? "" : store_sentence(state));
}

static void card_watch_mounted(void)
{
    if (card_is_usable() && sdcard_poll(&card->device.sd) == SDCARD_OK)
        card_look_at_fill();
    else
        card_lose();
}

static void card_watch_unusable(void)
{
    bool try_again = clock_ms_short() - card->looked_ms > RETRY_MS && card->store.state == STORE_UNREADABLE;
    if (try_again || sdcard_poll(&card->device.sd) != SDCARD_OK)
        card_mount();
}

void card_tick(void)
{
    if (!card->ready)
        card_init();
    if (card->eject_asked) {
        card->eject_asked = false;
        if (card_job_eject(NULL) == 0)
            log_info("%s", store_sentence(STORE_EJECTED));
    }
    if (card->mounted) {
        card_watch_mounted();
        return;
    }
    switch (card->store.state) {
    case STORE_EJECTED:
        if (sdcard_poll(&card->device.sd) != SDCARD_OK)
            card->store.state = STORE_NO_CARD;
        break;
    case STORE_NO_CARD: card_mount(); break;
    default: card_watch_unusable(); break;
    }
}

int card_job_eject(void *unused)
{
    (void)unused;
    card_close_files();
    return store_eject(&card->store);
}

int card_job_mount(void *unused)
{
    (void)unused;
    if (card->store.state == STORE_READY)
        return 0;
    card_mount();
    return card->store.state == STORE_READY ? 0 : card->store.cause;
}

int card_job_format(void *unused)
{
    (void)unused;
    card_close_files();
    store_forget(&card->store);
    int status = fatfs_store_format(&card->fatfs);
    card_mount();
    return status;
}

uint32_t card_sectors_written(void)
{
    return card->device.sectors_written;
}
