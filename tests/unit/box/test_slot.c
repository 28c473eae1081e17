/* The card's life, over a store that says what the test wants and a session that remembers what it was
 * told. */
#include "suite.h"

#include "base/status.h"
#include "box/slot.h"
#include "ports_fake.h"

static struct {
    enum store_state next;      /* what store_mount() finds */
    unsigned mounts, forgotten; /* how often */
    unsigned mounted, ready, gone;
    bool has_room;
    int eject_status;
} world;

static struct store store;
static struct session session;
static struct slot slot;

enum store_state store_mount(struct store *mounted)
{
    world.mounts++;
    return mounted->state = world.next;
}

int store_eject(struct store *ejected)
{
    if (world.eject_status == 0)
        ejected->state = STORE_EJECTED;
    return world.eject_status;
}

void store_forget(struct store *forgotten)
{
    world.forgotten++;
    forgotten->state = STORE_NO_CARD;
}

int store_get_info(struct store *looked_at, struct store_info *info)
{
    *info = (struct store_info){
        .state = looked_at->state, .total_kb = 64 * 1024, .free_kb = 32 * 1024, .card_pages = 5};
    return STATUS_OK;
}

bool store_has_room(const struct store *looked_at, const struct store_info *info)
{
    (void)looked_at;
    (void)info;
    return world.has_room;
}

const char *store_sentence(enum store_state state)
{
    return state == STORE_READ_ONLY ? "it is write-protected" : "the card's sentence";
}

void session_card_mounted(struct session *told)
{
    (void)told;
    world.mounted++;
}

void session_card_ready(struct session *told)
{
    (void)told;
    world.ready++;
}

void session_card_gone(struct session *told)
{
    (void)told;
    world.gone++;
}

static void begin(enum store_state next)
{
    static const struct session_parts parts = {.store = &store};
    ports_fake_begin();
    memset(&world, 0, sizeof world);
    memset(&store, 0, sizeof store);
    memset(&slot, 0, sizeof slot);
    session.parts = &parts;
    world.next = next;
}

static void tick(void)
{
    slot_tick(&slot, &session);
}

/* ---- */

static void a_card_that_is_put_in_is_mounted_and_told(void)
{
    begin(STORE_NO_CARD);
    tick();
    TEST_ASSERT_EQUAL_UINT(0, world.mounted);
    world.next = STORE_READY;
    tick();
    TEST_ASSERT_EQUAL_UINT(1, world.mounted);
    TEST_ASSERT_EQUAL_UINT(1, world.ready);
    TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("Card ready: 32 MB free of 64 MB, 5 pages on it."));
    TEST_ASSERT_EQUAL_UINT32(32, slot.free_mb);
    tick();
    TEST_ASSERT_EQUAL_UINT(2, world.mounts);
}

static void a_full_card_is_mounted_but_takes_no_pages(void)
{
    begin(STORE_FULL);
    tick();
    TEST_ASSERT_EQUAL_UINT(1, world.mounted);
    TEST_ASSERT_EQUAL_UINT(0, world.ready);
}

static void a_card_that_is_pulled_is_forgotten_and_its_page_told(void)
{
    begin(STORE_READY);
    tick();
    store.page_lost = true;
    ports_fake.is_pulled = true;
    tick();
    TEST_ASSERT_EQUAL_UINT(1, world.gone);
    TEST_ASSERT_EQUAL_UINT(1, world.forgotten);
    TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("pulled without 'eject': 1 page is lost"));
    ports_fake.is_pulled = false;
    tick();
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
}

static void a_pulled_card_is_noticed_in_the_middle_of_a_page_once_a_second(void)
{
    begin(STORE_READY);
    tick();
    ports_fake.ms += 2000;
    TEST_ASSERT_FALSE(slot_needs_us(&slot));
    ports_fake.is_pulled = true;
    TEST_ASSERT_FALSE(slot_needs_us(&slot));
    ports_fake.ms += 1000;
    TEST_ASSERT_TRUE(slot_needs_us(&slot));
    TEST_ASSERT_TRUE_MESSAGE(slot_needs_us(&slot), "the next wait of the same page has to hear it, too");
}

static void a_card_that_was_seen_to_be_gone_is_mounted_anew_though_it_is_back(void)
{
    begin(STORE_READY);
    tick();
    ports_fake.ms += 1000;
    ports_fake.is_pulled = true;
    TEST_ASSERT_TRUE(slot_needs_us(&slot));
    ports_fake.is_pulled = false;
    tick();
    TEST_ASSERT_EQUAL_UINT(1, world.gone);
    TEST_ASSERT_FALSE(slot_needs_us(&slot));
    tick();
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
    TEST_ASSERT_FALSE(slot_needs_us(&slot));
}

static void a_card_that_fails_keeps_its_reason(void)
{
    begin(STORE_READY);
    tick();
    store.state = STORE_UNREADABLE;
    tick();
    TEST_ASSERT_EQUAL_INT(STORE_UNREADABLE, store.state);
    TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("The card failed: nothing is lost"));
}

/* Lets time pass, and looks at the slot once a second as the program does. */
static void pass_seconds(unsigned seconds)
{
    for (; seconds > 0; seconds--) {
        ports_fake.ms += 1000;
        tick();
    }
}

static void a_card_that_cannot_be_used_is_tried_again_with_growing_pauses(void)
{
    static const enum store_state states[] = {STORE_UNREADABLE, STORE_NOT_FAT32, STORE_TOO_SMALL,
                                              STORE_READ_ONLY,  STORE_DAMAGED,   STORE_OTHER_VERSION};
    for (unsigned i = 0; i < sizeof states / sizeof states[0]; i++) {
        unsigned tries = 1;
        begin(states[i]);
        tick();
        for (unsigned pause = 1; pause <= 256; pause *= 2) {
            pass_seconds(pause - 1);
            TEST_ASSERT_EQUAL_UINT(tries, world.mounts);
            pass_seconds(1);
            TEST_ASSERT_EQUAL_UINT(++tries, world.mounts);
        }
        pass_seconds(256);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(++tries, world.mounts, "no pause is longer than 256 seconds");
        world.next = STORE_READY;
        pass_seconds(256);
        TEST_ASSERT_EQUAL_UINT(1, world.ready);
        TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("warning: "));
        TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("tries the card again by itself"));
        TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("Card ready"));
    }
}

static void a_card_that_fails_is_tried_again(void)
{
    begin(STORE_READY);
    tick();
    store.state = world.next = STORE_UNREADABLE;
    tick();
    TEST_ASSERT_EQUAL_UINT(1, ports_fake_logged("tries the card again by itself"));
    pass_seconds(1);
    TEST_ASSERT_EQUAL_UINT(2, world.mounts);
    world.next = STORE_READY;
    pass_seconds(2);
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
}

static void a_card_that_fails_as_soon_as_it_is_used_gets_longer_and_longer_pauses(void)
{
    begin(STORE_READY);
    tick();
    for (unsigned i = 0; i < 1000; i++) {
        if (slot.mounted)
            store.state = STORE_UNREADABLE;
        pass_seconds(1);
    }
    TEST_ASSERT_LESS_THAN_UINT(13, world.mounts);
    world.mounts = 0;
    store.state = STORE_READY;
    pass_seconds(300); /* it is mounted again, and works for longer than any pause */
    pass_seconds(300);
    store.state = STORE_UNREADABLE;
    pass_seconds(1);
    TEST_ASSERT_EQUAL_UINT(1, world.mounts);
    pass_seconds(1);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(2, world.mounts, "what had worked is tried again after a second");
}

static void a_card_that_is_changed_is_looked_at_at_once(void)
{
    begin(STORE_READ_ONLY);
    pass_seconds(40);
    ports_fake.is_pulled = true;
    world.next = STORE_NO_CARD;
    tick();
    ports_fake.is_pulled = false;
    world.next = STORE_READY;
    tick();
    TEST_ASSERT_EQUAL_UINT(1, world.ready);
    TEST_ASSERT_EQUAL_UINT32(0, slot.pause_ms);
}

static void a_card_that_cannot_be_used_is_left_alone_once_it_was_ejected(void)
{
    begin(STORE_READ_ONLY);
    tick();
    slot.eject_asked = true;
    world.next = STORE_READY;
    pass_seconds(1000);
    TEST_ASSERT_EQUAL_INT(STORE_EJECTED, store.state);
    TEST_ASSERT_EQUAL_UINT(1, world.mounts);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, slot_mount(&slot, &session));
}

static void a_full_card_goes_on_when_there_is_room_on_it_again(void)
{
    begin(STORE_READY);
    tick();
    store.state = STORE_FULL;
    pass_seconds(1000);
    TEST_ASSERT_EQUAL_UINT(1, world.mounts);
    world.has_room = true;
    pass_seconds(1);
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
    TEST_ASSERT_EQUAL_INT(STORE_READY, store.state);
    for (unsigned i = 0; i < 1000; i++) { /* other files take the room each time */
        store.state = STORE_FULL;
        pass_seconds(1);
    }
    TEST_ASSERT_LESS_THAN_UINT(14, world.mounts);
}

static void an_ejected_card_is_not_mounted_again_before_it_was_taken_out(void)
{
    begin(STORE_READY);
    tick();
    slot.eject_asked = true;
    TEST_ASSERT_TRUE(slot_needs_us(&slot));
    tick();
    tick();
    TEST_ASSERT_EQUAL_INT(STORE_EJECTED, store.state);
    TEST_ASSERT_EQUAL_UINT(1, world.mounts);
    ports_fake.is_pulled = true;
    tick();
    tick();
    TEST_ASSERT_EQUAL_UINT(2, world.mounts);
}

static void an_ejected_card_is_mounted_again_by_order(void)
{
    begin(STORE_READY);
    tick();
    TEST_ASSERT_EQUAL_INT(STATUS_OK, slot_eject(&slot, &session));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, slot_mount(&slot, &session));
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, slot_mount(&slot, &session));
    TEST_ASSERT_EQUAL_UINT(2, world.mounts);
}

static void a_card_that_is_formatted_is_forgotten_before_and_mounted_after(void)
{
    begin(STORE_READY);
    tick();
    TEST_ASSERT_EQUAL_INT(STATUS_OK, slot_format(&slot, &session));
    TEST_ASSERT_EQUAL_UINT(1, world.gone);
    TEST_ASSERT_EQUAL_UINT(1, ports_fake.formatted);
    TEST_ASSERT_EQUAL_UINT(2, world.ready);
}

SUITE(slot)
{
    RUN_TEST(a_card_that_is_put_in_is_mounted_and_told);
    RUN_TEST(a_full_card_is_mounted_but_takes_no_pages);
    RUN_TEST(a_card_that_is_pulled_is_forgotten_and_its_page_told);
    RUN_TEST(a_pulled_card_is_noticed_in_the_middle_of_a_page_once_a_second);
    RUN_TEST(a_card_that_was_seen_to_be_gone_is_mounted_anew_though_it_is_back);
    RUN_TEST(a_card_that_fails_keeps_its_reason);
    RUN_TEST(a_card_that_cannot_be_used_is_tried_again_with_growing_pauses);
    RUN_TEST(a_card_that_fails_is_tried_again);
    RUN_TEST(a_card_that_fails_as_soon_as_it_is_used_gets_longer_and_longer_pauses);
    RUN_TEST(a_card_that_is_changed_is_looked_at_at_once);
    RUN_TEST(a_card_that_cannot_be_used_is_left_alone_once_it_was_ejected);
    RUN_TEST(a_full_card_goes_on_when_there_is_room_on_it_again);
    RUN_TEST(an_ejected_card_is_not_mounted_again_before_it_was_taken_out);
    RUN_TEST(an_ejected_card_is_mounted_again_by_order);
    RUN_TEST(a_card_that_is_formatted_is_forgotten_before_and_mounted_after);
}
