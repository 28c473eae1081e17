#include "front/front.h"

#include "board.h"
#include "card/bus.h"
#include "card/card.h"
#include "crawlbox_version.h"
#include "kernel/crash.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "net/net.h"
#include "parts/ssd0323.h"
#include "port/front.h"
#include "port/platform.h"
#include "work/crawler.h"

_Static_assert((int)PANEL_LINE_BYTES == SSD0323_LINE_BYTES && (int)PANEL_HEIGHT == SSD0323_HEIGHT,
               "the pages are drawn for this display");

/* ---- The display's end of the shared bus ---- */

static void display_begin(void *context)
{
    (void)context;
    bus_take(BUS_DISPLAY);
    ssi_set_clock(SSD0323_MAX_HZ);
}

static void display_send(void *context, bool is_data, const uint8_t *bytes, size_t size)
{
    (void)context;
    gpio_write(board_pin_display_data, is_data);
    ssi_transfer(bytes, NULL, size);
}

static void display_end(void *context)
{
    (void)context;
    bus_give();
}

static const struct ssd0323_bus display = {.begin = display_begin, .send = display_send, .end = display_end};

void front_show_line(void *unused, unsigned y, const uint8_t *pixels)
{
    (void)unused;
    ssd0323_show_line(&display, y, pixels);
}

bool front_end_picture(void)
{
    return true;
}

void front_dim_screen(bool is_dim)
{
    ssd0323_set_contrast(&display, is_dim ? SSD0323_CONTRAST_DIM : SSD0323_CONTRAST_NORMAL);
}

/* ---- Light and button ---- */

void front_init_pins(void)
{
    gpio_output(board_pin_led, false);
    gpio_input_pull_up(board_pin_select_button);
}

void front_switch_light(bool on)
{
    gpio_write(board_pin_led, on);
}

bool front_button_is_down(void)
{
    return !gpio_read(board_pin_select_button);
}

/* ---- What is known of the board ---- */

void front_describe_machine(struct front_machine *machine)
{
    const struct crash *crash = crash_last();
    struct net_status net;
    net_status(&net);
    machine->version = CRAWLBOX_VERSION;
    machine->restarted = crash != NULL ? crash_cause_text(crash->cause) : NULL;
    machine->last_reset = crash != NULL ? machine->restarted : boot_count() > 1 ? "reboot" : "power on";
    machine->network_problem = net.state == NET_READY ? NULL : net_state_text(net.state);
    machine->address = net.address;
    machine->ram_free_bytes = (uint32_t)(ram_total() - ram_claimed());
    machine->cpu_percent = (uint8_t)((1000 - tasks_load()->idle) / 10);
}

void task_panel(void)
{
    front_init(&ram_front, &ram_card.slot, &ram_session);
    ssd0323_init(&display);
    for (;;)
        platform_sleep(front_turn(&ram_front));
}
