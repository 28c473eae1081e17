#include "suite.h"
#include "box/session.h"
#include "graph/hosts/carry.h"
#include "state_fixture.h"

static struct state_fixture fixture;
static struct hosts hosts;
static uint8_t carry[256];

static void begin_card(void)
{
    TEST_ASSERT_EQUAL_INT(0, fixture_begin(&fixture));
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &fixture.state, NULL));
    while (hosts_prepare(&hosts) > 0)
        ;
}

static uint32_t add(const char *name, uint8_t state, uint8_t hops)
{
    struct host *host;
    int32_t id = hosts_add(&hosts, name, strlen(name), NULL);
    TEST_ASSERT_TRUE(id >= 0);
    TEST_ASSERT_EQUAL_INT(0, hosts_change(&hosts, (uint32_t)id, &host));
    host->state = state;
    host->hops = hops;
    return (uint32_t)id;
}

/* Hosts a0.th to a9.th, the later the better. */
static void begin_queue(unsigned count)
{
    char name[] = "a0.th";
    begin_card();
    hosts_queue_begin(&hosts);
    for (unsigned i = 0; i < count; i++) {
        name[1] = (char)('0' + i);
        uint32_t id = add(name, HOST_QUEUED, (uint8_t)(i % 3));
        TEST_ASSERT_EQUAL_INT(0, hosts_queue_add(&hosts, id, i, (uint8_t)(100 + i)));
    }
    while (hosts_queue_sort(&hosts) > 0)
        ;
    hosts_carry_begin(carry, sizeof carry);
}

static const struct host *host_of(const char *name)
{
    const struct host *host = NULL;
    int32_t id = hosts_find(&hosts, name, strlen(name));
    if (id >= 0)
        TEST_ASSERT_EQUAL_INT(0, hosts_read(&hosts, (uint32_t)id, &host));
    return host;
}

static void the_queue_goes_to_another_card(void)
{
    begin_queue(5);
    TEST_ASSERT_EQUAL_INT(5, hosts_carry_take(&hosts, 0, carry, sizeof carry));
    begin_card();
    TEST_ASSERT_EQUAL_INT(5, hosts_carry_put(&hosts, carry, sizeof carry));
    TEST_ASSERT_EQUAL_UINT32(5, hosts.mark.hosts);
    TEST_ASSERT_EQUAL_UINT8(2, host_of("a2.th")->hops);
    TEST_ASSERT_EQUAL_UINT8(HOST_KNOWN, host_of("a2.th")->state);
    TEST_ASSERT_TRUE(host_of("a4.th")->flags & HOST_SEED);
}

static void those_that_were_begun_are_not_taken(void)
{
    begin_queue(5);
    TEST_ASSERT_EQUAL_INT(2, hosts_carry_take(&hosts, 3, carry, sizeof carry));
    begin_card();
    hosts_carry_put(&hosts, carry, sizeof carry);
    TEST_ASSERT_NULL(host_of("a4.th"));
    TEST_ASSERT_NOT_NULL(host_of("a0.th"));
}

static void the_best_go_first_when_room_is_short(void)
{
    enum { ROOM = 3 * (3 + 5) + 4 };
    begin_queue(9);
    hosts_carry_begin(carry, ROOM);
    carry[ROOM] = 0xaa;
    TEST_ASSERT_EQUAL_INT(3, hosts_carry_take(&hosts, 0, carry, ROOM));
    TEST_ASSERT_EQUAL_UINT8_MESSAGE(0xaa, carry[ROOM], "nothing behind the buffer is written");
    begin_card();
    TEST_ASSERT_EQUAL_INT(3, hosts_carry_put(&hosts, carry, ROOM));
    TEST_ASSERT_NOT_NULL(host_of("a8.th"));
    TEST_ASSERT_NOT_NULL(host_of("a6.th"));
    TEST_ASSERT_NULL(host_of("a5.th"));
}

static void buffers_of_any_size_are_kept_to(void)
{
    begin_queue(9);
    for (size_t room = 0; room < 60; room++) {
        memset(carry, 0xaa, sizeof carry);
        hosts_carry_begin(carry, room);
        TEST_ASSERT_EQUAL_INT((int)(room / 8), hosts_carry_take(&hosts, 0, carry, room));
        TEST_ASSERT_EACH_EQUAL_UINT8(0xaa, carry + room, sizeof carry - room);
    }
}

static void active_sites_come_first_and_once(void)
{
    begin_queue(3);
    uint32_t active = add("active.th", HOST_ACTIVE, 1), done = add("done.th", HOST_DONE, 1);
    TEST_ASSERT_EQUAL_INT(0, hosts_carry_add(&hosts, active, carry, sizeof carry));
    TEST_ASSERT_EQUAL_INT(0, hosts_carry_add(&hosts, done, carry, sizeof carry));
    TEST_ASSERT_EQUAL_INT(0, hosts_carry_add(&hosts, active, carry, sizeof carry));
    TEST_ASSERT_EQUAL_INT(4, hosts_carry_take(&hosts, 0, carry, sizeof carry));
    begin_card();
    TEST_ASSERT_EQUAL_INT(4, hosts_carry_put(&hosts, carry, sizeof carry));
    TEST_ASSERT_NOT_NULL(host_of("active.th"));
    TEST_ASSERT_NULL_MESSAGE(host_of("done.th"), "it does not wait");
}

static void what_is_done_on_the_new_card_stays_done(void)
{
    begin_queue(2);
    hosts_carry_take(&hosts, 0, carry, sizeof carry);
    begin_card();
    add("a0.th", HOST_DONE, 0);
    TEST_ASSERT_EQUAL_INT(1, hosts_carry_put(&hosts, carry, sizeof carry));
    TEST_ASSERT_EQUAL_UINT8(HOST_DONE, host_of("a0.th")->state);
    TEST_ASSERT_FALSE(host_of("a0.th")->flags & HOST_SEED);
}

static void a_buffer_of_anything_is_safe(void)
{
    begin_card();
    for (unsigned i = 0; i < 300; i++) {
        for (size_t at = 0; at < sizeof carry; at++)
            carry[at] = (uint8_t)((at * 40503u + i * 2654435761u) >> 9);
        TEST_ASSERT_TRUE(hosts_carry_put(&hosts, carry, i % sizeof carry) >= 0);
    }
}

static void a_card_that_is_gone_is_told(void)
{
    begin_queue(9);
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    fixture_boot(&fixture);
    fixture.dark = true;
    TEST_ASSERT_EQUAL_INT(STATUS_CLOSED, hosts_carry_take(&hosts, 0, carry, sizeof carry));
}

/* As many as the documents say, in as many bytes as the session has (box/session.h). */
static void a_session_carries_12_names_of_22_characters(void)
{
    static uint8_t of_a_session[SESSION_CARRY_BYTES];
    char name[] = "a00.library.example.th";
    TEST_ASSERT_EQUAL(22, strlen(name));
    begin_card();
    hosts_queue_begin(&hosts);
    for (unsigned i = 0; i < 20; i++) {
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        TEST_ASSERT_EQUAL_INT(0, hosts_queue_add(&hosts, add(name, HOST_QUEUED, 1), i, 100));
    }
    while (hosts_queue_sort(&hosts) > 0)
        ;
    hosts_carry_begin(of_a_session, sizeof of_a_session);
    TEST_ASSERT_EQUAL_INT(12, hosts_carry_take(&hosts, 0, of_a_session, sizeof of_a_session));
}

SUITE(hosts_carry)
{
    RUN_TEST(a_session_carries_12_names_of_22_characters);
    RUN_TEST(the_queue_goes_to_another_card);
    RUN_TEST(those_that_were_begun_are_not_taken);
    RUN_TEST(the_best_go_first_when_room_is_short);
    RUN_TEST(buffers_of_any_size_are_kept_to);
    RUN_TEST(active_sites_come_first_and_once);
    RUN_TEST(what_is_done_on_the_new_card_stays_done);
    RUN_TEST(a_buffer_of_anything_is_safe);
    RUN_TEST(a_card_that_is_gone_is_told);
}
