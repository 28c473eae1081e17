#include "suite.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "store/journal.h"

static uint8_t copies[2][STORE_SECTOR_BYTES];
static unsigned writes, syncs;
static struct journal journal;

static uint8_t *copy_at(uint32_t sector)
{
    return copies[sector == 100 + JOURNAL_COPY_DISTANCE_SECTORS];
}

static int read_copy(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    (void)context;
    (void)count;
    memcpy(bytes, copy_at(sector), STORE_SECTOR_BYTES);
    return 0;
}

static int write_copy(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    (void)context;
    (void)count;
    memcpy(copy_at(sector), bytes, STORE_SECTOR_BYTES);
    writes++;
    return 0;
}

static int sync_copies(void *context)
{
    (void)context;
    syncs++;
    return 0;
}

static const struct store_port port = {.read = read_copy, .write = write_copy, .sync = sync_copies};

static void begin(void)
{
    memset(copies, 0, sizeof copies);
    writes = syncs = 0;
    journal_reset(&journal, 100);
}

static void store_number(uint32_t number)
{
    journal_set(&journal, JOURNAL_WARC_BYTES, number);
    TEST_ASSERT_EQUAL_INT(0, journal_store(&journal, &port));
}

static void the_newest_copy_counts(void)
{
    begin();
    for (uint32_t i = 1; i < 6; i++) {
        struct journal read;
        store_number(i);
        TEST_ASSERT_EQUAL_INT(0, journal_load(&read, &port, 100));
        TEST_ASSERT_EQUAL_UINT32(i, journal_get(&read, JOURNAL_WARC_BYTES));
    }
    TEST_ASSERT_EQUAL_UINT(5, writes);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(10, syncs, "one before and one after each");
}

static void a_torn_copy_leaves_the_one_before(void)
{
    for (unsigned at = 0; at < STORE_SECTOR_BYTES; at += 5) {
        struct journal read;
        begin();
        store_number(1);
        store_number(2);
        uint8_t old[STORE_SECTOR_BYTES];
        memcpy(old, copies[1], sizeof old);
        store_number(3); /* over the copy of 1 */
        memcpy(copies[1] + at, old + at, STORE_SECTOR_BYTES - at);
        TEST_ASSERT_EQUAL_INT(0, journal_load(&read, &port, 100));
        uint32_t number = journal_get(&read, JOURNAL_WARC_BYTES);
        TEST_ASSERT_TRUE(number == 2 || (number == 3 && at > JOURNAL_CRC));
    }
}

static void the_sequence_may_wrap(void)
{
    struct journal read;
    begin();
    journal_set(&journal, JOURNAL_SEQUENCE, UINT32_MAX - 1);
    store_number(1);
    store_number(2);
    TEST_ASSERT_EQUAL_UINT32(0, journal_get(&journal, JOURNAL_SEQUENCE));
    TEST_ASSERT_EQUAL_INT(0, journal_load(&read, &port, 100));
    TEST_ASSERT_EQUAL_UINT32(2, journal_get(&read, JOURNAL_WARC_BYTES));
}

static void without_a_valid_copy_it_is_damaged(void)
{
    begin();
    journal_set(&journal, JOURNAL_WARC_BYTES, 7);
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, journal_load(&journal, &port, 100));
    TEST_ASSERT_EQUAL_UINT32(0, journal_get(&journal, JOURNAL_WARC_BYTES));
}

static void seal(uint8_t *copy)
{
    bytes_put32(copy + JOURNAL_CRC, crc32_update(CRC32_INIT, copy, JOURNAL_CRC));
}

static void lines_that_contradict_themselves_are_damage(void)
{
    static const struct {
        uint16_t used;
        uint8_t line[3];
    } cases[] = {
        {JOURNAL_PENDING_BYTES + 1, {0, 0, 0}},
        {2, {0, 0, 0}},
        {3, {JOURNAL_LOGS, 0, 0}},
        {3, {0, 1, 0}},
        {10, {0, 255, 255}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        store_number(1);
        bytes_put16(copies[1] + JOURNAL_PENDING_USED, cases[i].used);
        memcpy(copies[1] + JOURNAL_PENDING, cases[i].line, 3);
        seal(copies[1]);
        TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, journal_load(&journal, &port, 100));
    }
}

static void add(unsigned log, const char *line)
{
    uint8_t *to = journal_line_add(&journal, log, strlen(line));
    TEST_ASSERT_NOT_NULL(to);
    memcpy(to, line, strlen(line));
}

static void lines_of_a_log_are_kept_in_order_and_apart(void)
{
    uint8_t text[100] = {0};
    begin();
    add(0, "one\n");
    add(2, "event\n");
    add(0, "two\n");
    TEST_ASSERT_EQUAL_UINT(8, journal_lines_size(&journal, 0));
    journal_lines_copy(&journal, 0, text);
    TEST_ASSERT_EQUAL_STRING("one\ntwo\n", (char *)text);
    journal_lines_drop(&journal, 0);
    TEST_ASSERT_EQUAL_UINT(0, journal_lines_size(&journal, 0));
    memset(text, 0, sizeof text);
    journal_lines_copy(&journal, 2, text);
    TEST_ASSERT_EQUAL_STRING("event\n", (char *)text);
    TEST_ASSERT_EQUAL_INT(0, journal_store(&journal, &port));
    TEST_ASSERT_EQUAL_INT(0, journal_load(&journal, &port, 100));
    TEST_ASSERT_EQUAL_UINT(6, journal_lines_size(&journal, 2));
}

static void a_line_that_does_not_fit_is_refused(void)
{
    begin();
    TEST_ASSERT_NULL(journal_line_add(&journal, 0, JOURNAL_LINE_MAX + 1));
    TEST_ASSERT_NOT_NULL(journal_line_add(&journal, 0, JOURNAL_LINE_MAX));
    TEST_ASSERT_NULL(journal_line_add(&journal, 0, 1));
}

static void set_version(uint8_t copy[STORE_SECTOR_BYTES], char version)
{
    copy[3] = (uint8_t)version;
    bytes_put32(copy + JOURNAL_CRC, crc32_update(CRC32_INIT, copy, JOURNAL_CRC));
}

static void a_journal_of_another_version_is_not_taken_for_a_lost_one(void)
{
    static const struct {
        char a, b;
        int status;
    } cases[] = {{'4', '3', STATUS_VERSION},
                 {'3', '4', STATUS_VERSION},
                 {'2', '2', STATUS_VERSION},
                 {'2', '3', 0}, /* one of before, and this version has gone on */
                 {'3', '3', 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct journal read;
        begin();
        store_number(1);
        store_number(2);
        set_version(copies[0], cases[i].a);
        set_version(copies[1], cases[i].b);
        TEST_ASSERT_EQUAL_INT(cases[i].status, journal_load(&read, &port, 100));
    }
}

SUITE(journal)
{
    RUN_TEST(a_journal_of_another_version_is_not_taken_for_a_lost_one);
    RUN_TEST(the_newest_copy_counts);
    RUN_TEST(a_torn_copy_leaves_the_one_before);
    RUN_TEST(the_sequence_may_wrap);
    RUN_TEST(without_a_valid_copy_it_is_damaged);
    RUN_TEST(lines_that_contradict_themselves_are_damage);
    RUN_TEST(lines_of_a_log_are_kept_in_order_and_apart);
    RUN_TEST(a_line_that_does_not_fit_is_refused);
}
