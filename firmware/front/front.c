#include "front/front.h"

#include "board.h"
#include "port/clock.h"

static struct button button;

void front_init(void)
{
    gpio_output(board_pin_led, false);
    gpio_input_pull_up(board_pin_select_button);
    button_init(&button);
}

void front_light(bool on)
{
    gpio_write(board_pin_led, on);
}

enum button_event front_button(void)
{
    bool pressed = !gpio_read(board_pin_select_button);
    return button_sample(&button, pressed, clock_ms_short());
}
