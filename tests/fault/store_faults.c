/*
 * The card's driver fails: every read, write, sync and start of a crawl, one after another, once and for
 * good.
 *
 *     store_faults IMAGE
 *
 * The status that the driver gave must come up unchanged and set the store's state; nothing that was reported
 * as stored may be missing when the card works again; and the crawl goes on. Also: cards that the store
 * cannot use.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/status.h"
#include "card_checker.h"
#include "fat/fatfs_diskio.h"

enum { CARD_SECTORS = 36 * 2048, PAGES = 8, POINTS_MAX = 100000 };

static const char *image;
static struct block_fake *fake;
static unsigned points, surfaced;

static void fail(const char *what, unsigned operation, uint32_t after, const char *problem)
{
    fprintf(stderr, "store_faults: operation %u, call %u, %s: %s\n", operation, after, what, problem);
    exit(1);
}

static enum store_state expected_state(int status)
{
    return status == STATUS_CLOSED ? STORE_NO_CARD : STORE_UNREADABLE;
}

/* A short crawl up to the first failure: how many pages were reported as stored. */
static unsigned crawl(struct session *session, int *status)
{
    unsigned stored = 0;
    *status = session_mount(session) == STORE_READY ? 0 : session->store.cause;
    for (uint32_t i = 0; *status >= 0 && i < PAGES; i++) {
        *status = session_page(session, i);
        stored += *status == 0 || *status == 1;
    }
    if (*status >= 0)
        *status = store_eject(&session->store);
    return stored;
}

/* Whether the fault was reached: past the last call there is nothing more to try. */
static bool try_fault(unsigned operation, uint32_t after, int injected, bool once)
{
    static struct session session, later;
    struct card_report report;
    int status;
    block_fake_cut(fake, 0, BLOCK_CUT_CLEAN, 0);
    session_init(&session, fake, 2);
    block_fake_fail(fake, operation, after, injected, once);
    unsigned stored = crawl(&session, &status);
    bool reached = block_fake_has_failed(fake);
    block_fake_fail(fake, 0, 0, 0, false);
    if (!reached)
        return false;
    points++;
    if (status < 0) {
        surfaced++;
        if (status != injected || session.store.state != expected_state(injected))
            fail("the error must surface", operation, after, status_text(status));
    } else if (!once) {
        fail("for good", operation, after, "nobody noticed");
    }
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    card_check(&session, false, &report);
    if (report.problem[0] || report.pages < stored || report.pages > stored + 1)
        fail("afterwards", operation, after, report.problem[0] ? report.problem : "pages are missing");
    session_init(&later, fake, 2);
    if (session_mount(&later) != STORE_READY || session_page(&later, PAGES + 2) < 0 ||
        store_eject(&later.store) < 0)
        fail("going on", operation, after, store_sentence(later.store.state));
    return true;
}

static void try_all(unsigned operation, int injected, bool once, uint32_t step)
{
    for (uint32_t after = 0; after < POINTS_MAX; after += step)
        if (!try_fault(operation, after, injected, once))
            return;
}

static void expect_state(const char *what, enum store_state expected)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    session_init(&session, fake, 2);
    uint64_t before = block_fake_bytes_written(fake);
    enum store_state state = store_mount(&session.store);
    if (state != expected || strlen(store_sentence(state)) < 15)
        fail(what, 0, 0, store_sentence(state));
    if (state != STORE_READY && block_fake_bytes_written(fake) != before)
        fail(what, 0, 0, "the card was written to");
    if (state != STORE_READY && session_page(&session, 1) >= 0)
        fail(what, 0, 0, "took a page");
}

static void make_card(const char *options)
{
    char command[200];
    snprintf(command, sizeof command, "mkfs.fat %s '%s' >/dev/null 2>&1", options, image);
    if (system(command) != 0)
        fail("mkfs.fat", 0, 0, options);
}

/* A card whose first sectors are those of another file system, without partitions or in the first of them. */
static void try_other_format(const char *name, bool has_partitions, enum store_state expected)
{
    enum { PARTITION = 2048 };
    uint8_t *bytes = block_fake_image(fake);
    uint8_t *boot = bytes + (has_partitions ? PARTITION * 512 : 0);
    memset(bytes, 0, (size_t)CARD_SECTORS * 512);
    if (has_partitions) {
        bytes[446 + 4] = 7; /* its kind; then where it begins */
        bytes_put32(bytes + 454, PARTITION);
        bytes_put32(bytes + 458, CARD_SECTORS - PARTITION);
    }
    memcpy(boot + 3, name, strlen(name));
    boot[510] = bytes[510] = 0x55;
    boot[511] = bytes[511] = 0xaa;
    expect_state(name, expected);
}

/* Cards of computers, cameras and telephones. */
static void try_other_formats(void)
{
    for (int has_partitions = 0; has_partitions < 2; has_partitions++) {
        try_other_format("EXFAT   ", has_partitions, STORE_EXFAT);
        try_other_format("NTFS    ", has_partitions, STORE_NTFS);
        try_other_format("HPFS4.50", has_partitions, STORE_NOT_FAT32);
    }
    block_fake_fail(fake, BLOCK_READ, 0, STATUS_IO, false);
    expect_state("a card that cannot be read", STORE_UNREADABLE);
    block_fake_fail(fake, 0, 0, 0, false);
}

/* Cards that somebody may put in. */
static void try_odd_cards(void)
{
    uint8_t *bytes = block_fake_image(fake);
    memset(bytes, 0, (size_t)CARD_SECTORS * 512);
    expect_state("an empty card", STORE_BLANK);
    for (size_t i = 0; i < (size_t)CARD_SECTORS * 512; i++)
        bytes[i] = (uint8_t)(i * 2654435761u >> 13);
    expect_state("a card of garbage", STORE_BLANK);
    try_other_formats();
    make_card("-F 16");
    expect_state("FAT16", STORE_NOT_FAT32);
    make_card("-F 32 -s 1");
    block_fake_set_read_only(fake, true);
    expect_state("a protected card", STORE_READ_ONLY);
    block_fake_set_read_only(fake, false);
    block_fake_fail(fake, BLOCK_START, 0, STATUS_CLOSED, false);
    expect_state("no card", STORE_NO_CARD);
    block_fake_fail(fake, 0, 0, 0, false);
    expect_state("a fresh card", STORE_READY);
}

/* A card that keeps fewer sectors than its file system has: it is refused, before and after a format, and
 * nothing on it changes by that. */
static void try_small_card(const char *what, uint32_t kept, enum block_end end)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    static uint8_t before[CARD_SECTORS * 512];
    uint8_t *bytes = block_fake_image(fake);
    for (int formatted = 0; formatted < 2; formatted++) {
        make_card("-F 32 -s 1"); /* by a computer, while the card seemed to be good; files of a computer fill
                                    what is kept: */
        for (size_t i = (size_t)CARD_SECTORS / 4 * 512; i < (size_t)kept * 512; i++)
            bytes[i] = (uint8_t)(i * 2654435761u >> 9);
        block_fake_set_kept(fake, kept, end);
        session_init(&session, fake, 2);
        if (formatted && fatfs_store_format(&session.fatfs) < 0)
            fail(what, 0, 0, "cannot be formatted");
        memcpy(before, bytes, sizeof before);
        if (store_mount(&session.store) != STORE_TOO_SMALL)
            fail(what, formatted, kept, store_sentence(session.store.state));
        if (memcmp(before, bytes, sizeof before) != 0)
            fail(what, formatted, kept, "the card was changed");
        if (session_page(&session, 1) >= 0)
            fail(what, formatted, kept, "took a page");
        block_fake_set_kept(fake, CARD_SECTORS, end);
    }
}

static void try_small_cards(void)
{
    static const uint32_t kept[] = {CARD_SECTORS / 2, CARD_SECTORS - 1, 16 * 2048 + 5, 24 * 2048};
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        try_small_card("a card that keeps nothing beyond its end", kept[i], BLOCK_END_DROPS);
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        try_small_card("a card that ends too early", kept[i], BLOCK_END_REFUSES);
    try_small_card("a card that wraps around at 32 MB", 32 * 2048, BLOCK_END_WRAPS);
    try_small_card("a card that wraps around at 16 MB", 16 * 2048, BLOCK_END_WRAPS);
    make_card("-F 32 -s 1");
    block_fake_set_claim(fake, CARD_SECTORS - 1);
    expect_state("a file system that was copied to a smaller card", STORE_TOO_SMALL);
    block_fake_set_claim(fake, CARD_SECTORS);
}

/* A good card that is full up to its end, or has been looked at before, is not written to. */
static void try_good_cards(void)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    struct fatfs_store *fatfs = &session.fatfs;
    make_card("-F 32 -s 1");
    session_init(&session, fake, 2);
    if (fatfs->port.mount(fatfs) < 0 || block_fake_bytes_written(fake) == 0)
        fail("a good card", 0, 0, "is refused, or was not tried");
    uint64_t before = block_fake_bytes_written(fake);
    if (fatfs->port.mount(fatfs) < 0 || block_fake_bytes_written(fake) != before)
        fail("a good card", 0, 0, "is written to at each mount");
    for (DWORD cluster = 3; cluster < fatfs->volume.n_fatent; cluster++)
        block_fake_image(fake)[fatfs->volume.fatbase * 512 + cluster * 4] = 0xf7;
    if (fatfs->port.mount(fatfs) < 0 || block_fake_bytes_written(fake) != before)
        fail("a full card", 0, 0, "is refused or written to");
}

/* Garbage where the box keeps its files: no crash, no loss of what is somebody else's. */
static void try_garbage_files(void)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    struct card_report report;
    make_card("-F 32 -s 1");
    session_init(&session, fake, 2);
    static FATFS volume;
    FIL file;
    UINT written;
    static const char *const names[] = {"STATE/JOURNAL.BIN", "WARC/x-20200101000000-00007-b.warc.open",
                                        "WARC/thai.warc", "LOG/crawl.log", "LOG/events.log"};
    static uint8_t garbage[200000];
    for (size_t i = 0; i < sizeof garbage; i++)
        garbage[i] = (uint8_t)(i * 40503u >> 7);
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    f_mount(&volume, "", 1);
    f_mkdir("STATE");
    f_mkdir("WARC");
    f_mkdir("LOG");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (f_open(&file, names[i], FA_CREATE_NEW | FA_WRITE) != FR_OK ||
            f_write(&file, garbage, sizeof garbage, &written) != FR_OK || f_close(&file) != FR_OK)
            fail("garbage files", i, 0, "cannot be made");
    f_mount(NULL, "", 0);
    if (store_mount(&session.store) != STORE_READY || session_page(&session, 0) != 0 ||
        store_log_event(&session.store, "a line") != 0 || store_eject(&session.store) != 0)
        fail("garbage files", 0, 0, store_sentence(session.store.state));
    f_mount(&volume, "", 1);
    if (f_open(&file, names[1], FA_READ) != FR_OK || f_size(&file) != sizeof garbage)
        fail("garbage files", 0, 0, "a file that is not ours was touched");
    f_unlink(names[1]);
    f_unlink(names[2]);
    card_check(&session, true, &report);
    if (report.problem[0] || report.pages != 1)
        fail("garbage files", 0, 0, report.problem);
}

/* Without a journal the open file is read, and what is whole counts. */
static void try_lost_journal(void)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    struct card_report report;
    make_card("-F 32 -s 1");
    session_init(&session, fake, 2);
    session_mount(&session);
    for (uint32_t i = 0; i < 4; i++)
        if (session_page(&session, i) != 0)
            fail("lost journal", 0, 0, "a page is refused");
    uint8_t *journal = block_fake_image(fake) + (size_t)session.store.journal.sector * 512;
    memset(journal, 0x55, 512);
    memset(journal + 65536, 0xaa, 512);
    if (session_mount(&session) != STORE_READY)
        fail("lost journal", 0, 0, store_sentence(session.store.state));
    if (session.progress.next != 3) /* the newest block may not have been committed: the one before it */
        fail("lost journal", 0, 0, "the crawl does not go on");
    if (session_page(&session, 5) != 0 || store_eject(&session.store) != 0)
        fail("lost journal", 0, 0, "cannot go on");
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    card_check(&session, true, &report);
    if (report.problem[0] || report.pages != 5)
        fail("lost journal", 0, 0, report.problem[0] ? report.problem : "pages are missing");
}

/* One sector cannot be read, of those of which there is a second copy or that can be done without: the card
 * goes on. */
static void try_worn_sectors(void)
{
    static struct session session;
    static const char *const what[] = {"journal A", "journal B", "state A", "state B", "shadow", "hosts"};
    for (unsigned i = 0; i < sizeof what / sizeof what[0]; i++) {
        struct card_report report;
        make_card("-F 32 -s 1");
        session_init(&session, fake, 2);
        session_mount(&session);
        for (uint32_t page = 0; page < 5; page++)
            session_page(&session, page);
        const uint32_t worn[] = {
            session.store.journal.sector,
            session.store.journal.sector + JOURNAL_COPY_DISTANCE_SECTORS,
            session.state_files.first[STATE_CRAWL] + STATE_BLOCK_A,
            session.state_files.first[STATE_CRAWL] + STATE_BLOCK_B,
            session.state_files.first[STATE_CRAWL] + STATE_SHADOW,
            session.state_files.first[STATE_HOSTS],
        };
        block_fake_wear_out(fake, worn[i]);
        if (session_mount(&session) != STORE_READY)
            fail(what[i], 0, 0, store_sentence(session.store.state));
        if (session.progress.next < 4) /* the commit before the last, at worst */
            fail(what[i], 0, 0, "the crawl does not go on");
        uint32_t next = session.progress.next;
        if (session_page(&session, next) < 0 || session_page(&session, next + 1) < 0 ||
            store_eject(&session.store) != 0)
            fail(what[i], 0, 0, "cannot go on");
        block_fake_wear_out(fake, 0);
        fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
        card_check(&session, true, &report);
        if (report.problem[0] || report.pages < 5) /* not all of them are kept */
            fail(what[i], 0, 0, report.problem[0] ? report.problem : "pages are missing");
    }
}

/* A file of the crawl's state is gone: the crawl begins anew, what was harvested stays. */
static void try_lost_state(void)
{
    static struct session session;
    static FATFS volume;
    struct card_report report;
    for (int file = 0; file < 2; file++) {
        make_card("-F 32 -s 1");
        session_init(&session, fake, 2);
        session_mount(&session);
        for (uint32_t i = 0; i < 4; i++)
            session_page(&session, i);
        fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
        f_mount(&volume, "", 1);
        if (f_unlink(file ? "STATE/CRAWL.BIN" : "STATE/HOSTS.BIN") != FR_OK || f_mount(NULL, "", 0) != FR_OK)
            fail("lost state", 0, 0, "cannot be removed");
        if (session_mount(&session) != STORE_READY || session.progress.next != 0 ||
            session.hosts.mark.hosts != 0)
            fail("lost state", 0, 0, "the crawl does not begin anew");
        if (session_page(&session, 5) != 0 || session_mount(&session) != STORE_READY ||
            session.progress.next != 6 || store_eject(&session.store) != 0)
            fail("lost state", 0, 0, "cannot go on");
        fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
        card_check(&session, true, &report);
        if (report.problem[0] || report.pages != 5)
            fail("lost state", 0, 0, report.problem[0] ? report.problem : "pages are missing");
    }
}

/* Pages until nothing fits, then eject: the reserve is untouched, and the card is whole. */
static void try_full_card(void)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    struct store_info info;
    struct card_report report;
    uint32_t page = 0;
    int status = 0;
    make_card("-F 32 -s 1");
    session_init(&session, fake, 2);
    session.settings.reserve_bytes = 30 * 1024 * 1024; /* so that it is full after a few MB */
    store_mount(&session.store);
    while (status >= 0 && page < 5000)
        status = session_page(&session, page++);
    if (status != STATUS_FULL || session.store.state != STORE_FULL)
        fail("full card", 0, page, status_text(status));
    if (store_get_info(&session.store, &info) < 0 || info.free_kb < 29 * 1024)
        fail("full card", 0, page, "the reserve is used up");
    if (store_log_event(&session.store, "the card is full") != 0 || store_eject(&session.store) != 0)
        fail("full card", 0, page, "cannot be ejected");
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    card_check(&session, true, &report);
    if (report.problem[0] || report.files < 3)
        fail("full card", 0, page, report.problem);
}

/* 4,095 MB to be left free and a page of 1 MB: the sum does not fit 32 bits, and an almost full card seemed
 * to have room. */
static void try_largest_reserve(void)
{
    static struct session session;
    make_card("-F 32 -s 1");
    session_init(&session, fake, 2);
    session.settings.reserve_bytes = 4095u * 1024 * 1024;
    session.settings.page_bytes = 1024 * 1024;
    if (store_mount(&session.store) != STORE_FULL)
        fail("largest reserve", 0, 0, store_sentence(session.store.state));
}

static int copy_name(void *user, const char *name, uint32_t bytes)
{
    (void)bytes;
    memcpy(user, name, strlen(name) + 1);
    return 0;
}

/* Two cards of boxes that nobody has named, without a time server: their files have names of their own all
 * the same. */
static void try_names(void)
{
    static struct session session;
    char name[2][300];
    for (uint32_t card = 0; card < 2; card++) {
        make_card("-F 32 -s 1");
        session_init(&session, fake, card + 1);
        if (session_mount(&session) != STORE_READY || session_page(&session, 0) != 0 ||
            session.fatfs.port.list(session.fatfs.port.context, "WARC", copy_name, name[card]) < 0)
            fail("names", 0, 0, "cannot be used");
    }
    const char *first = strstr(name[0], "-box7."), *second = strstr(name[1], "-box7.");
    if (!first || !second || strspn(first + 6, "0123456789") != 8 || strcmp(first + 14, ".warc.open") != 0)
        fail("names", 0, 0, name[0]);
    else if (strcmp(first, second) == 0)
        fail("names", 0, 0, "two cards have one number");
}

/* Our own format gives a card that the store takes and fsck.fat likes. */
static void try_format(void)
{
    static struct session session; /* static: FatFs writes to the volume before when the next is mounted */
    struct card_report report;
    memset(block_fake_image(fake), 0, 512);
    session_init(&session, fake, 2);
    if (fatfs_store_format(&session.fatfs) < 0 || store_mount(&session.store) != STORE_READY)
        fail("format", 0, 0, store_sentence(session.store.state));
    if (session_page(&session, 0) != 0 || store_eject(&session.store) != 0)
        fail("format", 0, 0, "cannot be used");
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    card_check(&session, true, &report);
    if (report.problem[0] || report.pages != 1)
        fail("format", 0, 0, report.problem);
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: store_faults IMAGE\n");
        return 2;
    }
    image = words[1];
    fake = block_fake_create(image, CARD_SECTORS);
    try_odd_cards();
    try_small_cards();
    try_good_cards();
    try_garbage_files();
    try_lost_journal();
    try_lost_state();
    try_worn_sectors();
    try_full_card();
    try_format();
    try_largest_reserve();
    try_names();

    make_card("-F 32 -s 1");
    block_fake_record(fake);
    for (int once = 0; once < 2; once++) {
        try_all(BLOCK_WRITE, STATUS_IO, once, 1);
        try_all(BLOCK_SYNC, STATUS_TIMEOUT, once, 1);
        try_all(BLOCK_READ, STATUS_CLOSED, once, 3);
        try_all(BLOCK_START, STATUS_CLOSED, once, 1);
    }
    printf("store_faults: %u calls of the driver failed, %u times the crawl had to stop: nothing lost\n",
           points, surfaced);
    block_fake_destroy(fake);
    unlink(image);
    return 0;
}
