/* The policy of a box at work, over a crawl that does what the test says and ports in memory. */
#include "suite.h"

#include "base/status.h"
#include "box/session.h"
#include "ports_fake.h"
#include "store_fixture.h" /* harvests are linked, and none is begun */

static const char ini[] =
    "operator = A Library\r\ncontact = http://a.example/\r\nemail = a@a.example\r\ntau = 7\r\n";

enum { TODAY_MS = 1000, MINUTE_MS = 60000 };

/* ---- A crawl that does what the test says, and a card that remembers ---- */

static struct {
    int open_status;
    int32_t step;             /* what box_step() returns */
    enum store_state is_left; /* the card by box_step(), if it is not STORE_NO_CARD */
    uint32_t step_pages;      /* that each step brings */
    unsigned opens, steps;
    unsigned events, progress_lines;
    uint32_t progress_pages; /* of the last line */
} crawl;

void box_init(struct box *box, const struct box_parts *parts, const struct settings *settings)
{
    box->parts = parts;
    box->settings = settings;
    box->crawl_port.machine = &parts->machine;
    box->crawl.port = &box->crawl_port;
}

int box_open(struct box *box)
{
    (void)box;
    crawl.opens++;
    return crawl.open_status;
}

int box_begin(struct box *box)
{
    (void)box;
    return STATUS_OK;
}

int32_t box_step(struct box *box)
{
    crawl.steps++;
    if (crawl.is_left != STORE_NO_CARD)
        box->parts->store->state = crawl.is_left;
    box->crawl.state.totals.pages += crawl.step_pages;
    return crawl.step;
}

int store_log_event(struct store *store, const char *sentence)
{
    (void)store;
    (void)sentence;
    crawl.events++;
    return 0;
}

int store_log_progress(struct store *store, const struct progress *progress)
{
    (void)store;
    crawl.progress_lines++;
    crawl.progress_pages = progress->pages;
    return 0;
}

const char *store_sentence(enum store_state state)
{
    (void)state;
    return "the card's sentence";
}

int store_fail(struct store *failed, int status)
{
    failed->state = STORE_UNREADABLE;
    return status;
}

static int find_nothing(void *context, const char *path, struct store_extent *extent)
{
    (void)context;
    (void)path;
    (void)extent;
    return STATUS_NOT_FOUND;
}

static int remove_it(void *context, const char *path)
{
    (void)context;
    (void)path;
    return STATUS_OK;
}

static const struct store_port port = {.find = find_nothing, .remove = remove_it};
static struct store store;
static struct store_settings store_settings;
static struct session session;

static const struct lang_pack *no_language(const char *code)
{
    (void)code;
    return NULL;
}

static void set_tau(struct settings *settings)
{
    settings_set(settings, SETTING_tau, "9", 1);
}

static struct session_parts parts = {
    .store = &store,
    .store_settings = &store_settings,
    .version = "1",
    .language = no_language,
};

/* A box with a card that has these settings. */
static void begin(const char *settings)
{
    ports_fake_begin();
    memset(&crawl, 0, sizeof crawl);
    memset(&store, 0, sizeof store);
    store.port = &port;
    store.state = STORE_READY;
    parts.amend_settings = NULL;
    if (settings != NULL)
        ports_fake_file("CRAWLBOX.INI", settings, strlen(settings));
    session_init(&session, &parts);
}

static void mount(void)
{
    session_card_mounted(&session);
    session_card_ready(&session);
}

/* A box that crawls: a step a tick, and then it waits for a second. */
static void begin_crawling(void)
{
    begin(ini);
    mount();
    ports_fake.is_ready = ports_fake.answers = ports_fake.reaches_out = true;
    ports_fake.utc_ms = TODAY_MS;
    crawl.step = 1000;
    session_tick(&session);
    TEST_ASSERT_EQUAL(1, crawl.steps);
    TEST_ASSERT_TRUE(session_crawls(&session));
}

static void tick_after(uint32_t ms)
{
    ports_fake.ms += ms;
    session_tick(&session);
}

/* ---- Settings ---- */

static void settings_of_the_card_count(void)
{
    begin(ini);
    TEST_ASSERT_FALSE(session.is_set_up);
    mount();
    TEST_ASSERT_EQUAL_STRING("A Library", session.settings.values.operator);
    TEST_ASSERT_EQUAL_STRING("A Library", store_settings.about.operator_name);
    TEST_ASSERT_NOT_NULL(strstr(session.settings.user_agent, "http://a.example/"));
    TEST_ASSERT_TRUE(session.is_set_up);
}

static void what_the_program_was_told_goes_before_the_card(void)
{
    begin(ini);
    parts.amend_settings = set_tau;
    mount();
    TEST_ASSERT_EQUAL(9, session.settings.values.tau);
}

static void what_is_missing_is_told_and_nothing_is_crawled(void)
{
    begin("operator = A Library\r\n");
    mount();
    TEST_ASSERT_EQUAL(0, ports_fake_logged("'operator' is not set"));
    TEST_ASSERT_EQUAL(1, ports_fake_logged("warning: not ready to crawl: 'contact' is not set\n"));
    TEST_ASSERT_EQUAL(1, ports_fake_logged("warning: not ready to crawl: 'email' is not set\n"));
    session_tick(&session);
    TEST_ASSERT_EQUAL(0, crawl.opens);
    TEST_ASSERT_NOT_NULL(strstr(session_sentence(&session), "Not set up"));
}

static void lines_that_are_not_understood_are_told_up_to_six(void)
{
    begin("a = 1\r\nb = 1\r\nc = 1\r\nk = 1\r\ne = 1\r\nf = 1\r\ng = 1\r\nh = 1\r\n");
    mount();
    TEST_ASSERT_EQUAL(6, ports_fake_logged("warning: CRAWLBOX.INI, "));
    TEST_ASSERT_EQUAL(1, ports_fake_logged("CRAWLBOX.INI: 2 more lines are not understood"));
}

static void a_setting_that_is_set_counts_at_once(void)
{
    begin("contact = http://a.example/\r\nemail = a@a.example\r\n");
    mount();
    TEST_ASSERT_EQUAL(STATUS_INVALID, session_set(&session, SETTING_tau, "many"));
    TEST_ASSERT_EQUAL(STATUS_OK, session_set(&session, SETTING_operator, "B"));
    TEST_ASSERT_TRUE(session.is_set_up);
    TEST_ASSERT_TRUE(session.settings.are_unsaved);
    TEST_ASSERT_EQUAL_STRING("B", store_settings.about.operator_name);
}

static void a_crawl_waits_while_another_language_is_set(void)
{
    begin_crawling();
    crawl.open_status = STATUS_UNSUPPORTED; /* what crawl_open() says then */
    TEST_ASSERT_EQUAL(STATUS_OK, session_set(&session, SETTING_language, "fa"));
    tick_after(1000);
    TEST_ASSERT_EQUAL(2, crawl.opens);
    TEST_ASSERT_FALSE(session_crawls(&session));
    TEST_ASSERT_NOT_NULL(strstr(session_sentence(&session), "of another language"));
    tick_after(1000);
    TEST_ASSERT_EQUAL_MESSAGE(2, crawl.opens, "once is enough");
    crawl.open_status = STATUS_OK;
    TEST_ASSERT_EQUAL(STATUS_OK, session_set(&session, SETTING_language, "th"));
    tick_after(1000);
    TEST_ASSERT_TRUE(session_crawls(&session));
}

/* ---- The model ---- */

static void without_a_model_on_the_card_the_built_in_one_is_asked(void)
{
    struct host_model_facts facts;
    struct model model;
    struct features features = {0};
    begin(ini);
    mount();
    host_model_facts(&session.model, &facts);
    TEST_ASSERT_FALSE(facts.from_card);
    TEST_ASSERT_EQUAL(STATUS_OK, model_open(&model, model_builtin, model_builtin_size));
    TEST_ASSERT_EQUAL(predict(&model, &features), session.box_parts.machine.predict(&session, &features));
}

static void a_sound_model_on_the_card_is_asked(void)
{
    struct host_model_facts facts;
    begin(ini);
    ports_fake_file("MODEL.BIN", model_builtin, model_builtin_size);
    mount();
    TEST_ASSERT_EQUAL(1, ports_fake_logged("info: Hosts are predicted with the card's model.\n"));
    host_model_facts(&session.model, &facts);
    TEST_ASSERT_TRUE(facts.from_card);
    TEST_ASSERT_TRUE(ports_fake_arena_is_empty());
}

static void a_damaged_model_is_told_and_not_used(void)
{
    struct host_model_facts facts;
    begin(ini);
    ports_fake_file("MODEL.BIN", model_builtin, model_builtin_size - 1);
    mount();
    TEST_ASSERT_EQUAL(1, ports_fake_logged("warning: MODEL.BIN is not used: "));
    host_model_facts(&session.model, &facts);
    TEST_ASSERT_FALSE(facts.from_card);
    TEST_ASSERT_TRUE(ports_fake_arena_is_empty());
}

static void a_rollback_without_an_earlier_model_leads_to_the_built_in_one(void)
{
    begin(ini);
    ports_fake_file("MODEL.BIN", model_builtin, model_builtin_size);
    mount();
    TEST_ASSERT_EQUAL(STATUS_OK, host_model_rollback(&session.model));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, host_model_rollback(&session.model));
    store.state = STORE_EJECTED;
    TEST_ASSERT_EQUAL(STATUS_CLOSED, host_model_rollback(&session.model));
}

/* ---- What https needs ---- */

static void a_seed_that_can_be_renewed_is_a_secret(void)
{
    static const uint8_t seed[32] = {1, 2, 3};
    begin(ini);
    ports_fake_file("ENTROPY.BIN", seed, sizeof seed);
    mount();
    TEST_ASSERT_TRUE(ports_fake.has_secret);
    TEST_ASSERT_EQUAL_HEX8(0xee, ports_fake.overwritten[31]);
    TEST_ASSERT_EQUAL_PTR(&port, ports_fake.sessions);
}

static void a_seed_that_cannot_be_renewed_is_none(void)
{
    static const uint8_t seed[32] = {1, 2, 3};
    begin(ini);
    ports_fake_file("ENTROPY.BIN", seed, sizeof seed);
    ports_fake.refuses_writing = true;
    mount();
    TEST_ASSERT_FALSE(ports_fake.has_secret);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("warning: ENTROPY.BIN cannot be renewed"));
}

static void when_the_card_is_gone_nobody_is_trusted(void)
{
    begin_crawling();
    session_card_gone(&session);
    TEST_ASSERT_NULL(ports_fake.trusted);
    TEST_ASSERT_NULL(ports_fake.sessions);
    TEST_ASSERT_FALSE(session.opened);
}

/* ---- The network ---- */

static void without_a_network_it_waits(void)
{
    begin(ini);
    mount();
    session_tick(&session);
    TEST_ASSERT_EQUAL(1, crawl.opens);
    TEST_ASSERT_EQUAL(0, crawl.steps);
    TEST_ASSERT_EQUAL(0, crawl.events);
    TEST_ASSERT_EQUAL_STRING("Waiting for the network.", session_sentence(&session));
}

static void a_network_that_goes_is_told_once_and_so_is_that_it_is_back(void)
{
    begin_crawling();
    ports_fake.is_ready = false;
    tick_after(1000);
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("there is no network"));
    TEST_ASSERT_EQUAL(1, crawl.events);
    TEST_ASSERT_EQUAL(1, crawl.steps);
    ports_fake.is_ready = true;
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("info: The network is back.\n"));
    TEST_ASSERT_TRUE(session_crawls(&session));
}

static void a_silent_router_and_servers_that_do_not_answer_are_no_network(void)
{
    begin_crawling();
    ports_fake.answers = false;
    tick_after(2000);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NETWORK, session.stop);
    ports_fake.heard++; /* a frame comes */
    tick_after(1000);
    TEST_ASSERT_EQUAL(0, session.stop);
    ports_fake.answers = true;
    ports_fake.reaches_out = false;
    tick_after(1000);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NETWORK, session.stop);
}

static void while_frames_come_the_router_is_not_asked(void)
{
    begin_crawling();
    unsigned asked = ports_fake.asked_router;
    for (int i = 0; i < 5; i++) {
        ports_fake.heard++;
        tick_after(2000);
    }
    TEST_ASSERT_EQUAL(asked, ports_fake.asked_router);
    TEST_ASSERT_EQUAL(0, session.stop);
}

static void it_waits_for_the_time_but_not_for_ever(void)
{
    begin(ini);
    mount();
    ports_fake.is_ready = ports_fake.answers = ports_fake.reaches_out = true;
    crawl.step = 1000;
    session_tick(&session);
    TEST_ASSERT_EQUAL_STRING("Waiting for the time.", session_sentence(&session));
    tick_after(30000);
    TEST_ASSERT_EQUAL(0, crawl.steps);
    tick_after(1);
    TEST_ASSERT_EQUAL(1, crawl.steps);
}

/* ---- What is written down ---- */

static void progress_is_a_line_a_minute_while_pages_come(void)
{
    begin_crawling();
    tick_after(MINUTE_MS);
    TEST_ASSERT_EQUAL(0, crawl.progress_lines);
    crawl.step_pages = 1;
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, crawl.progress_lines);
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, crawl.progress_lines);
    tick_after(MINUTE_MS);
    TEST_ASSERT_EQUAL(2, crawl.progress_lines);
    TEST_ASSERT_EQUAL(3, crawl.progress_pages);
}

static void progress_ends_with_how_it_stood_when_the_crawl_stopped(void)
{
    begin_crawling();
    crawl.step_pages = 5;
    crawl.step = CRAWL_STOP_NOTHING_LEFT;
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, crawl.progress_lines);
    TEST_ASSERT_EQUAL(5, crawl.progress_pages);
    TEST_ASSERT_EQUAL(1, crawl.events);
    crawl.step_pages = 0;
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, crawl.progress_lines);
    TEST_ASSERT_EQUAL(1, crawl.events);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("nothing left to crawl"));
}

/* ---- The card ---- */

static void after_a_failure_of_the_card_the_crawl_is_opened_anew(void)
{
    begin_crawling();
    crawl.step = CRAWL_STOP_CARD;
    tick_after(1000);
    TEST_ASSERT_FALSE(session.opened);
    TEST_ASSERT_EQUAL(0, crawl.events);
    tick_after(1000);
    TEST_ASSERT_EQUAL(2, crawl.opens);
}

static void a_card_that_fills_up_is_told_to_be_full(void)
{
    begin_crawling();
    crawl.step = CRAWL_STOP_CARD;
    crawl.is_left = STORE_FULL;
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("the card's sentence"));
    TEST_ASSERT_EQUAL(0, ports_fake_logged("failed or is gone"));
    tick_after(1000);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("the card's sentence"));
}

static void a_crawl_that_cannot_be_used_is_told_and_left_alone(void)
{
    begin(ini);
    mount();
    crawl.open_status = STATUS_DAMAGED;
    session_tick(&session);
    session_tick(&session);
    TEST_ASSERT_EQUAL(1, crawl.opens);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("The crawl on the card cannot be used"));
    TEST_ASSERT_EQUAL(STATUS_CLOSED, session_skip(&session, "a.example"));
    TEST_ASSERT_EQUAL(STATUS_CLOSED, session_seed(&session, "a.example"));
}

static void room_for_the_crawls_own_files_is_waited_for(void)
{
    begin(ini);
    crawl.open_status = STATUS_FULL;
    mount();
    session_tick(&session);
    TEST_ASSERT_TRUE(session.failed);
    for (unsigned minute = 0; minute < 5; minute++) {
        ports_fake.ms += 60 * 1000;
        session_tick(&session);
    }
    TEST_ASSERT_EQUAL(6, crawl.opens);
    TEST_ASSERT_EQUAL_MESSAGE(1, ports_fake_logged("No room on the card"), "it is told once");
    crawl.open_status = STATUS_OK;
    ports_fake.ms += 60 * 1000;
    session_tick(&session);
    TEST_ASSERT_TRUE(session.opened);
}

static void without_a_card_there_is_nothing_to_do(void)
{
    begin(NULL);
    store.state = STORE_NO_CARD;
    session_tick(&session);
    TEST_ASSERT_EQUAL(0, crawl.opens);
    TEST_ASSERT_EQUAL_STRING("the card's sentence", session_sentence(&session));
    TEST_ASSERT_EQUAL(STATUS_CLOSED, session_save(&session));
    TEST_ASSERT_EQUAL(STATUS_CLOSED, session_begin_anew(&session));
}

static void settings_that_cannot_be_read_make_the_card_one_that_failed(void)
{
    begin(ini);
    ports_fake.fails_reading = true;
    mount();
    TEST_ASSERT_EQUAL_INT_MESSAGE(STORE_UNREADABLE, store.state, "the slot tries it again");
    ports_fake.fails_reading = false;
    store.state = STORE_READY;
    mount();
    TEST_ASSERT_TRUE(session.is_set_up);
    TEST_ASSERT_EQUAL_INT(STORE_READY, store.state);
}

SUITE(session)
{
    RUN_TEST(settings_of_the_card_count);
    RUN_TEST(settings_that_cannot_be_read_make_the_card_one_that_failed);
    RUN_TEST(what_the_program_was_told_goes_before_the_card);
    RUN_TEST(what_is_missing_is_told_and_nothing_is_crawled);
    RUN_TEST(lines_that_are_not_understood_are_told_up_to_six);
    RUN_TEST(a_setting_that_is_set_counts_at_once);
    RUN_TEST(a_crawl_waits_while_another_language_is_set);
    RUN_TEST(without_a_model_on_the_card_the_built_in_one_is_asked);
    RUN_TEST(a_sound_model_on_the_card_is_asked);
    RUN_TEST(a_damaged_model_is_told_and_not_used);
    RUN_TEST(a_rollback_without_an_earlier_model_leads_to_the_built_in_one);
    RUN_TEST(a_seed_that_can_be_renewed_is_a_secret);
    RUN_TEST(a_seed_that_cannot_be_renewed_is_none);
    RUN_TEST(when_the_card_is_gone_nobody_is_trusted);
    RUN_TEST(without_a_network_it_waits);
    RUN_TEST(a_network_that_goes_is_told_once_and_so_is_that_it_is_back);
    RUN_TEST(a_silent_router_and_servers_that_do_not_answer_are_no_network);
    RUN_TEST(while_frames_come_the_router_is_not_asked);
    RUN_TEST(it_waits_for_the_time_but_not_for_ever);
    RUN_TEST(progress_is_a_line_a_minute_while_pages_come);
    RUN_TEST(progress_ends_with_how_it_stood_when_the_crawl_stopped);
    RUN_TEST(after_a_failure_of_the_card_the_crawl_is_opened_anew);
    RUN_TEST(a_card_that_fills_up_is_told_to_be_full);
    RUN_TEST(a_crawl_that_cannot_be_used_is_told_and_left_alone);
    RUN_TEST(room_for_the_crawls_own_files_is_waited_for);
    RUN_TEST(without_a_card_there_is_nothing_to_do);
}
