/* Jobs of others, done between two pages. Two roles take turns here: while one sleeps, the other works. */
#include "suite.h"

#include "appliance/worker.h"
#include "base/status.h"
#include "port/platform.h"
#include "ports_fake.h"

enum { ANSWER = 7 };

static struct worker worker;
static struct session session;
static struct slot slot;

static struct {
    enum role self;
    unsigned locked, slept, woken[ROLE_COUNT];
    uint32_t slept_ms;
    uint32_t page_ms;  /* how long the page under way still takes */
    uint32_t urged_ms; /* when the page was called off, 0: it was not */
    unsigned jobs, ticks;
    uint32_t session_wait_ms;
    bool asks_in_tick;   /* somebody asks while the session decides */
    int (*more)(void *); /* a job that somebody gives while another one is being done */
    int more_status;
} world;

/* ---- What the worker calls ---- */

void platform_lock(void)
{
    TEST_ASSERT_EQUAL(0, world.locked++);
}

void platform_unlock(void)
{
    TEST_ASSERT_EQUAL(1, world.locked--);
}

enum role platform_self(void)
{
    return world.self;
}

void platform_check_in(void)
{
}

void platform_wake(enum role role)
{
    world.woken[role]++;
}

/* While the asker sleeps, the page goes on, or, behind it, the worker has its turn. */
void platform_sleep(uint32_t ms)
{
    world.slept++;
    world.slept_ms += ms;
    ports_fake.ms += ms;
    if (worker_is_urged(&worker) && world.page_ms > 0) {
        world.urged_ms = ports_fake.ms;
        world.page_ms = 0;
    }
    world.page_ms -= world.page_ms < ms ? world.page_ms : ms;
    if (world.page_ms > 0)
        return;
    world.self = ROLE_crawler;
    (void)worker_turn(&worker, &slot, &session);
    world.self = ROLE_console;
}

void slot_tick(struct slot *ticked, struct session *told)
{
    (void)ticked, (void)told;
}

static int note(void *context)
{
    TEST_ASSERT_EQUAL(ROLE_crawler, world.self);
    TEST_ASSERT_EQUAL(0, world.locked);
    world.jobs++;
    *(unsigned *)context += 1;
    if (world.more != NULL)
        world.more_status = worker_do(&worker, world.more, context, WORKER_PATIENCE_MS);
    return ANSWER;
}

uint32_t session_tick(struct session *ticked)
{
    static unsigned noted;
    (void)ticked;
    world.ticks++;
    if (world.asks_in_tick) {
        world.asks_in_tick = false;
        worker.job = note;
        worker.context = &noted;
        worker.asker = ROLE_console;
        worker.state = WORKER_ASKED;
    }
    return world.session_wait_ms;
}

static void begin(void)
{
    ports_fake_begin();
    memset(&world, 0, sizeof world);
    worker = (struct worker){0};
    world.self = ROLE_console;
    world.session_wait_ms = 60000;
}

/* ---- Tests ---- */

static void a_job_is_done_by_the_worker_and_its_answer_comes_back(void)
{
    unsigned noted = 0;
    begin();
    TEST_ASSERT_EQUAL(ANSWER, worker_do(&worker, note, &noted, WORKER_PATIENCE_MS));
    TEST_ASSERT_EQUAL(1, noted);
    TEST_ASSERT_EQUAL(1, world.woken[ROLE_crawler]);
    TEST_ASSERT_EQUAL(1, world.woken[ROLE_console]);
    TEST_ASSERT_EQUAL(WORKER_FREE, worker.state);
}

static void a_second_job_is_refused_while_one_is_done(void)
{
    unsigned noted = 0;
    begin();
    world.more = note;
    TEST_ASSERT_EQUAL(ANSWER, worker_do(&worker, note, &noted, WORKER_PATIENCE_MS));
    TEST_ASSERT_EQUAL(STATUS_BUSY, world.more_status);
    TEST_ASSERT_EQUAL(1, world.jobs);
}

static void an_answer_that_nobody_has_taken_keeps_others_out(void)
{
    unsigned noted = 0;
    begin();
    worker.state = WORKER_DONE;
    TEST_ASSERT_EQUAL(STATUS_BUSY, worker_do(&worker, note, &noted, WORKER_PATIENCE_MS));
}

static void a_page_that_ends_in_time_is_not_called_off(void)
{
    unsigned noted = 0;
    begin();
    world.page_ms = WORKER_PATIENCE_MS - 1000;
    TEST_ASSERT_EQUAL(ANSWER, worker_do(&worker, note, &noted, WORKER_PATIENCE_MS));
    TEST_ASSERT_EQUAL(0, world.urged_ms);
}

static void a_page_that_takes_long_is_called_off_when_patience_ends(void)
{
    static const uint32_t patience_ms[] = {WORKER_IMPATIENCE_MS, WORKER_PATIENCE_MS};
    for (unsigned i = 0; i < 2; i++) {
        unsigned noted = 0;
        begin();
        world.page_ms = 60000;
        TEST_ASSERT_EQUAL(ANSWER, worker_do(&worker, note, &noted, patience_ms[i]));
        TEST_ASSERT_UINT32_WITHIN(500, patience_ms[i], world.urged_ms);
        TEST_ASSERT_FALSE(worker_is_urged(&worker));
    }
}

static void the_worker_sleeps_a_second_at_most(void)
{
    begin();
    world.self = ROLE_crawler;
    TEST_ASSERT_EQUAL(1000, worker_turn(&worker, &slot, &session));
    world.session_wait_ms = 20;
    TEST_ASSERT_EQUAL(20, worker_turn(&worker, &slot, &session));
}

static void the_worker_does_not_sleep_over_a_job_that_came_meanwhile(void)
{
    begin();
    world.self = ROLE_crawler;
    world.asks_in_tick = true;
    TEST_ASSERT_EQUAL(0, worker_turn(&worker, &slot, &session));
    (void)worker_turn(&worker, &slot, &session);
    TEST_ASSERT_EQUAL(1, world.jobs);
}

SUITE(worker)
{
    RUN_TEST(a_job_is_done_by_the_worker_and_its_answer_comes_back);
    RUN_TEST(a_second_job_is_refused_while_one_is_done);
    RUN_TEST(an_answer_that_nobody_has_taken_keeps_others_out);
    RUN_TEST(a_page_that_ends_in_time_is_not_called_off);
    RUN_TEST(a_page_that_takes_long_is_called_off_when_patience_ends);
    RUN_TEST(the_worker_sleeps_a_second_at_most);
    RUN_TEST(the_worker_does_not_sleep_over_a_job_that_came_meanwhile);
}
