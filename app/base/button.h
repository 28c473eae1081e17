/*
 * A push button, without its bouncing: feed it the level of the pin every few milliseconds, get presses.
 *
 *     struct button button;
 *     button_init(&button);
 *     switch (button_sample(&button, pin_is_pressed(), now_ms)) {
 *     case BUTTON_SHORT: ...
 *
 * A button that reads pressed from the start counts from its first release on: a stuck one never acts.
 * A long press is reported while the finger is still down, so that a person sees when it is long enough.
 * Costs 12 bytes.
 */
#ifndef CRAWLBOX_BASE_BUTTON_H
#define CRAWLBOX_BASE_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BUTTON_DEBOUNCE_MS = 20, /* a level counts when it has lasted this long */
    BUTTON_LONG_MS = 1000,
};

enum button_event { BUTTON_NOTHING, BUTTON_SHORT, BUTTON_LONG };

struct button {
    uint32_t changed_ms; /* when the pin last changed its level */
    uint32_t pressed_ms; /* when the present press began */
    bool level;          /* of the pin */
    bool pressed;        /* after debouncing */
    bool ready;          /* was released once */
    bool reported;       /* the present press was a long one and has been told */
};

void button_init(struct button *button);

enum button_event button_sample(struct button *button, bool level, uint32_t now_ms);

#endif
