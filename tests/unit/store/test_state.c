#include "suite.h"
#include "state_fixture.h"

static struct state_fixture fixture;

static uint8_t *sector(uint32_t number, enum state_use use)
{
    uint8_t *bytes = NULL;
    TEST_ASSERT_EQUAL_INT(0, state_sector(&fixture.state, STATE_SITE0, number, use, &bytes));
    return bytes;
}

static void what_was_changed_is_read_again(void)
{
    fixture_begin(&fixture);
    for (uint8_t i = 0; i < FIXTURE_SITE; i++)
        sector(i, STATE_FRESH)[7] = (uint8_t)(i + 1);
    for (uint8_t i = 0; i < FIXTURE_SITE; i++)
        TEST_ASSERT_EQUAL_UINT8(i + 1, sector(i, STATE_READ)[7]);
}

static void flushed_changes_survive_a_cold_start(void)
{
    fixture_begin(&fixture);
    sector(0, STATE_FRESH)[0] = 1;
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    sector(0, STATE_CHANGE)[0] = 2;
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    sector(0, STATE_CHANGE)[0] = 3; /* not flushed */
    fixture_boot(&fixture);
    TEST_ASSERT_EQUAL_UINT8(2, sector(0, STATE_READ)[0]);
}

static void a_flush_writes_each_changed_sector_once(void)
{
    fixture_begin(&fixture);
    sector(0, STATE_FRESH);
    sector(1, STATE_FRESH);
    state_flush(&fixture.state);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(2, fixture.writes, "new sectors need no shadow");
    sector(0, STATE_CHANGE)[0] = 1;
    sector(0, STATE_CHANGE)[1] = 1;
    state_flush(&fixture.state);
    state_flush(&fixture.state);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(4, fixture.writes, "shadow and home");
    sector(0, STATE_DERIVE)[1] = 2;
    state_flush(&fixture.state);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(5, fixture.writes, "what can be derived needs none");
}

static void a_cached_sector_is_not_read_from_the_card(void)
{
    fixture_begin(&fixture);
    for (uint32_t i = 0; i < FIXTURE_LINES; i++)
        sector(i, STATE_FRESH);
    uint32_t reads = fixture.state.reads;
    for (uint32_t i = 0; i < FIXTURE_LINES; i++)
        sector(i, STATE_READ);
    TEST_ASSERT_EQUAL_UINT32(reads, fixture.state.reads);
    sector(FIXTURE_LINES, STATE_FRESH); /* takes the place of the one that was not used for longest: 0 */
    sector(1, STATE_READ);
    TEST_ASSERT_EQUAL_UINT32(reads, fixture.state.reads);
    sector(0, STATE_READ);
    TEST_ASSERT_EQUAL_UINT32(reads + 1, fixture.state.reads);
}

/* Two sectors are appended to while many others are looked into: the two are written once, by the flush. */
static void a_walk_that_lets_go_drives_out_nothing(void)
{
    fixture_begin(&fixture);
    for (uint32_t i = 0; i < FIXTURE_SITE; i++)
        sector(i, STATE_FRESH);
    state_flush(&fixture.state);
    uint32_t writes = fixture.state.writes;
    for (int i = 0; i < 10; i++) {
        sector(0, STATE_CHANGE)[0]++;
        sector(1, STATE_CHANGE)[0]++;
        for (uint32_t other = 2; other < FIXTURE_SITE; other++) {
            sector(other, STATE_READ);
            state_let_go(&fixture.state);
        }
    }
    TEST_ASSERT_EQUAL_UINT32(writes, fixture.state.writes);
    state_flush(&fixture.state);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(writes + 4, fixture.state.writes, "two homes and their shadows");
    TEST_ASSERT_EQUAL_UINT8(10, sector(0, STATE_READ)[0]);
}

static void damage_is_noticed(void)
{
    uint8_t *bytes;
    for (unsigned at = 0; at < STATE_SECTOR_BYTES; at += 37) {
        fixture_begin(&fixture);
        sector(1, STATE_FRESH)[3] = 9;
        state_flush(&fixture.state);
        fixture.sectors[fixture_at(STATE_SITE0, 1)][at] ^= 0x10;
        fixture_boot(&fixture);
        TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED,
                              state_sector(&fixture.state, STATE_SITE0, 1, STATE_READ, &bytes));
        TEST_ASSERT_EQUAL_INT(0, state_sector(&fixture.state, STATE_SITE0, 1, STATE_FRESH, &bytes));
    }
}

static void a_sector_in_anothers_place_is_noticed(void)
{
    uint8_t *bytes;
    fixture_begin(&fixture);
    sector(1, STATE_FRESH);
    state_flush(&fixture.state);
    memcpy(fixture.sectors[fixture_at(STATE_SITE0, 2)], fixture.sectors[fixture_at(STATE_SITE0, 1)],
           STATE_SECTOR_BYTES);
    fixture_boot(&fixture);
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, state_sector(&fixture.state, STATE_SITE0, 2, STATE_READ, &bytes));
}

static void there_is_nothing_behind_the_end_or_in_other_files(void)
{
    static const struct {
        unsigned file;
        uint32_t sector;
    } wrong[] = {{STATE_SITE0, FIXTURE_SITE}, {STATE_SITE0 + 1, 0}, {STATE_FILES, 0}, {STATE_CRAWL, 0}};
    uint8_t *bytes;
    fixture_begin(&fixture);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        TEST_ASSERT_EQUAL_INT(STATUS_INVALID, state_sector(&fixture.state, wrong[i].file, wrong[i].sector,
                                                           STATE_FRESH, &bytes));
}

/* Whatever write power fails at, and however: the sector has its old bytes or its new ones. */
static void committed_bytes_survive_a_power_cut_while_they_are_written(void)
{
    for (int cut = 0; cut < FIXTURE_CUTS; cut++) {
        for (unsigned write = 1; write <= 2; write++) {
            fixture_begin(&fixture);
            memset(sector(0, STATE_FRESH), 1, STATE_PAYLOAD_BYTES);
            state_flush(&fixture.state);
            fixture_sync(&fixture);
            fixture.cut = (enum fixture_cut)cut;
            fixture.power_until = fixture.writes + write;
            memset(sector(0, STATE_CHANGE), 2, STATE_PAYLOAD_BYTES);
            TEST_ASSERT_EQUAL_INT(STATUS_CLOSED, state_flush(&fixture.state));
            TEST_ASSERT_EQUAL_INT(0, fixture_boot(&fixture));
            const uint8_t *bytes = sector(0, STATE_READ);
            TEST_ASSERT_TRUE(bytes[0] == 1 || bytes[0] == 2);
            TEST_ASSERT_EACH_EQUAL_UINT8(bytes[0], bytes, STATE_PAYLOAD_BYTES);
            TEST_ASSERT_EQUAL_UINT32(write == 2 && cut == FIXTURE_TORN, fixture.state.mended);
        }
    }
}

static void an_old_shadow_does_not_come_back(void)
{
    fixture_begin(&fixture);
    sector(0, STATE_FRESH)[0] = 1;
    state_flush(&fixture.state);
    sector(0, STATE_CHANGE)[0] = 2;
    state_flush(&fixture.state);
    sector(0, STATE_FRESH)[0] = 3; /* begun anew for something else */
    state_flush(&fixture.state);
    fixture_boot(&fixture);
    TEST_ASSERT_EQUAL_UINT8(3, sector(0, STATE_READ)[0]);
}

static void text_runs_over_sectors(void)
{
    static uint8_t text[STATE_PAYLOAD_BYTES + 100], read[sizeof text];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7);
    for (int mapped = 0; mapped < 2; mapped++) {
        fixture_begin(&fixture);
        if (mapped)
            fixture_use_map(&fixture);
        uint32_t at = 0;
        while (at < 3 * sizeof text) {
            size_t part = at % 61 + 1;
            part = part < sizeof text - at % sizeof text ? part : sizeof text - at % sizeof text;
            TEST_ASSERT_EQUAL_INT(
                0, state_append(&fixture.state, STATE_SITE0, at, text + at % sizeof text, part));
            at += (uint32_t)part;
        }
        for (uint32_t copy = 0; copy < 3; copy++) {
            TEST_ASSERT_EQUAL_INT(
                0, state_read(&fixture.state, STATE_SITE0, copy * sizeof text, read, sizeof read));
            TEST_ASSERT_EQUAL_MEMORY(text, read, sizeof read);
        }
        TEST_ASSERT_EQUAL_INT(STATUS_INVALID, state_append(&fixture.state, STATE_SITE0,
                                                           FIXTURE_SITE * STATE_PAYLOAD_BYTES - 1, text, 2));
    }
}

static void files_in_memory_are_used_in_place(void)
{
    fixture_begin(&fixture);
    fixture_use_map(&fixture);
    sector(2, STATE_CHANGE)[5] = 6;
    TEST_ASSERT_EQUAL_UINT8(6, fixture.sectors[fixture_at(STATE_SITE0, 2)][5]);
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    TEST_ASSERT_EQUAL_UINT(0, fixture.writes);
    sector(2, STATE_FRESH);
    TEST_ASSERT_EQUAL_UINT8(0, fixture.sectors[fixture_at(STATE_SITE0, 2)][5]);
}

static void a_card_that_is_gone_is_told(void)
{
    uint8_t *bytes;
    fixture_begin(&fixture);
    sector(0, STATE_FRESH)[0] = 1;
    fixture.dark = true;
    TEST_ASSERT_EQUAL_INT(STATUS_CLOSED, state_flush(&fixture.state));
    TEST_ASSERT_EQUAL_INT(STATUS_CLOSED, state_sector(&fixture.state, STATE_SITE0, 1, STATE_READ, &bytes));
    fixture.dark = false;
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state)); /* and nothing was forgotten meanwhile */
    fixture_boot(&fixture);
    TEST_ASSERT_EQUAL_UINT8(1, sector(0, STATE_READ)[0]);
}

SUITE(state)
{
    RUN_TEST(what_was_changed_is_read_again);
    RUN_TEST(flushed_changes_survive_a_cold_start);
    RUN_TEST(a_flush_writes_each_changed_sector_once);
    RUN_TEST(a_cached_sector_is_not_read_from_the_card);
    RUN_TEST(a_walk_that_lets_go_drives_out_nothing);
    RUN_TEST(damage_is_noticed);
    RUN_TEST(a_sector_in_anothers_place_is_noticed);
    RUN_TEST(there_is_nothing_behind_the_end_or_in_other_files);
    RUN_TEST(committed_bytes_survive_a_power_cut_while_they_are_written);
    RUN_TEST(an_old_shadow_does_not_come_back);
    RUN_TEST(text_runs_over_sectors);
    RUN_TEST(files_in_memory_are_used_in_place);
    RUN_TEST(a_card_that_is_gone_is_told);
}
