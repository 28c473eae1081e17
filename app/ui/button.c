#include "ui/button.h"

void button_init(struct button *button)
{
    *button = (struct button){.level = true, .pressed = true};
}

static enum button_event button_released(struct button *button)
{
    bool was_short = button->ready && !button->reported;
    button->ready = true;
    return was_short ? BUTTON_SHORT : BUTTON_NOTHING;
}

enum button_event button_sample(struct button *button, bool level, uint32_t now_ms)
{
    if (level != button->level) {
        button->level = level;
        button->changed_ms = now_ms;
        return BUTTON_NOTHING;
    }
    if (level != button->pressed && now_ms - button->changed_ms >= BUTTON_DEBOUNCE_MS) {
        button->pressed = level;
        if (!level)
            return button_released(button);
        button->pressed_ms = button->changed_ms;
        button->reported = false;
    }
    if (button->pressed && button->ready && !button->reported &&
        now_ms - button->pressed_ms >= BUTTON_LONG_MS) {
        button->reported = true;
        return BUTTON_LONG;
    }
    return BUTTON_NOTHING;
}
