/* The table of what servers said about stored pages. */
#include "suite.h"

#include "base/status.h"
#include "store/valid.h"

enum { SECTORS = 3, LINES = 2, BUCKET = 6 };

static struct {
    struct state_files files;
    struct state state;
    struct state_line lines[LINES];
    uint8_t sectors[SECTORS][STATE_SECTOR_BYTES];
    unsigned shadows;
} table;

static int read_sector(void *context, unsigned file, uint32_t sector, void *bytes)
{
    (void)context;
    if (file == STATE_VALID)
        memcpy(bytes, table.sectors[sector], STATE_SECTOR_BYTES);
    else
        memset(bytes, 0, STATE_SECTOR_BYTES);
    return 0;
}

static int write_sector(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    (void)context;
    if (file == STATE_VALID)
        memcpy(table.sectors[sector], bytes, STATE_SECTOR_BYTES);
    else
        table.shadows++;
    return 0;
}

static int sync_nothing(void *context)
{
    (void)context;
    return 0;
}

static void reopen(void)
{
    TEST_ASSERT_EQUAL(0, state_open(&table.state, &table.files, table.lines, LINES));
}

static void begin(uint32_t sectors)
{
    memset(&table, 0, sizeof table);
    memset(table.sectors, 0x5a, sizeof table.sectors); /* what a card held before */
    table.files = (struct state_files){.read = read_sector, .write = write_sector, .sync = sync_nothing};
    table.files.sectors[STATE_CRAWL] = STATE_CRAWL_SECTORS;
    table.files.sectors[STATE_VALID] = sectors;
    reopen();
}

static struct valid entry_of(uint32_t seconds, const char *text)
{
    struct valid valid = {.seconds = seconds, .flags = VALID_ETAG | VALID_TARGET};
    memset(valid.payload, (int)(seconds & 0xff), sizeof valid.payload);
    memcpy(valid.text, text, strlen(text));
    return valid;
}

static void put(uint64_t hash, uint32_t seconds, const char *text)
{
    struct valid valid = entry_of(seconds, text);
    TEST_ASSERT_EQUAL(0, valid_put(&table.state, hash, &valid));
}

static bool has(uint64_t hash)
{
    struct valid valid;
    return valid_find(&table.state, hash, &valid);
}

static void what_was_put_is_found_also_after_a_restart(void)
{
    struct valid expected = entry_of(1800000000, "\"abc\""), found;
    begin(SECTORS);
    TEST_ASSERT_FALSE(has(77));
    put(77, 1800000000, "\"abc\"");
    TEST_ASSERT_EQUAL(0, state_flush(&table.state));
    reopen();
    TEST_ASSERT_TRUE(valid_find(&table.state, 77, &found));
    TEST_ASSERT_EQUAL_MEMORY(&expected, &found, sizeof found);
    TEST_ASSERT_FALSE(has(77 + SECTORS)); /* of the same bucket */
    TEST_ASSERT_EQUAL_MESSAGE(0, table.shadows, "it can be lost: one write is enough");
}

static void a_later_capture_takes_the_place_of_the_earlier(void)
{
    struct valid found;
    begin(SECTORS);
    put(5, 100, "\"one\"");
    put(5, 200, "\"two\"");
    TEST_ASSERT_TRUE(valid_find(&table.state, 5, &found));
    TEST_ASSERT_EQUAL_STRING("\"two\"", found.text);
    TEST_ASSERT_EQUAL(200, found.seconds);
}

static void in_a_full_bucket_the_oldest_gives_way(void)
{
    begin(1);
    for (uint32_t i = 0; i < BUCKET; i++)
        put(10 + i, i == 3 ? 50 : 100 + i, "x");
    for (uint32_t i = 0; i < BUCKET; i++)
        TEST_ASSERT_TRUE(has(10 + i));
    put(99, 200, "x");
    TEST_ASSERT_TRUE(has(99));
    for (uint32_t i = 0; i < BUCKET; i++)
        TEST_ASSERT_EQUAL(i != 3, has(10 + i));
}

static void a_torn_sector_is_an_empty_one(void)
{
    begin(1);
    put(1, 100, "x");
    TEST_ASSERT_EQUAL(0, state_flush(&table.state));
    table.sectors[0][300] ^= 1;
    reopen();
    TEST_ASSERT_FALSE(has(1));
    put(2, 100, "x");
    TEST_ASSERT_TRUE(has(2));
    TEST_ASSERT_FALSE(has(1));
}

/* What a server wrote, or whoever made the card, must not get a line of its own into a request. */
static void what_cannot_be_sent_is_not_found(void)
{
    static const char *const texts[] = {"", "a\r\nEvil: yes", "\x7f", "\x01"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        begin(1);
        put(1, 100, texts[i]);
        TEST_ASSERT_FALSE_MESSAGE(has(1), texts[i]);
    }
}

static void a_text_without_an_end_is_cut(void)
{
    struct valid valid = entry_of(100, ""), found;
    begin(1);
    memset(valid.text, 'a', sizeof valid.text);
    TEST_ASSERT_EQUAL(0, valid_put(&table.state, 1, &valid));
    TEST_ASSERT_TRUE(valid_find(&table.state, 1, &found));
    TEST_ASSERT_EQUAL(VALID_TEXT_SIZE - 1, strlen(found.text));
}

static void without_a_table_nothing_is_known(void)
{
    begin(0);
    put(1, 100, "x");
    TEST_ASSERT_FALSE(has(1));
}

SUITE(valid)
{
    RUN_TEST(what_was_put_is_found_also_after_a_restart);
    RUN_TEST(a_later_capture_takes_the_place_of_the_earlier);
    RUN_TEST(in_a_full_bucket_the_oldest_gives_way);
    RUN_TEST(a_torn_sector_is_an_empty_one);
    RUN_TEST(what_cannot_be_sent_is_not_found);
    RUN_TEST(a_text_without_an_end_is_cut);
    RUN_TEST(without_a_table_nothing_is_known);
}
