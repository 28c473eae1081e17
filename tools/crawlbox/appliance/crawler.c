/* The worker (appliance/worker.h) as a thread, and what a slot in a computer has more: files and disks. */
#include "appliance/appliance.h"

#include <stdatomic.h>

#include "appliance/worker.h"
#include "base/status.h"
#include "cli.h"
#include "crawlbox_version.h"
#include "native/limits.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/crawler.h"
#include "port/log.h"
#include "port/net.h"
#include "port/platform.h"

struct appliance appliance;

static const struct session_parts parts = {
    .store = &appliance.card.store,
    .store_settings = &appliance.card.settings,
    .version = CRAWLBOX_VERSION,
    .language = lang_pack_find,
};

static atomic_bool stop_asked, restart_asked;

/* ---- Jobs ---- */

static struct worker worker;

int crawler_do(int (*job)(void *context), void *context)
{
    return worker_do(&worker, job, context, WORKER_PATIENCE_MS);
}

int crawler_do_now(int (*job)(void *context), void *context)
{
    return worker_do(&worker, job, context, WORKER_IMPATIENCE_MS);
}

/* ---- The slot ---- */

bool card_slot_holds_card(void)
{
    return card_reader_holds_card(&appliance.reader);
}

/* A folder may hold what is no card's business. */
int card_slot_format(void)
{
    if (!appliance.reader.is_folder)
        return fatfs_store_format(&appliance.card.fatfs);
    log_warning("A folder is not formatted: 'crawlbox card init --force FOLDER' empties it.");
    return STATUS_REFUSED;
}

/* What is in the slot says how it is mounted. */
static void look_into_slot(void)
{
    if (!appliance.slot.mounted)
        appliance.card.store.port = card_reader_port(&appliance.reader, &appliance.card.fatfs.port);
}

/* The card cannot be closed, since its disk is full. It is let go as if it had been pulled: what was
 * reported as stored is on it, and the next mount does the rest. */
static void let_go_of_full_disk(void)
{
    store_forget(&appliance.card.store);
    appliance.card.store.state = STORE_EJECTED;
    log_warning(
        "The disk is full, so the card is not closed. Nothing stored is lost: the next mount repairs it.");
}

/* Also to be used by others: a card that is safe to remove is nobody's. */
int card_job_eject(void *unused)
{
    (void)unused;
    bool had_failed = appliance.card.store.state == STORE_UNREADABLE;
    int status = slot_eject(&appliance.slot, &appliance.session);
    if (status == STATUS_FULL || ((status < 0 || had_failed) && appliance.reader.had_no_room)) {
        let_go_of_full_disk();
        status = 0;
    }
    if (status == 0)
        card_reader_release(&appliance.reader);
    return status;
}

int card_job_mount(void *unused)
{
    (void)unused;
    look_into_slot();
    int status = slot_mount(&appliance.slot, &appliance.session);
    card_reader_tell_problem(&appliance.reader);
    return status;
}

int card_job_format(void *unused)
{
    (void)unused;
    return slot_format(&appliance.slot, &appliance.session);
}

uint32_t card_sectors_written(void)
{
    return card_reader_sectors_written(&appliance.reader);
}

/* Before a turn. The button's eject is done here and not by slot_tick(), which does not know of files and
 * disks. */
static void prepare_slot(void)
{
    look_into_slot();
    if (!appliance.slot.eject_asked)
        return;
    appliance.slot.eject_asked = false;
    if (card_job_eject(NULL) == 0)
        log_info("%s", store_sentence(STORE_EJECTED));
}

/* Behind it. */
static void look_after_slot(void)
{
    card_reader_tell_problem(&appliance.reader);
    if (appliance.card.store.state == STORE_EJECTED)
        card_reader_release(&appliance.reader);
}

/* ---- The end ---- */

void crawler_stop(void)
{
    stop_asked = true;
    platform_wake(ROLE_crawler);
}

void crawler_restart(void)
{
    restart_asked = true;
    crawler_stop();
}

bool appliance_restarts(void)
{
    return restart_asked;
}

/* The page under way has a second left: most come within one, and need not be asked for again. */
static bool is_to_end_now(void)
{
    static uint32_t asked_ms;
    static bool is_asked;
    if (stop_asked && !is_asked) {
        is_asked = true;
        asked_ms = clock_ms_short();
    }
    return is_asked && clock_ms_short() - asked_ms >= WORKER_IMPATIENCE_MS;
}

/* Whether the page under way is to be given up for now. */
static bool is_wanted(void)
{
    return worker_is_urged(&worker) || is_to_end_now() || slot_needs_us(&appliance.slot);
}

/* ---- The thread ---- */

void crawler_init(const char *card_path)
{
    card_reader_init(&appliance.reader, card_path, native_now, native_random);
    native_card_init(&appliance.card, &appliance.reader.device);
    session_init(&appliance.session, &parts);
    limits_use(&appliance.session);
}

static int close_card(void)
{
    if (appliance.card.store.state != STORE_READY && appliance.card.store.state != STORE_FULL)
        return CLI_YES;
    int status = card_job_eject(NULL);
    return status < 0 ? cli_error("the card could not be closed: %s", status_text(status)) : CLI_YES;
}

int crawler_run(void)
{
    bool was_opened = false;
    net_call_off_when(is_wanted);
    while (!stop_asked) {
        prepare_slot();
        uint32_t wait_ms = worker_turn(&worker, &appliance.slot, &appliance.session);
        look_after_slot();
        if (appliance.session.opened && !was_opened)
            limits_tell_card(&appliance.session);
        was_opened = appliance.session.opened;
        if (!stop_asked)
            platform_sleep(wait_ms);
    }
    return close_card();
}
