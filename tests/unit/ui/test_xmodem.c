#include "ui/xmodem.h"

#include "suite.h"

enum { ROOM = 300 * XMODEM_BLOCK_BYTES, SOH = 0x01, EOT = 0x04 };

static struct xmodem xmodem;
static uint8_t buffer[1024];
static uint8_t block[XMODEM_BLOCK_BYTES + 5];

static void make_block(uint8_t number, uint8_t fill)
{
    uint16_t crc = 0;
    block[0] = SOH;
    block[1] = number;
    block[2] = (uint8_t)~number;
    for (unsigned i = 0; i < XMODEM_BLOCK_BYTES; i++) {
        block[3 + i] = (uint8_t)(fill + i);
        crc ^= (uint16_t)(block[3 + i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    block[3 + XMODEM_BLOCK_BYTES] = (uint8_t)(crc >> 8);
    block[4 + XMODEM_BLOCK_BYTES] = (uint8_t)crc;
}

/* Pushes the block; the answer to its last byte. Nothing may be answered before. */
static uint8_t push_block(void)
{
    for (unsigned i = 0; i + 1 < sizeof block; i++)
        TEST_ASSERT_EQUAL(0, xmodem_push(&xmodem, block[i]));
    return xmodem_push(&xmodem, block[sizeof block - 1]);
}

static uint8_t send(uint8_t number, uint8_t fill)
{
    make_block(number, fill);
    return push_block();
}

static void takes_a_file_block_by_block(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    TEST_ASSERT_EQUAL(XMODEM_START, xmodem_idle(&xmodem));
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(1, 10));
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(2, 20));
    TEST_ASSERT_EQUAL(XMODEM_ACK, xmodem_push(&xmodem, EOT));
    TEST_ASSERT_EQUAL(XMODEM_DONE, xmodem.state);
    TEST_ASSERT_EQUAL(256, xmodem.length);
    TEST_ASSERT_EQUAL(10, buffer[0]);
    TEST_ASSERT_EQUAL(20, buffer[128]);
    TEST_ASSERT_EQUAL((uint8_t)(20 + 127), buffer[255]);
}

static void asks_for_a_damaged_block_again(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    send(1, 10);
    make_block(2, 20);
    block[50] ^= 1;
    TEST_ASSERT_EQUAL(XMODEM_NAK, push_block());
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(2, 20));
    TEST_ASSERT_EQUAL(256, xmodem.length);
    TEST_ASSERT_EQUAL(20 + 47, buffer[128 + 47]);
}

static void a_block_that_comes_twice_counts_once(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    send(1, 10);
    send(2, 20);
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(2, 20));
    TEST_ASSERT_EQUAL(256, xmodem.length);
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(3, 30));
    TEST_ASSERT_EQUAL(384, xmodem.length);
}

static void a_missing_block_ends_it(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    send(1, 10);
    TEST_ASSERT_EQUAL(XMODEM_CANCEL, send(3, 30));
    TEST_ASSERT_EQUAL(XMODEM_GAVE_UP, xmodem.state);
}

static void a_file_larger_than_the_buffer_is_refused(void)
{
    xmodem_begin(&xmodem, buffer, 200);
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(1, 10));
    make_block(2, 20);
    xmodem_push(&xmodem, block[0]);
    xmodem_push(&xmodem, block[1]);
    TEST_ASSERT_EQUAL(XMODEM_CANCEL, xmodem_push(&xmodem, block[2]));
    TEST_ASSERT_EQUAL(XMODEM_TOO_LONG, xmodem.state);
}

static void block_numbers_start_over_after_255(void)
{
    uint8_t *large = buffer; /* every block lands in the same place: only the numbers matter here */
    xmodem_begin(&xmodem, large, ROOM);
    for (unsigned number = 1; number <= 258; number++) {
        TEST_ASSERT_EQUAL(XMODEM_ACK, send((uint8_t)number, 0));
        TEST_ASSERT_EQUAL(XMODEM_BLOCK_BYTES, xmodem.length);
        xmodem.length = number < 258 ? 0 : xmodem.length;
    }
    TEST_ASSERT_EQUAL(XMODEM_RECEIVING, xmodem.state);
}

static void gives_up_when_nobody_sends(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    for (unsigned i = 1; i < XMODEM_TRIES; i++)
        TEST_ASSERT_EQUAL(XMODEM_START, xmodem_idle(&xmodem));
    TEST_ASSERT_EQUAL(XMODEM_CANCEL, xmodem_idle(&xmodem));
    TEST_ASSERT_EQUAL(XMODEM_GAVE_UP, xmodem.state);
}

static void the_sender_may_cancel(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    send(1, 10);
    TEST_ASSERT_EQUAL(0, xmodem_push(&xmodem, XMODEM_CANCEL));
    TEST_ASSERT_EQUAL(XMODEM_RECEIVING, xmodem.state);
    xmodem_push(&xmodem, XMODEM_CANCEL);
    TEST_ASSERT_EQUAL(XMODEM_CANCELLED, xmodem.state);
}

static void noise_between_blocks_is_passed_over(void)
{
    xmodem_begin(&xmodem, buffer, sizeof buffer);
    TEST_ASSERT_EQUAL(0, xmodem_push(&xmodem, 'x'));
    TEST_ASSERT_EQUAL(0, xmodem_push(&xmodem, XMODEM_CANCEL));
    TEST_ASSERT_EQUAL(0, xmodem_push(&xmodem, '\n'));
    TEST_ASSERT_EQUAL(XMODEM_ACK, send(1, 10));
}

SUITE(xmodem)
{
    RUN_TEST(takes_a_file_block_by_block);
    RUN_TEST(asks_for_a_damaged_block_again);
    RUN_TEST(a_block_that_comes_twice_counts_once);
    RUN_TEST(a_missing_block_ends_it);
    RUN_TEST(a_file_larger_than_the_buffer_is_refused);
    RUN_TEST(block_numbers_start_over_after_255);
    RUN_TEST(gives_up_when_nobody_sends);
    RUN_TEST(the_sender_may_cancel);
    RUN_TEST(noise_between_blocks_is_passed_over);
}
