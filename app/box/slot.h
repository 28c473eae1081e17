/*
 * The card's life: what is put into the slot is mounted, what is gone is forgotten, and what somebody wants
 * to take out is closed. The session (box/session.h) is told of all of it.
 *
 *     static struct slot slot;                       zero at first
 *     for (;;) {
 *         slot_tick(&slot, &session);                about once a second, and between two pages
 *         ... session_tick(&session) ...
 *     }
 *     slot_eject(&slot, &session);                   0: safe to remove
 *
 * A card that failed or cannot be used, whatever the reason, is tried again by itself: after a second, then
 * after twice as long each time, up to about 4 minutes; a card that is full, as soon as there is room on it
 * again. What worked for longer than any pause begins anew with a second. Only a card that somebody ejected
 * is left alone until it was taken out or is mounted by order.
 *
 * One task calls all of this, the one that has the session. Any other may set `eject_asked` and look at the
 * figures. What is below is the program's: port/card_slot.h, and the block device under the session's store.
 *
 * RAM: struct slot, 28 bytes.
 */
#ifndef CRAWLBOX_BOX_SLOT_H
#define CRAWLBOX_BOX_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "box/session.h"

struct slot {
    uint32_t looked_ms;                /* when a card was last tried, or failed */
    uint32_t pause_ms;                 /* how long after that it is tried again */
    uint32_t polled_ms;                /* when slot_needs_us() last asked it */
    uint32_t total_mb, free_mb, pages; /* for the display; renewed by slot_tick() */
    volatile bool eject_asked;         /* somebody holds a button and looks at the display */
    bool mounted;                      /* the card is mounted, and slot_tick() has not yet found it gone */
    bool has_room;                     /* for another page, as slot_tick() has last seen it */
    bool gone;                         /* a mounted card that slot_needs_us() found gone */
};

/* Mounts a card that was put in, forgets one that is gone, and ejects. */
void slot_tick(struct slot *slot, struct session *session);

/* Whether the card was pulled or is to be ejected: for the middle of something that takes long. Once it says
 * so, it goes on until slot_tick() has seen to it, so that every wait on the way out hears it. */
bool slot_needs_us(struct slot *slot);

/* Closes everything on the card: 0 if it may be taken out. */
int slot_eject(struct slot *slot, struct session *session);

/* Looks again at a card that was ejected, or could not be used: 0 if it takes pages now. */
int slot_mount(struct slot *slot, struct session *session);

/* Erases everything on the card. */
int slot_format(struct slot *slot, struct session *session);

#endif
