/* The crawl on the console and on the display. */
#include <string.h>

#include "base/status.h"
#include "box_settings.h"
#include "console.h"
#include "crawler.h"
#include "harvester.h"
#include "panel.h"
#include "ram.h"

static const struct crawl_state *state(void)
{
    return &ram_harvester.box.crawl.state;
}

static uint32_t sites_waiting(void)
{
    uint32_t queued = ram_harvester.box.hosts.mark.queued, position = state()->queue_position;
    return queued > position ? queued - position : 0;
}

void panel_view_crawl(struct panel_view *view)
{
    const struct crawl_totals *totals = &state()->totals;
    if (!ram_harvester.is_set_up && card_state() == STORE_READY)
        panel_view_notice(view, PANEL_NOT_SET_UP, NULL);
    if (!ram_harvester.opened)
        return;
    view->pages = totals->pages;
    view->thai_pages = totals->target_pages;
    view->sites = totals->sites;
    view->errors = totals->failures;
    view->waiting = sites_waiting();
    if (harvester_crawls()) {
        view->state = "Crawling";
        view->site = ram_harvester.site;
    } else if (ram_harvester.has_network) {
        view->state = ram_harvester.stop == CRAWL_STOP_PAUSED ? "Paused" : "Stopped";
    }
}

void status_crawl(void);

void status_crawl(void)
{
    const struct crawl_totals *totals = &state()->totals;
    console_fact("crawl", "%s", harvester_sentence());
    if (!ram_harvester.opened)
        return;
    uint32_t tenths = totals->pages ? (uint32_t)((uint64_t)totals->target_pages * 1000 / totals->pages) : 0;
    console_fact("round", "%lu, %lu sites waiting, %lu done", (unsigned long)state()->round,
                 (unsigned long)sites_waiting(), (unsigned long)totals->sites);
    console_fact("pages", "%lu, in the language %lu", (unsigned long)totals->pages,
                 (unsigned long)totals->target_pages);
    console_fact("harvest rate", "%lu.%lu %%", (unsigned long)(tenths / 10), (unsigned long)(tenths % 10));
    console_fact("failures", "%lu", (unsigned long)totals->failures);
}

/* Has it done, and says what came of it. */
static int tell(int (*job)(void *), void *context)
{
    int status = crawler_do_now(job, context);
    if (status == STATUS_OK)
        console_print("Done.\n");
    if (status == STATUS_CLOSED)
        console_print("There is no crawl. %s\n", harvester_sentence());
    return status == STATUS_CLOSED ? STATUS_OK : status;
}

int command_start(int count, char **words)
{
    (void)words;
    return count == 1 ? tell(harvester_job_start, NULL) : STATUS_INVALID;
}

int command_stop(int count, char **words)
{
    (void)words;
    return count == 1 ? tell(harvester_job_stop, NULL) : STATUS_INVALID;
}

int command_pause(int count, char **words)
{
    (void)words;
    return count == 1 ? tell(harvester_job_pause, NULL) : STATUS_INVALID;
}

int command_resume(int count, char **words)
{
    (void)words;
    return count == 1 ? tell(harvester_job_resume, NULL) : STATUS_INVALID;
}

int command_new(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_print(
        "Begins again from SEEDS.TXT; pages on the card stay, what is known of sites is forgotten.\n");
    return tell(harvester_job_new, NULL);
}

int command_skip(int count, char **words)
{
    if (count != 2)
        return STATUS_INVALID;
    int status = tell(harvester_job_skip, words[1]);
    if (status == STATUS_NOT_FOUND)
        console_print("%s: no such site is known.\n", words[1]);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
