/* Does the box harvest? If not, the display has a notice, so that the light does not say that it does. All
 * states of card, session and network are walked through: a new one without a notice fails here. */
#include "suite.h"

#include <string.h>

#include "base/format.h"
#include "base/status.h"
#include "ports_fake.h"
#include "ui/panel/views.h"

enum { LONG_S = PANEL_NETWORK_PATIENCE_S, LONG_MS = 60000, NEVER_BEFORE_S = 0 };

static struct store store;
static struct session_parts parts;
static struct session session;
static struct slot slot;
static struct panel_view view;
static const char *machine_lacks; /* of a network */

/* A box at work: the card is sound, the settings are made, there is a network. */
static void begin(void)
{
    ports_fake_begin();
    ports_fake.utc_ms = 1;
    memset(&session, 0, sizeof session);
    store.state = STORE_READY;
    parts.store = &store;
    session.parts = &parts;
    session.is_set_up = session.opened = session.has_network = true;
    machine_lacks = NULL;
}

static void look(void)
{
    uint32_t seen_s = NEVER_BEFORE_S;
    view = (struct panel_view){.name = "crawlbox", .state = "Ready", .uptime_s = LONG_S};
    panel_view_of_card(&view, &slot, store.state);
    panel_view_of_crawl(&view, &session);
    panel_view_of_network(&view, &session, machine_lacks, &seen_s);
}

static void expect(enum panel_notice notice)
{
    bool harvests =
        store.state == STORE_READY && session.is_set_up && !session.failed && session_crawls(&session);
    look();
    TEST_ASSERT_EQUAL(notice, view.notice);
    TEST_ASSERT_EQUAL_MESSAGE(harvests && machine_lacks == NULL, view.notice == PANEL_NO_NOTICE,
                              "it harvests, or there is a notice");
}

static void a_box_at_work_has_no_notice(void)
{
    begin();
    expect(PANEL_NO_NOTICE);
    TEST_ASSERT_EQUAL_STRING("Crawling", view.state);
}

static void every_state_of_the_card_but_one_has_a_notice(void)
{
    static const enum panel_notice expected[] = {
        [STORE_NO_CARD] = PANEL_NO_CARD,       [STORE_EJECTED] = PANEL_SAFE_TO_REMOVE,
        [STORE_UNREADABLE] = PANEL_CARD_ERROR, [STORE_BLANK] = PANEL_NOT_FAT32,
        [STORE_EXFAT] = PANEL_NOT_FAT32,       [STORE_NTFS] = PANEL_NOT_FAT32,
        [STORE_NOT_FAT32] = PANEL_NOT_FAT32,   [STORE_TOO_SMALL] = PANEL_TOO_SMALL,
        [STORE_READ_ONLY] = PANEL_READ_ONLY,   [STORE_FULL] = PANEL_CARD_FULL,
        [STORE_DAMAGED] = PANEL_DAMAGED,       [STORE_OTHER_VERSION] = PANEL_OTHER_VERSION,
        [STORE_READY] = PANEL_NO_NOTICE,
    };
    for (int state = 0; state <= STORE_READY; state++) {
        begin();
        store.state = (enum store_state)state;
        session.opened = state == STORE_READY;
        expect(expected[state]);
    }
}

static void a_card_without_fat32_is_called_what_it_is(void)
{
    static const struct {
        enum store_state state;
        const char *detail;
    } cases[] = {
        {STORE_BLANK, "It has no format."}, {STORE_EXFAT, "It has exFAT."}, {STORE_NTFS, "It has NTFS."}};
    char said[40];
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        store.state = cases[i].state;
        look();
        format_text(said, sizeof said, "%s", view.detail); /* it may be packed */
        TEST_ASSERT_EQUAL_STRING(cases[i].detail, said);
    }
}

static void every_reason_why_a_crawl_stops_has_a_notice(void)
{
    static const struct {
        enum crawl_stop stop;
        enum panel_notice notice;
    } expected[] = {
        {CRAWL_STOP_NOTHING_LEFT, PANEL_ALL_DONE},
        {CRAWL_STOP_NO_SEEDS, PANEL_NO_SEEDS},
        {CRAWL_STOP_FOREIGN_SEEDS, PANEL_FOREIGN_SEEDS},
        {CRAWL_STOP_NOT_STARTED, PANEL_STOPPED},
        {CRAWL_STOP_PAUSED, PANEL_PAUSED},
        {CRAWL_STOP_CARD, PANEL_CARD_ERROR},
        {CRAWL_STOP_REST, PANEL_RESTING},
        {CRAWL_STOP_NETWORK, PANEL_NO_NETWORK},
    };
    static const int all[] = {
#define CRAWL_STOP(code, id, sentence) code,
#include "crawl/stops.def"
#undef CRAWL_STOP
    };
    enum { CASES = sizeof expected / sizeof expected[0] };
    TEST_ASSERT_EQUAL(CASES, sizeof all / sizeof all[0]);
    for (unsigned i = 0; i < CASES; i++) {
        begin();
        session.stop = (int16_t)expected[i].stop;
        session.has_network = expected[i].stop != CRAWL_STOP_NETWORK;
        expect(expected[i].notice);
        TEST_ASSERT_EQUAL_STRING(session.has_network ? "Ready" : "Waiting for network", view.state);
    }
}

static void a_crawl_that_cannot_be_opened_has_a_notice_whatever_the_reason(void)
{
    for (int status = -1; status >= INT8_MIN; status--) {
        begin();
        session.opened = false;
        session.failed = true;
        session.open_status = (int8_t)status;
        expect(status == STATUS_FULL          ? PANEL_CARD_FULL
               : status == STATUS_UNSUPPORTED ? PANEL_OTHER_LANGUAGE
                                              : PANEL_OLD_CRAWL);
    }
}

static void a_box_without_settings_has_a_notice(void)
{
    begin();
    session.is_set_up = session.opened = false;
    expect(PANEL_NOT_SET_UP);
}

static void a_network_that_is_away_has_a_notice_whoever_knows_of_it(void)
{
    begin();
    machine_lacks = "no cable";
    expect(PANEL_NO_NETWORK);
    TEST_ASSERT_EQUAL_STRING("no cable", view.detail);
    begin();
    session.has_network = false; /* a cable and an address, but nobody answers */
    expect(PANEL_NO_NETWORK);
    begin();
    session.opened = session.has_network = false; /* the session has not looked yet */
    look();
    TEST_ASSERT_EQUAL(PANEL_NO_NOTICE, view.notice);
}

static void a_network_that_was_there_just_now_is_waited_for(void)
{
    uint32_t seen_s = 0;
    begin();
    look();
    panel_view_of_network(&view, &session, NULL, &seen_s);
    TEST_ASSERT_EQUAL(LONG_S, seen_s);
    view.uptime_s = 2 * LONG_S - 1;
    panel_view_of_network(&view, &session, "no cable", &seen_s);
    TEST_ASSERT_EQUAL(PANEL_NO_NOTICE, view.notice);
    TEST_ASSERT_EQUAL_STRING("Waiting for network", view.state);
    view.uptime_s = 2 * LONG_S;
    panel_view_of_network(&view, &session, "no cable", &seen_s);
    TEST_ASSERT_EQUAL(PANEL_NO_NETWORK, view.notice);
}

static void a_box_that_will_visit_its_sites_again_needs_nobody(void)
{
    begin();
    session.stop = CRAWL_STOP_NOTHING_LEFT;
    session.settings.values.recrawl_days = 30;
    expect(PANEL_RESTING);
}

static void a_box_that_nobody_tells_the_time_has_a_notice_unless_it_needs_none(void)
{
    begin();
    ports_fake.utc_ms = 0;
    look();
    TEST_ASSERT_EQUAL_MESSAGE(PANEL_NO_NOTICE, view.notice, "it waits a while first");
    ports_fake.ms += LONG_MS;
    look();
    TEST_ASSERT_EQUAL(PANEL_NO_TIME, view.notice);
    TEST_ASSERT_EQUAL_STRING("Crawling; https waits for the time.", session_sentence(&session));
    session.settings.values.no_time = NO_TIME_IGNORE_DATES;
    look();
    TEST_ASSERT_EQUAL(PANEL_NO_NOTICE, view.notice);
}

static void a_restart_is_read_before_a_missing_card_but_not_before_a_full_one(void)
{
    static const struct {
        enum store_state state;
        enum panel_notice notice;
    } cases[] = {{STORE_NO_CARD, PANEL_RESTARTED},
                 {STORE_EXFAT, PANEL_RESTARTED},
                 {STORE_FULL, PANEL_CARD_FULL},
                 {STORE_EJECTED, PANEL_SAFE_TO_REMOVE},
                 {STORE_READY, PANEL_RESTARTED}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        view = (struct panel_view){.uptime_s = 1};
        panel_view_notice(&view, PANEL_RESTARTED, "watchdog bite");
        panel_view_of_card(&view, &slot, cases[i].state);
        TEST_ASSERT_EQUAL(cases[i].notice, view.notice);
    }
}

SUITE(notices)
{
    RUN_TEST(a_box_at_work_has_no_notice);
    RUN_TEST(every_state_of_the_card_but_one_has_a_notice);
    RUN_TEST(a_card_without_fat32_is_called_what_it_is);
    RUN_TEST(every_reason_why_a_crawl_stops_has_a_notice);
    RUN_TEST(a_crawl_that_cannot_be_opened_has_a_notice_whatever_the_reason);
    RUN_TEST(a_box_without_settings_has_a_notice);
    RUN_TEST(a_network_that_is_away_has_a_notice_whoever_knows_of_it);
    RUN_TEST(a_network_that_was_there_just_now_is_waited_for);
    RUN_TEST(a_box_that_will_visit_its_sites_again_needs_nobody);
    RUN_TEST(a_box_that_nobody_tells_the_time_has_a_notice_unless_it_needs_none);
    RUN_TEST(a_restart_is_read_before_a_missing_card_but_not_before_a_full_one);
}
