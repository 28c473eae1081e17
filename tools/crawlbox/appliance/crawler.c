/* The thread that has the session: it crawls, watches the card, and does what other threads want done with
 * them. As firmware/work/crawler.c, with POSIX in the place of the kernel. */
#include "appliance/appliance.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/status.h"
#include "cli.h"
#include "crawlbox_version.h"
#include "native/limits.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/crawler.h"
#include "port/log.h"
#include "port/net.h"
#include "threads.h"

enum {
    WAIT_MS_MAX = 1000,
    ASKER_WAIT_MS = 250,
    PATIENCE_MS = 10000,  /* that a job waits for a page under way; then the page is called off */
    IMPATIENCE_MS = 1000, /* the same for a job that is urgent, and for the end */
    NS_PER_MS = 1000000,
    NS_PER_S = 1000000000,
};

struct appliance appliance;

static const struct session_parts parts = {
    .store = &appliance.card.store,
    .store_settings = &appliance.card.settings,
    .version = CRAWLBOX_VERSION,
    .language = lang_pack_find,
};

static int wake = -1; /* an event: there is a job, or the program is to end */
static atomic_bool stop_asked, restart_asked;

/* ---- Jobs ---- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    int (*job)(void *context);
    void *context;
    int status;
    bool is_begun;
    atomic_bool waits; /* the job is not begun, and whoever asked is out of patience */
} work = {.lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

static void wake_crawler(void)
{
    const uint64_t one = 1;
    ssize_t written = write(wake, &one, sizeof one);
    (void)written; /* it is full: then it is awake */
}

static void wait_until_done(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)ASKER_WAIT_MS * NS_PER_MS;
    until.tv_sec += until.tv_nsec / NS_PER_S;
    until.tv_nsec %= NS_PER_S;
    (void)pthread_cond_timedwait(&work.done, &work.lock, &until);
}

static int have_done(int (*job)(void *context), void *context, uint32_t patience_ms)
{
    uint32_t asked_ms = clock_ms_short();
    pthread_mutex_lock(&work.lock);
    int status = STATUS_BUSY;
    if (work.job == NULL) {
        work.context = context;
        work.job = job;
        wake_crawler();
        while (work.job != NULL) {
            if (!work.is_begun && clock_ms_short() - asked_ms >= patience_ms)
                work.waits = true;
            thread_check_in();
            wait_until_done();
        }
        status = work.status;
    }
    pthread_mutex_unlock(&work.lock);
    return status;
}

int crawler_do(int (*job)(void *context), void *context)
{
    return have_done(job, context, PATIENCE_MS);
}

int crawler_do_now(int (*job)(void *context), void *context)
{
    return have_done(job, context, IMPATIENCE_MS);
}

static void do_job(void)
{
    pthread_mutex_lock(&work.lock);
    int (*job)(void *context) = work.job;
    void *context = work.context;
    work.is_begun = job != NULL;
    work.waits = false;
    pthread_mutex_unlock(&work.lock);
    if (job == NULL)
        return;
    int status = job(context);
    pthread_mutex_lock(&work.lock);
    work.status = status;
    work.job = NULL;
    work.is_begun = false;
    pthread_cond_broadcast(&work.done);
    pthread_mutex_unlock(&work.lock);
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
    int status = slot_eject(&appliance.slot, &appliance.session);
    if (status == STATUS_FULL || (status < 0 && appliance.reader.had_no_room)) {
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

/* The button's eject is done here and not by slot_tick(), which does not know of files and disks. */
static void watch_slot(void)
{
    look_into_slot();
    if (appliance.slot.eject_asked) {
        appliance.slot.eject_asked = false;
        if (card_job_eject(NULL) == 0)
            log_info("%s", store_sentence(STORE_EJECTED));
    }
    slot_tick(&appliance.slot, &appliance.session);
    card_reader_tell_problem(&appliance.reader);
    if (appliance.card.store.state == STORE_EJECTED)
        card_reader_release(&appliance.reader);
}

/* ---- The end ---- */

void crawler_stop(void)
{
    stop_asked = true;
    wake_crawler();
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
    return is_asked && clock_ms_short() - asked_ms >= IMPATIENCE_MS;
}

/* Whether the page under way is to be given up for now. */
static bool is_wanted(void)
{
    return work.waits || is_to_end_now() || slot_needs_us(&appliance.slot);
}

/* ---- The thread ---- */

void crawler_init(const char *card_path)
{
    wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    card_reader_init(&appliance.reader, card_path, native_now, native_random);
    native_card_init(&appliance.card, &appliance.reader.device);
    session_init(&appliance.session, &parts);
    limits_use(&appliance.session);
}

static void rest(uint32_t ms)
{
    struct pollfd event = {.fd = wake, .events = POLLIN};
    uint64_t count;
    if (poll(&event, 1, (int)(ms < WAIT_MS_MAX ? ms : WAIT_MS_MAX)) > 0 &&
        read(wake, &count, sizeof count) < 0)
        errno = 0; /* somebody else was woken by it */
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
        thread_check_in();
        watch_slot();
        do_job();
        uint32_t wait_ms = session_tick(&appliance.session);
        if (appliance.session.opened && !was_opened)
            limits_tell_card(&appliance.session);
        was_opened = appliance.session.opened;
        if (wait_ms > 0 && !stop_asked)
            rest(wait_ms);
    }
    return close_card();
}
