/* Commands about the crawl. */
#include <string.h>

#include "base/status.h"
#include "port/crawler.h"
#include "ui/console/console.h"

static const struct crawl_state *crawl_state_of_session(void)
{
    return &console_session()->box.crawl.state;
}

/* Tells what exploring has brought so far. */
static void status_explored(void)
{
    const struct crawl_explored *explored = &crawl_state_of_session()->explored;
    if (explored->probes == 0 && explored->seconds == 0)
        return;
    console_fact("explored", "%lu sites probed, %lu found, %lu gone back to; %lu pages, in the language %lu",
                 (unsigned long)explored->probes, (unsigned long)explored->found,
                 (unsigned long)explored->seconds, (unsigned long)explored->pages,
                 (unsigned long)explored->target_pages);
}

/* Tells how much of what pages need was had. */
static void status_embeds(void)
{
    const struct crawl_embeds *embeds = &crawl_state_of_session()->embeds;
    if (embeds->asked > 0)
        console_fact("embeds", "%lu of %lu, %lu KB", (unsigned long)embeds->had, (unsigned long)embeds->asked,
                     (unsigned long)embeds->kb);
}

void status_crawl(void)
{
    const struct crawl_totals *totals = &crawl_state_of_session()->totals;
    console_fact("crawl", "%s", session_sentence(console_session()));
    if (!console_session()->opened)
        return;
    uint32_t tenths = totals->pages ? (uint32_t)((uint64_t)totals->target_pages * 1000 / totals->pages) : 0;
    console_fact("round", "%lu, %lu sites waiting, %lu done", (unsigned long)crawl_state_of_session()->round,
                 (unsigned long)session_sites_waiting(console_session()), (unsigned long)totals->sites);
    console_fact("pages", "%lu, in the language %lu", (unsigned long)totals->pages,
                 (unsigned long)totals->target_pages);
    console_fact("harvest rate", "%lu.%lu %%", (unsigned long)(tenths / 10), (unsigned long)(tenths % 10));
    console_fact("failures", "%lu", (unsigned long)totals->failures);
    unsigned resting = crawl_count_resting(&console_session()->box.crawl);
    if (resting > 0)
        console_fact("resting", "%u sites want to be left alone for a while, and come back by themselves",
                     resting);
    status_explored();
    status_embeds();
}

/* Gives the crawler a job, and says what came of it. */
static int do_job_and_tell(int (*job)(void *), void *context)
{
    int status = crawler_do_now(job, context);
    if (status == STATUS_OK)
        console_print("Done.\n");
    if (status == STATUS_CLOSED)
        console_print("There is no crawl. %s\n", session_sentence(console_session()));
    return status == STATUS_CLOSED ? STATUS_OK : status;
}

/* An order for session_order(). */
typedef int crawl_order(struct crawl *crawl);

static int job_order(void *order)
{
    return session_order(console_session(), *(crawl_order **)order);
}

static int give_order_and_tell(int count, crawl_order *order)
{
    return count == 1 ? do_job_and_tell(job_order, &order) : STATUS_INVALID;
}

int command_start(int count, char **words)
{
    (void)words;
    return give_order_and_tell(count, crawl_start);
}

int command_stop(int count, char **words)
{
    (void)words;
    return give_order_and_tell(count, crawl_halt);
}

int command_pause(int count, char **words)
{
    (void)words;
    return give_order_and_tell(count, crawl_pause);
}

int command_resume(int count, char **words)
{
    (void)words;
    return give_order_and_tell(count, crawl_resume);
}

static int job_new(void *unused)
{
    (void)unused;
    return session_begin_anew(console_session());
}

int command_new(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_print(
        "Begins again from SEEDS.TXT; pages on the card stay, what is known of sites is forgotten.\n");
    return do_job_and_tell(job_new, NULL);
}

static int job_skip(void *host)
{
    return session_skip(console_session(), host);
}

int command_skip(int count, char **words)
{
    if (count != 2)
        return STATUS_INVALID;
    int status = do_job_and_tell(job_skip, words[1]);
    if (status == STATUS_NOT_FOUND)
        console_no_such_site(words[1]);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
