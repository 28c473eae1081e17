/*
 * Makes presses out of the levels of a push button's pin, without its bouncing. The caller gives it the level
 * every few milliseconds.
 *
 *     struct button button;
 *     button_init(&button);
 *     switch (button_sample(&button, pin_is_pressed(), now_ms)) {
 *     case BUTTON_SHORT: ...
 *
 * A button that is pressed from the start counts only after its first release, so that a stuck one never
 * acts. A long press is reported while the finger is still down, so that a person sees when it is long
 * enough. Costs struct button, 12 bytes.
 */
#ifndef CRAWLBOX_UI_BUTTON_H
#define CRAWLBOX_UI_BUTTON_H

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
    bool level;          /* the level of the pin */
    bool pressed;        /* the button is pressed, after debouncing */
    bool ready;          /* the button was released once */
    bool reported;       /* the present press is a long one and was reported */
};

void button_init(struct button *button);

enum button_event button_sample(struct button *button, bool level, uint32_t now_ms);

#endif
