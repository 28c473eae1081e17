/*
 * Power fails after every single sector write of a crawl; what is on the card must be what was reported as
 * stored.
 *
 *     powercut [--fsck N] [--variants] [--from WRITE] [--every N] IMAGE
 *
 * Stores 50 pages with roll-backs, repetitions, file and log roll-over and an eject, on a card whose free
 * clusters hold an older harvest. Then, for each write: the card as it is if power fails right there is
 * checked with fsck.fat (every Nth point, and all where FAT or folders change), read as a computer would,
 * mounted by the store, which must leave no cluster without a file, and crawled on from the state that the
 * crawl left on the card. With --variants also for writes that were dropped, torn or reordered since the last
 * sync. With --every only for each Nth write.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "card_checker.h"
#include "fat/fatfs_diskio.h"
#include "lost_clusters.h"
#include "session.h"

enum { CARD_SECTORS = 36 * 2048, PAGES = 50, PAGES_AFTER = 3, PREFILL_PAGES = 60, COMMITS_MAX = 200 };

struct campaign {
    struct session session;
    struct block_fake *fake;
    const char *image;
    unsigned fsck_every;
    bool variants;
    size_t from; /* the first write to try: to look at a finding again */
    size_t every;
    size_t committed_at[COMMITS_MAX]; /* number of writes when the nth page was reported as stored */
    unsigned committed;
    uint32_t data_start; /* sectors before it are FAT and reserved */
    unsigned points, fscks, mounts, reclaims;
    unsigned first_tries; /* clusters were lost before there was a journal */
};

static void fail(const char *what, size_t write, int cut, const char *problem)
{
    static const char *const cuts[] = {"clean", "dropped", "torn", "reordered"};
    fprintf(stderr, "powercut: after write %zu (%s), %s: %s\n", write, cuts[cut], what, problem);
    exit(1);
}

/* fsck.fat may mention these; none of them concerns data. Anything else is a finding. */
static bool is_harmless(const char *line)
{
    static const char *const harmless[] = {
        "fsck.fat ",
        "Free cluster summary",
        "Auto-correcting",
        "Leaving filesystem unchanged",
        "Reclaimed ",
        "Checking ",
        "There are differences between",
        "Differences:",
        "Not automatically fixing",
        "FATs differ",
        "Filesystem has ",
        "File size is ",
        "cluster chain length is >",
        "Truncating file to",
        "Orphaned long",
        "Contains a free cluster",
        "Dirty bit",
        "1) ",
        "2) ",
        "Using first FAT",
        "Use ",
        "(Offset",
        "Orphaned",
    };
    if (strstr(line, " files, ") && strstr(line, " clusters"))
        return true;
    while (*line == ' ')
        line++;
    if (*line == '/' || *line == '\n')
        return true; /* a path: what it is about follows */
    for (unsigned i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (strstr(line, harmless[i]))
            return strstr(line, "Contains a free cluster") == NULL;
    return false;
}

static void run_fsck(struct campaign *campaign, size_t write, int cut)
{
    char command[300], line[300];
    snprintf(command, sizeof command, "fsck.fat -n '%s' 2>&1", campaign->image);
    FILE *pipe = popen(command, "r");
    if (!pipe)
        fail("fsck.fat", write, cut, "cannot be run");
    bool shares = false;
    while (fgets(line, sizeof line, pipe)) {
        if (strstr(line, "share clusters") || strstr(line, "chain length is <") || !is_harmless(line)) {
            shares = true;
            fprintf(stderr, "fsck.fat: %s", line);
        }
    }
    int status = pclose(pipe);
    campaign->fscks++;
    if (shares || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 1))
        fail("fsck.fat", write, cut, "finds damage");
}

static unsigned committed_before(const struct campaign *campaign, size_t writes)
{
    unsigned pages = 0;
    while (pages < campaign->committed && campaign->committed_at[pages] <= writes)
        pages++;
    return pages;
}

/* Whether there was a journal. */
static bool check(struct campaign *campaign, size_t write, int cut, const char *when, bool ejected,
                  unsigned least, unsigned most)
{
    struct card_report report;
    card_check(&campaign->session, ejected, &report);
    if (!report.problem[0] && (report.pages < least || report.pages > most))
        snprintf(report.problem, sizeof report.problem, "%u pages, expected %u to %u", report.pages, least,
                 most);
    if (report.problem[0])
        fail(when, write, cut, report.problem);
    return report.has_journal;
}

/* The crawl's state says as many pages as there are on the card. */
static void check_state(struct campaign *campaign, size_t write, int cut, struct session *after)
{
    struct card_report report;
    const char *problem = session_check_hosts(after);
    if (problem[0])
        fail("mounted", write, cut, problem);
    card_check(&campaign->session, false, &report);
    if (report.pages != after->progress.kept)
        fail("mounted", write, cut, "the crawl's state and the pages differ");
}

/* Everything that must hold if power fails after this write. */
static void try_cut(struct campaign *campaign, size_t write, int cut, bool with_fsck)
{
    static struct session after;
    unsigned pages = committed_before(campaign, write);
    block_fake_cut(campaign->fake, write, (enum block_cut)cut, (uint32_t)(write * 4 + (unsigned)cut));
    campaign->points++;
    if (with_fsck)
        run_fsck(campaign, write, cut);
    fatfs_diskio_use(block_fake_device(campaign->fake), campaign->session.fatfs.now);
    bool had_journal = check(campaign, write, cut, "as pulled", false, pages, pages + 1);

    bool has_lost_some = lost_clusters(block_fake_image(campaign->fake)) > 0;
    session_init(&after, campaign->fake, campaign->session.seed);
    if (session_mount(&after) != STORE_READY)
        fail("mount", write, cut, store_sentence(after.store.state));
    campaign->mounts++;
    check_state(campaign, write, cut, &after);
    if (lost_clusters(block_fake_image(campaign->fake)) > 0)
        fail("mounted", write, cut, "clusters are lost");
    campaign->reclaims += has_lost_some;
    campaign->first_tries += has_lost_some && !had_journal;
    check(campaign, write, cut, "mounted", false, pages, pages + 1);
    fatfs_diskio_use(block_fake_device(campaign->fake), campaign->session.fatfs.now);
    if (session_mount(&after) != STORE_READY)
        fail("second mount", write, cut, store_sentence(after.store.state));

    /* The crawl goes on where it was. */
    uint32_t number = after.progress.next, kept = after.progress.kept;
    unsigned added = 0;
    for (int i = 0; i < PAGES_AFTER; i++, number++) {
        int status = session_page(&after, number);
        if (status < 0)
            fail("going on", write, cut, "a page is refused");
        added += status < 2;
    }
    if (store_eject(&after.store) < 0)
        fail("eject", write, cut, store_sentence(after.store.state));
    check(campaign, write, cut, "ejected", true, kept + added, kept + added);
    if (lost_clusters(block_fake_image(campaign->fake)) > 0)
        fail("ejected", write, cut, "clusters are lost");
    if (with_fsck)
        run_fsck(campaign, write, cut);
}

/* An older harvest in what is now free: the store must not take it for its own. */
static void prefill(struct campaign *campaign)
{
    static struct session old;
    DIR directory;
    FILINFO info;
    char path[100];
    session_init(&old, campaign->fake, 1);
    snprintf(path, sizeof path, "mkfs.fat -F 32 -s 1 '%.60s' >/dev/null", campaign->image);
    if (system(path) != 0 || session_mount(&old) != STORE_READY)
        fail("fresh card", 0, 0, store_sentence(old.store.state));
    for (uint32_t i = 0; i < PREFILL_PAGES; i++)
        if (session_page(&old, i) < 0)
            fail("older harvest", i, 0, "a page is refused");
    if (store_eject(&old.store) < 0)
        fail("older harvest", 0, 0, "eject");
    static FATFS volume;
    static const char *const folders[] = {"WARC", "LOG", "STATE"};
    fatfs_diskio_use(block_fake_device(campaign->fake), old.fatfs.now);
    f_mount(&volume, "", 1);
    for (int i = 0; i < 3; i++) {
        while (f_opendir(&directory, folders[i]) == FR_OK && f_readdir(&directory, &info) == FR_OK &&
               info.fname[0]) {
            snprintf(path, sizeof path, "%s/%s", folders[i], info.fname);
            f_unlink(path);
        }
        f_unlink(folders[i]);
    }
    volume.last_clst = 2; /* the session shall get the same clusters again */
    volume.fsi_flag |= 1;
    f_mkdir("OTHER");
    f_mount(NULL, "", 0);
}

static void record(struct campaign *campaign)
{
    struct session *session = &campaign->session;
    session_init(session, campaign->fake, 2);
    block_fake_record(campaign->fake);
    if (session_mount(session) != STORE_READY)
        fail("mount", 0, 0, store_sentence(session->store.state));
    for (uint32_t i = 0; i < PAGES; i++) {
        if (i == PAGES / 2 && (store_eject(&session->store) < 0 || session_mount(session) != STORE_READY))
            fail("eject and mount", i, 0, store_sentence(session->store.state));
        int status = session_page(session, i);
        if (status < 0)
            fail("session", i, 0, store_sentence(session->store.state));
        if (status < 2)
            campaign->committed_at[campaign->committed++] = block_fake_writes(campaign->fake);
    }
    if (store_eject(&session->store) < 0)
        fail("session", 0, 0, "eject");
    campaign->data_start = (uint32_t)session->fatfs.volume.database;
}

static void run(struct campaign *campaign)
{
    size_t writes = block_fake_writes(campaign->fake);
    for (size_t write = campaign->from; write <= writes; write += campaign->every) {
        bool metadata = write > 0 && block_fake_sector(campaign->fake, write - 1) < campaign->data_start;
        bool with_fsck = write % campaign->fsck_every == 0 || (campaign->variants && metadata);
        int cuts = campaign->variants && block_fake_unsynced(campaign->fake, write) > 0 ? BLOCK_CUTS : 1;
        for (int cut = 0; cut < cuts; cut++)
            try_cut(campaign, write, cut, with_fsck);
        if (isatty(STDERR_FILENO) && write % 50 == 0)
            fprintf(stderr, "\rpowercut: %zu of %zu writes", write, writes);
    }
}

int main(int count, char **words)
{
    static struct campaign campaign = {.fsck_every = 100, .every = 1};
    int option;
    for (option = 1; option < count && words[option][0] == '-'; option++) {
        if (strcmp(words[option], "--variants") == 0)
            campaign.variants = true;
        else if (strcmp(words[option], "--fsck") == 0 && option + 1 < count)
            campaign.fsck_every = (unsigned)strtoul(words[++option], NULL, 10);
        else if (strcmp(words[option], "--from") == 0 && option + 1 < count)
            campaign.from = strtoul(words[++option], NULL, 10);
        else if (strcmp(words[option], "--every") == 0 && option + 1 < count)
            campaign.every = strtoul(words[++option], NULL, 10);
    }
    if (option != count - 1 || campaign.fsck_every == 0 || campaign.every == 0) {
        fprintf(stderr, "usage: powercut [--fsck N] [--variants] [--from WRITE] [--every N] IMAGE\n");
        return 2;
    }
    campaign.image = words[option];
    campaign.fake = block_fake_create(campaign.image, CARD_SECTORS);
    prefill(&campaign);
    record(&campaign);
    struct card_report report;
    fatfs_diskio_use(block_fake_device(campaign.fake), campaign.session.fatfs.now);
    card_check(&campaign.session, true, &report);
    if (report.problem[0] || report.files < 3 || report.revisits == 0)
        fail("session", 0, 0, "has no roll-over or no repetition: it proves too little");
    run(&campaign);
    if (campaign.from == 0 && (campaign.reclaims == 0 || campaign.first_tries == 0))
        fail("session", 0, 0, "never left a cluster without a file: it proves too little");
    printf("powercut: %zu sector writes of %d pages (%u stored), power cut at %u points, %u mounts, %u runs "
           "of fsck.fat: nothing lost; clusters without a file at %u points, all freed by the mount\n",
           block_fake_writes(campaign.fake), PAGES, campaign.committed, campaign.points, campaign.mounts,
           campaign.fscks, campaign.reclaims);
    block_fake_destroy(campaign.fake);
    unlink(campaign.image);
    return 0;
}
