#include "box/slot.h"

#include "base/packed.h"
#include "base/status.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/log.h"

enum {
    POLL_MS = 1000,
    PAUSE_FIRST_MS =
        1000, /* until a card that failed or cannot be used is tried again; then twice as long, */
    PAUSE_MOST_MS = 256 * PAUSE_FIRST_MS, /* and so on up to this */
};

bool slot_needs_us(struct slot *slot)
{
    if (slot->eject_asked)
        return true;
    if (slot->mounted && clock_ms_short() - slot->polled_ms >= POLL_MS) {
        slot->polled_ms = clock_ms_short();
        slot->gone = slot->gone || !card_slot_holds_card();
    }
    return slot->gone;
}

/* Looks at how full the card is, for the display. */
static int slot_look_at_fill(struct slot *slot, struct store *store)
{
    struct store_info info;
    int status = store_get_info(store, &info);
    slot->total_mb = info.total_kb / 1024;
    slot->free_mb = info.free_kb / 1024;
    slot->pages = info.card_pages;
    slot->has_room = store_has_room(store, &info);
    return status;
}

static void slot_log_mount(struct slot *slot, struct session *session, enum store_state before)
{
    struct store *store = session->parts->store;
    if (store->state != STORE_READY) {
        if (store->state != before)
            log_warning("%s", store_sentence(store->state));
        return;
    }
    if (store->was_pulled)
        log_warning("Not ejected before: repaired, at most one page lost.");
    if (slot_look_at_fill(slot, store) < 0)
        return;
    log_info("Card ready: %lu MB free of %lu MB, %lu pages on it.", (unsigned long)slot->free_mb,
             (unsigned long)slot->total_mb, (unsigned long)slot->pages);
    session_card_ready(session);
}

/* ---- Trying again ---- */

/* What keeps a card from being used may end by itself: a reader that is plugged in anew, a disk that was full
 * or could not be written. Only the operator's eject lasts. */
static bool slot_is_due(const struct slot *slot)
{
    return clock_ms_short() - slot->looked_ms >= slot->pause_ms;
}

static void slot_grow_pause(struct slot *slot)
{
    uint32_t longer_ms = slot->pause_ms > 0 ? slot->pause_ms * 2 : PAUSE_FIRST_MS;
    slot->pause_ms = longer_ms < PAUSE_MOST_MS ? longer_ms : PAUSE_MOST_MS;
    slot->looked_ms = clock_ms_short();
}

static void slot_begin_pause(struct slot *slot)
{
    if (slot->pause_ms == 0)
        log_info("%s", PACKED("The box tries the card again by itself, at least every 4 minutes."));
    slot_grow_pause(slot);
}

/* ---- Mounting and losing ---- */

static bool slot_is_usable(const struct store *store)
{
    return store->state == STORE_READY || store->state == STORE_FULL;
}

static void slot_mount_card(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    enum store_state before = store->state;
    slot->looked_ms = clock_ms_short();
    store_mount(store);
    slot->mounted = slot_is_usable(store);
    if (slot->mounted)
        session_card_mounted(session);
    slot_log_mount(slot, session, before);
    if (store->state == STORE_NO_CARD)
        slot->pause_ms = 0;
    else if (!slot->mounted)
        slot_begin_pause(slot);
}

static void slot_close_files(struct slot *slot, struct session *session)
{
    session_card_gone(session);
    slot->mounted = slot->gone = false;
}

/* Forgets a card that somebody pulled, or that failed so that it cannot be used any more. */
static void slot_lose_card(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    enum store_state state = store->state;
    bool was_pulled = slot_is_usable(store) || state == STORE_NO_CARD;
    bool has_lasted = clock_ms_short() - slot->looked_ms > PAUSE_MOST_MS;
    slot_close_files(slot, session);
    store_forget(store);
    if (was_pulled || has_lasted)
        slot->pause_ms = 0;
    if (!was_pulled)
        store->state = state;
    log_warning("%s: %s lost. %s",
                was_pulled ? PACKED("The card was pulled without 'eject'") : PACKED("The card failed"),
                store->page_lost ? "1 page is" : "nothing is", was_pulled ? "" : store_sentence(state));
    if (!was_pulled)
        slot_begin_pause(slot);
}

/* Somebody has made room on the disk of a card that was full. */
static void slot_go_on(struct slot *slot, struct session *session)
{
    if (slot_eject(slot, session) < 0)
        store_forget(session->parts->store);
    slot_grow_pause(slot); /* if it is full again at once, nobody is to be kept busy by that */
    slot_mount_card(slot, session);
}

static void slot_watch_mounted(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    if (!slot_is_usable(store) || slot->gone || !card_slot_holds_card()) {
        slot_lose_card(slot, session);
        return;
    }
    slot_look_at_fill(slot, store);
    if (store->state == STORE_FULL && slot->has_room && slot_is_due(slot))
        slot_go_on(slot, session);
}

static void slot_watch_unusable(struct slot *slot, struct session *session)
{
    bool is_changed = !card_slot_holds_card();
    if (is_changed)
        slot->pause_ms = 0;
    if (is_changed || slot_is_due(slot))
        slot_mount_card(slot, session);
}

void slot_tick(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    if (slot->eject_asked) {
        slot->eject_asked = false;
        if (slot_eject(slot, session) == 0)
            log_info("%s", store_sentence(STORE_EJECTED));
    }
    if (slot->mounted) {
        slot_watch_mounted(slot, session);
        return;
    }
    switch (store->state) {
    case STORE_EJECTED:
        if (!card_slot_holds_card())
            store->state = STORE_NO_CARD;
        break;
    case STORE_NO_CARD: slot_mount_card(slot, session); break;
    default: slot_watch_unusable(slot, session); break;
    }
}

int slot_eject(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    slot_close_files(slot, session);
    if (slot_is_usable(store) || store->state == STORE_NO_CARD)
        return store_eject(store);
    store_forget(store); /* nothing of it is open; the box leaves it alone from now on */
    store->state = STORE_EJECTED;
    return 0;
}

int slot_mount(struct slot *slot, struct session *session)
{
    const struct store *store = session->parts->store;
    if (store->state == STORE_READY)
        return 0;
    slot->pause_ms = 0;
    slot_mount_card(slot, session);
    return store->state == STORE_READY ? 0 : store->cause;
}

int slot_format(struct slot *slot, struct session *session)
{
    slot_close_files(slot, session);
    store_forget(session->parts->store);
    int status = card_slot_format();
    slot_mount_card(slot, session);
    return status;
}
