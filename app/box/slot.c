#include "box/slot.h"

#include "base/packed.h"
#include "base/status.h"
#include "port/card_slot.h"
#include "port/clock.h"
#include "port/log.h"

enum { RETRY_MS = 10000, POLL_MS = 1000 };

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
    slot_close_files(slot, session);
    store_forget(store);
    if (!was_pulled)
        store->state = state;
    log_warning("%s: %s lost. %s",
                was_pulled ? PACKED("The card was pulled without 'eject'") : PACKED("The card failed"),
                store->page_lost ? "1 page is" : "nothing is", was_pulled ? "" : store_sentence(state));
}

static void slot_watch_mounted(struct slot *slot, struct session *session)
{
    struct store *store = session->parts->store;
    if (slot_is_usable(store) && !slot->gone && card_slot_holds_card())
        slot_look_at_fill(slot, store);
    else
        slot_lose_card(slot, session);
}

static void slot_watch_unusable(struct slot *slot, struct session *session)
{
    bool try_again =
        clock_ms_short() - slot->looked_ms > RETRY_MS && session->parts->store->state == STORE_UNREADABLE;
    if (try_again || !card_slot_holds_card())
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
    slot_close_files(slot, session);
    return store_eject(session->parts->store);
}

int slot_mount(struct slot *slot, struct session *session)
{
    const struct store *store = session->parts->store;
    if (store->state == STORE_READY)
        return 0;
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
