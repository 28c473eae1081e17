/*
 * The front of the box: display, light and button, in the least urgent role of all.
 *
 *     static struct front front;                        zero at first
 *     front_init(&front, &slot, &session);
 *     for (;;)
 *         platform_sleep(front_turn(&front));           the role `panel`
 *
 * Twice a second the rows of the display that changed are sent. The light tells people across the room how
 * the box is: one short flash every two seconds means that all is well, quick flashing that the display has
 * a notice. A short press of the button Select turns the page or puts a notice away; holding it for a second
 * asks for the card. Ten minutes after the last press the display is dimmed, so that it lasts longer.
 *
 * The parts themselves are port/front.h. Other roles only ask and look: front_ask_next(), front_page() and
 * front_shows_test().
 *
 * RAM: struct front, 140 bytes.
 */
#ifndef CRAWLBOX_APPLIANCE_FRONT_H
#define CRAWLBOX_APPLIANCE_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "box/session.h"
#include "box/slot.h"
#include "ui/button.h"
#include "ui/panel/panel.h"

struct front {
    struct panel panel;
    struct button button;
    struct slot *slot;
    const struct session *session;
    uint32_t refreshed_ms, drawn_ms,
        touched_ms; /* when the display was brought up to date, drawn anew; when somebody pressed */
    uint32_t network_seen_s;
    bool alerts; /* the display has a notice */
    bool is_dim;
    bool has_screen_only;                  /* neither light nor button: fewer turns will do */
    _Atomic bool next_wanted, test_wanted; /* by other roles */
    _Atomic uint8_t page;
};

void front_init(struct front *front, struct slot *slot, const struct session *session);

/* Looks at the button, and brings display and light up to date. Returns how long to sleep. */
uint32_t front_turn(struct front *front);

/* Asks for the next page, as if somebody had pressed Select. */
void front_ask_next(struct front *front);

/* The page that is shown, from 1. */
unsigned front_page(const struct front *front);

/* The console's command `panel`. */
int front_command(struct front *front, int count, char **words);

/* Returns whether the test picture is shown; with `other`, it first switches that to the opposite. */
bool front_shows_test(struct front *front, bool other);

#endif
