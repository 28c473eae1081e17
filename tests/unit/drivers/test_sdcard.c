#include "suite.h"
#include "sdcard_fake.h"

enum { SECTORS_SC = 16, SECTORS_HC = 1024, KEPT = 16 };

/* An SDHC card tells its size in units of 1,024 sectors; the fake's memory holds the first few, the others
 * are blank. */
static uint8_t memory[KEPT * SDCARD_SECTOR_BYTES];
static uint8_t buffer[4 * SDCARD_SECTOR_BYTES];
static struct sdcard_fake fake;
static struct sdcard card;

static void insert(enum sdcard_fake_kind kind)
{
    for (unsigned i = 0; i < sizeof memory; i++)
        memory[i] = (uint8_t)(i * 31 + i / 512 * 17);
    sdcard_fake_init(&fake, kind, memory, kind == SDCARD_FAKE_SDHC ? SECTORS_HC : SECTORS_SC);
    fake.kept = KEPT;
    memset(&card, 0, sizeof card);
    card.bus = &fake.bus;
}

static void start(enum sdcard_fake_kind kind)
{
    insert(kind);
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
}

static void fill(uint8_t seed)
{
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = (uint8_t)(i * 7 + i / 256 + seed);
}

static void every_kind_is_recognised(void)
{
    start(SDCARD_FAKE_SD1);
    TEST_ASSERT_EQUAL_UINT32(SECTORS_SC, card.sectors);
    TEST_ASSERT_FALSE(card.addressed_in_sectors);
    start(SDCARD_FAKE_SDSC);
    TEST_ASSERT_EQUAL_UINT32(SECTORS_SC, card.sectors);
    TEST_ASSERT_FALSE(card.addressed_in_sectors);
    start(SDCARD_FAKE_SDHC);
    TEST_ASSERT_EQUAL_UINT32(SECTORS_HC, card.sectors);
    TEST_ASSERT_TRUE(card.addressed_in_sectors);
    TEST_ASSERT_TRUE_MESSAGE(fake.checksums, "CRCs must be switched on");
    TEST_ASSERT_EQUAL_UINT(0, fake.violations);
}

static void what_is_written_is_read_back(void)
{
    for (int kind = SDCARD_FAKE_SD1; kind <= SDCARD_FAKE_SDHC; kind++) {
        for (uint32_t count = 1; count <= 4; count++) {
            start((enum sdcard_fake_kind)kind);
            fill((uint8_t)count);
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_write(&card, 3, buffer, count));
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_sync(&card));
            TEST_ASSERT_EQUAL_MEMORY(buffer, memory + 3 * SDCARD_SECTOR_BYTES, count * SDCARD_SECTOR_BYTES);
            memset(buffer, 0, sizeof buffer);
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_read(&card, 3, buffer, count));
            TEST_ASSERT_EQUAL_MEMORY(memory + 3 * SDCARD_SECTOR_BYTES, buffer, count * SDCARD_SECTOR_BYTES);
            TEST_ASSERT_EQUAL_UINT(count, fake.blocks_written);
            TEST_ASSERT_EQUAL_UINT(0, fake.violations);
            TEST_ASSERT_FALSE(fake.taken);
        }
    }
}

static void sectors_that_do_not_exist_are_refused(void)
{
    start(SDCARD_FAKE_SDSC);
    TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_read(&card, SECTORS_SC, buffer, 1));
    TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_write(&card, SECTORS_SC - 1, buffer, 2));
    TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_read(&card, 0, buffer, 0));
    TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_read(&card, 1, buffer, UINT32_MAX));
}

static int try_both(uint32_t count, bool writing)
{
    return writing ? sdcard_write(&card, 2, buffer, count) : sdcard_read(&card, 2, buffer, count);
}

static const struct {
    enum sdcard_fake_fault fault;
    bool writing;
    int for_good; /* what is told when it does not go away */
} faults[] = {
    {SDCARD_FAULT_SILENT, false, SDCARD_NO_CARD},      {SDCARD_FAULT_SILENT, true, SDCARD_NO_CARD},
    {SDCARD_FAULT_REFUSE, false, SDCARD_ERROR},        {SDCARD_FAULT_REFUSE, true, SDCARD_ERROR},
    {SDCARD_FAULT_READ_CHECKSUM, false, SDCARD_ERROR}, {SDCARD_FAULT_READ_TOKEN, false, SDCARD_ERROR},
    {SDCARD_FAULT_READ_NEVER, false, SDCARD_TIMEOUT},  {SDCARD_FAULT_WRITE_CHECKSUM, true, SDCARD_ERROR},
    {SDCARD_FAULT_WRITE_ERROR, true, SDCARD_ERROR},    {SDCARD_FAULT_WRITE_STATUS, true, SDCARD_ERROR},
};

static void an_error_that_happens_once_is_cured_by_repeating(void)
{
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        for (uint32_t count = 1; count <= 3; count += 2) {
            start(SDCARD_FAKE_SDHC);
            fill((uint8_t)i);
            sdcard_fake_fault(&fake, faults[i].fault, 1);
            TEST_ASSERT_EQUAL_INT_MESSAGE(SDCARD_OK, try_both(count, faults[i].writing), "once");
            TEST_ASSERT_EQUAL_MEMORY(memory + 2 * SDCARD_SECTOR_BYTES, buffer, count * SDCARD_SECTOR_BYTES);
            TEST_ASSERT_EQUAL_UINT(0, fake.violations);
            TEST_ASSERT_FALSE(fake.taken);
            /* A fault in the hint how many sectors will come costs nothing: it is only a hint. */
            bool only_the_hint = count > 1 && faults[i].writing && faults[i].fault <= SDCARD_FAULT_REFUSE;
            TEST_ASSERT_EQUAL_UINT(only_the_hint ? 0 : 1, card.retries);
        }
    }
}

static void an_error_that_stays_is_told_by_its_name(void)
{
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        for (uint32_t count = 1; count <= 3; count += 2) {
            start(SDCARD_FAKE_SDHC);
            sdcard_fake_fault(&fake, faults[i].fault, SDCARD_FOR_GOOD);
            TEST_ASSERT_EQUAL_INT(faults[i].for_good, try_both(count, faults[i].writing));
            TEST_ASSERT_FALSE(fake.taken);
            TEST_ASSERT_EQUAL_UINT(3, card.retries);
        }
    }
}

static void a_card_that_stays_busy_ends_in_a_timeout(void)
{
    start(SDCARD_FAKE_SDHC);
    sdcard_fake_fault(&fake, SDCARD_FAULT_BUSY, 1);
    uint32_t before_ms = fake.clock_us / 1000;
    int status = sdcard_write(&card, 0, buffer, 1);
    TEST_ASSERT_TRUE(status == SDCARD_TIMEOUT || status == SDCARD_ERROR || status == SDCARD_NO_CARD);
    TEST_ASSERT_TRUE(card.timeouts > 0);
    TEST_ASSERT_TRUE_MESSAGE(fake.clock_us / 1000 - before_ms < 4000, "must give up within seconds");
    TEST_ASSERT_FALSE(fake.taken);
}

static void errors_during_start_are_survived_or_told(void)
{
    for (int fault = SDCARD_FAULT_SILENT; fault < SDCARD_FAULTS; fault++) {
        insert(SDCARD_FAKE_SDHC);
        sdcard_fake_fault(&fake, (enum sdcard_fake_fault)fault, 1);
        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
    }
    insert(SDCARD_FAKE_SDHC);
    sdcard_fake_fault(&fake, SDCARD_FAULT_SILENT, SDCARD_FOR_GOOD);
    TEST_ASSERT_EQUAL_INT(SDCARD_NO_CARD, sdcard_start(&card));
    insert(SDCARD_FAKE_SDHC);
    sdcard_fake_fault(&fake, SDCARD_FAULT_REFUSE, SDCARD_FOR_GOOD);
    TEST_ASSERT_EQUAL_INT(SDCARD_ERROR, sdcard_start(&card));
    insert(SDCARD_FAKE_SDHC);
    sdcard_fake_fault(&fake, SDCARD_FAULT_READ_CHECKSUM, SDCARD_FOR_GOOD);
    TEST_ASSERT_EQUAL_INT(SDCARD_ERROR, sdcard_start(&card));
    TEST_ASSERT_FALSE(card.started);
}

static void an_empty_slot_is_seen(void)
{
    insert(SDCARD_FAKE_SDHC);
    sdcard_fake_pull(&fake);
    TEST_ASSERT_EQUAL_INT(SDCARD_NO_CARD, sdcard_start(&card));
    TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_read(&card, 0, buffer, 1));
}

static void polling_sees_a_card_go(void)
{
    start(SDCARD_FAKE_SDHC);
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_poll(&card));
    sdcard_fake_pull(&fake);
    TEST_ASSERT_EQUAL_INT(SDCARD_NO_CARD, sdcard_poll(&card));
}

static void nothing_is_written_to_a_card_that_was_put_in_meanwhile(void)
{
    start(SDCARD_FAKE_SDHC);
    sdcard_fake_pull(&fake);
    sdcard_fake_insert(&fake);
    fill(1);
    TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_write(&card, 0, buffer, 2));
    TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_write(&card, 0, buffer, 1));
    TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_read(&card, 0, buffer, 1));
    TEST_ASSERT_EQUAL_UINT(0, fake.blocks_written);
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_read(&card, 0, buffer, 1));
}

static void a_protected_card_is_not_written(void)
{
    insert(SDCARD_FAKE_SDHC);
    fake.protected_by_csd = true;
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
    TEST_ASSERT_TRUE(card.read_only);
    TEST_ASSERT_EQUAL_INT(SDCARD_PROTECTED, sdcard_write(&card, 0, buffer, 1));
    TEST_ASSERT_EQUAL_UINT(0, fake.blocks_written);
}

enum { WITHOUT_SIZE = 1, WITHOUT_STATUS = 2, LATE_REFUSALS = 4, RANGE_BY_TOKEN = 8, HABITS = 16 };

static void insert_with_habits(enum sdcard_fake_kind kind, unsigned habits)
{
    insert(kind);
    fake.without_size = habits & WITHOUT_SIZE;
    fake.without_status = habits & WITHOUT_STATUS;
    fake.late_refusals = habits & LATE_REFUSALS;
    fake.range_by_token = habits & RANGE_BY_TOKEN;
}

static void start_with_habits(enum sdcard_fake_kind kind, unsigned habits)
{
    insert_with_habits(kind, habits);
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
}

static void a_card_that_refuses_commands_works(void)
{
    for (int kind = SDCARD_FAKE_SD1; kind <= SDCARD_FAKE_SDHC; kind++) {
        for (unsigned habits = 0; habits < HABITS; habits++) {
            start_with_habits((enum sdcard_fake_kind)kind, habits);
            TEST_ASSERT_EQUAL_UINT32(kind == SDCARD_FAKE_SDHC ? SECTORS_HC : SECTORS_SC, card.sectors);
            TEST_ASSERT_EQUAL(!fake.without_size, card.tells_size);
            TEST_ASSERT_EQUAL(!fake.without_status, card.tells_status);
            fill((uint8_t)habits);
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_write(&card, 5, buffer, 1));
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_write(&card, 6, buffer, 3));
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_sync(&card));
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_poll(&card));
            TEST_ASSERT_EQUAL_MEMORY(buffer, memory + 6 * SDCARD_SECTOR_BYTES, 3 * SDCARD_SECTOR_BYTES);
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_read(&card, 5, buffer, 4));
            TEST_ASSERT_EQUAL_MEMORY(memory + 5 * SDCARD_SECTOR_BYTES, buffer, sizeof buffer);
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_read(&card, card.sectors - 1, buffer, 1));
            TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_read(&card, card.sectors, buffer, 1));
            TEST_ASSERT_EQUAL_UINT(0, fake.violations);
            TEST_ASSERT_EQUAL_UINT(0, card.retries);
        }
    }
}

static void sizes_are_searched_whatever_they_are(void)
{
    static const uint32_t sizes[] = {1, 2, 3, 1000, 1024, 7744512, 15523840, 0x7ffffffe};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        insert_with_habits(SDCARD_FAKE_SDHC, WITHOUT_SIZE | WITHOUT_STATUS);
        fake.sectors = sizes[i];
        fake.kept = sizes[i] < KEPT ? sizes[i] : KEPT;
        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
        TEST_ASSERT_EQUAL_UINT32(sizes[i], card.sectors);
    }
    insert_with_habits(SDCARD_FAKE_SDSC, WITHOUT_SIZE);
    fake.sectors = 8388608; /* 4 GB: the highest address that 32 bits give */
    TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
    TEST_ASSERT_EQUAL_UINT32(8388608, card.sectors);
}

static void an_error_while_the_size_is_searched_makes_no_card_smaller(void)
{
    for (int fault = SDCARD_FAULT_SILENT; fault <= SDCARD_FAULT_READ_NEVER; fault++) {
        insert_with_habits(SDCARD_FAKE_SDHC, WITHOUT_SIZE);
        sdcard_fake_fault(&fake, (enum sdcard_fake_fault)fault, 2);
        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
        TEST_ASSERT_EQUAL_UINT32(SECTORS_HC, card.sectors);
    }
    insert_with_habits(SDCARD_FAKE_SDHC, WITHOUT_SIZE);
    sdcard_fake_fault(&fake, SDCARD_FAULT_READ_TOKEN, SDCARD_FOR_GOOD);
    TEST_ASSERT_EQUAL_INT(SDCARD_ERROR, sdcard_start(&card));
}

static void a_card_without_an_end_is_refused(void)
{
    insert_with_habits(SDCARD_FAKE_SDHC, WITHOUT_SIZE);
    fake.end = SDCARD_FAKE_WRAPS;
    TEST_ASSERT_EQUAL_INT(SDCARD_RANGE, sdcard_start(&card));
    TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_write(&card, 0, buffer, 1));
    TEST_ASSERT_EQUAL_UINT(0, fake.blocks_written);
}

static void without_a_status_a_lost_write_is_found_by_reading_it_back(void)
{
    for (uint32_t count = 1; count <= 3; count += 2) {
        start_with_habits(SDCARD_FAKE_SDHC, WITHOUT_STATUS);
        fill(9);
        sdcard_fake_fault(&fake, SDCARD_FAULT_WRITE_STATUS, 1);
        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_write(&card, 2, buffer, count));
        TEST_ASSERT_EQUAL_UINT(1, card.retries);
        TEST_ASSERT_EQUAL_MEMORY(buffer, memory + 2 * SDCARD_SECTOR_BYTES, count * SDCARD_SECTOR_BYTES);
        fill(10);
        sdcard_fake_fault(&fake, SDCARD_FAULT_WRITE_STATUS, SDCARD_FOR_GOOD);
        TEST_ASSERT_EQUAL_INT(SDCARD_FORGETS, sdcard_write(&card, 2, buffer, count));
        sdcard_fake_fault(&fake, SDCARD_FAULT_NONE, 0);
        TEST_ASSERT_EQUAL_INT(SDCARD_FORGETS, sdcard_write(&card, KEPT, buffer, count));
    }
}

static void without_a_status_a_card_that_goes_or_is_another_is_seen(void)
{
    for (unsigned habits = WITHOUT_STATUS; habits < HABITS; habits = (habits + 1) | WITHOUT_STATUS) {
        start_with_habits(SDCARD_FAKE_SDHC, habits);
        sdcard_fake_pull(&fake);
        TEST_ASSERT_EQUAL_INT(SDCARD_NO_CARD, sdcard_poll(&card));
        sdcard_fake_insert(&fake);
        TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_poll(&card));

        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
        sdcard_fake_pull(&fake);
        sdcard_fake_insert(&fake);
        TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_poll(&card));

        for (uint32_t count = 1; count <= 2; count++) {
            TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
            sdcard_fake_pull(&fake);
            sdcard_fake_insert(&fake);
            TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_write(&card, 0, buffer, count));
        }
        TEST_ASSERT_EQUAL_INT(SDCARD_OK, sdcard_start(&card));
        sdcard_fake_pull(&fake);
        sdcard_fake_insert(&fake);
        TEST_ASSERT_EQUAL_INT(SDCARD_CHANGED, sdcard_sync(&card));
        TEST_ASSERT_EQUAL_UINT(0, fake.blocks_written);
    }
}

SUITE(sdcard)
{
    RUN_TEST(every_kind_is_recognised);
    RUN_TEST(what_is_written_is_read_back);
    RUN_TEST(sectors_that_do_not_exist_are_refused);
    RUN_TEST(an_error_that_happens_once_is_cured_by_repeating);
    RUN_TEST(an_error_that_stays_is_told_by_its_name);
    RUN_TEST(a_card_that_stays_busy_ends_in_a_timeout);
    RUN_TEST(errors_during_start_are_survived_or_told);
    RUN_TEST(an_empty_slot_is_seen);
    RUN_TEST(polling_sees_a_card_go);
    RUN_TEST(nothing_is_written_to_a_card_that_was_put_in_meanwhile);
    RUN_TEST(a_protected_card_is_not_written);
    RUN_TEST(a_card_that_refuses_commands_works);
    RUN_TEST(sizes_are_searched_whatever_they_are);
    RUN_TEST(an_error_while_the_size_is_searched_makes_no_card_smaller);
    RUN_TEST(a_card_without_an_end_is_refused);
    RUN_TEST(without_a_status_a_lost_write_is_found_by_reading_it_back);
    RUN_TEST(without_a_status_a_card_that_goes_or_is_another_is_seen);
}
