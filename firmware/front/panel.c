#include "front/panel.h"

#include <string.h>

#include "board.h"
#include "card/bus.h"
#include "crawlbox_version.h"
#include "front/front.h"
#include "kernel/crash.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "parts/ssd0323.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/platform.h"

enum {
    STEP_MS = 20, /* the button is looked at so often */
    REFRESH_MS = 500,
    REDRAW_MS = 60000, /* everything is drawn anew so often, in case the display has lost something */
    DIM_AFTER_MS = 10 * 60 * 1000,
    FLASH_MS = 60,
    FLASH_PERIOD_MS = 2000,
    ALERT_PERIOD_MS = 240,
    RESTART_NOTICE_S = 600, /* how long a restart stays news */
};

_Static_assert((int)PANEL_LINE_BYTES == SSD0323_LINE_BYTES && (int)PANEL_HEIGHT == SSD0323_HEIGHT,
               "the pages are drawn for this display");

/* What other tasks have asked for, and the panel's task does. */
static volatile bool next_wanted;
static volatile bool test_wanted;

/* The display's end of the shared bus. */

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

static void display_show_line(void *context, unsigned y, const uint8_t *pixels)
{
    (void)context;
    ssd0323_show_line(&display, y, pixels);
}

static const struct panel_screen screen = {.show_line = display_show_line};

/* What is shown */

static const char *panel_last_reset(void)
{
    const struct crash *crash = crash_last();
    if (crash != NULL)
        return crash_cause_text(crash->cause);
    return boot_count() > 1 ? "reboot" : "power on";
}

void panel_view_box(struct panel_view *view)
{
    const struct crash *crash = crash_last();
    view->name = "crawlbox";
    view->version = CRAWLBOX_VERSION;
    view->state = "Ready";
    view->uptime_s = (uint32_t)(clock_ms() / 1000);
    view->last_reset = panel_last_reset();
    view->ram_free_bytes = (uint32_t)(ram_total() - ram_claimed());
    view->cpu_percent = (uint8_t)((1000 - tasks_load()->idle) / 10);
    if (crash != NULL && view->uptime_s < RESTART_NOTICE_S)
        panel_view_notice(view, PANEL_RESTARTED, crash_cause_text(crash->cause));
}

static void panel_fill_view(struct panel_view *view)
{
    memset(view, 0, sizeof *view);
    if (test_wanted) {
        *view = panel_test_view;
        return;
    }
#define VIEW(function)  function(view);
#define EJECT(function) /* asked for by the button */
#include "front/panel.def"
#undef VIEW
#undef EJECT
}

static void panel_ask_for_card(void)
{
    log_info("Select was held: the card is asked for");
#define VIEW(function)
#define EJECT(function) function();
#include "front/panel.def"
#undef VIEW
#undef EJECT
}

static void panel_turn_page(void)
{
    struct panel_view view;
    panel_fill_view(&view);
    panel_next(&ram_picture, &view);
}

/* Returns whether the display shows a notice. */
static bool panel_refresh(void)
{
    struct panel_view view;
    panel_fill_view(&view);
    panel_update(&ram_picture, &view, &screen);
    return view.notice != PANEL_NO_NOTICE;
}

/* The task */

static bool panel_is_due(uint32_t *last_ms, uint32_t now_ms, uint32_t period_ms)
{
    if (now_ms - *last_ms < period_ms)
        return false;
    *last_ms = now_ms;
    return true;
}

/* Does what the button or another task asks for. Returns whether the display must change at once. */
static bool panel_look_at_button(void)
{
    switch (front_button()) {
    case BUTTON_SHORT: panel_turn_page(); return true;
    case BUTTON_LONG: panel_ask_for_card(); return true;
    case BUTTON_NOTHING: break;
    }
    if (!next_wanted)
        return false;
    next_wanted = false;
    panel_turn_page();
    return true;
}

static void panel_set_brightness(uint32_t idle_ms)
{
    static bool dimmed;
    bool dim = idle_ms >= DIM_AFTER_MS;
    if (dim != dimmed)
        ssd0323_set_contrast(&display, dim ? SSD0323_CONTRAST_DIM : SSD0323_CONTRAST_NORMAL);
    dimmed = dim;
}

void task_panel(void)
{
    bool alert = false;
    uint32_t refreshed_ms = clock_ms_short() - REFRESH_MS, drawn_ms = refreshed_ms, touched_ms = refreshed_ms;
    panel_init(&ram_picture);
    ssd0323_init(&display);
    for (;;) {
        platform_check_in();
        uint32_t now_ms = clock_ms_short();
        bool touched = panel_look_at_button();
        if (touched)
            touched_ms = now_ms;
        if (panel_is_due(&drawn_ms, now_ms, REDRAW_MS))
            panel_redraw(&ram_picture);
        if (panel_is_due(&refreshed_ms, now_ms, REFRESH_MS) || touched)
            alert = panel_refresh();
        panel_set_brightness(now_ms - touched_ms);
        front_light(now_ms % (alert ? ALERT_PERIOD_MS : FLASH_PERIOD_MS) <
                    (alert ? ALERT_PERIOD_MS / 2 : FLASH_MS));
        vTaskDelay(pdMS_TO_TICKS(STEP_MS));
    }
}

void panel_ask_next(void)
{
    next_wanted = true;
}

bool panel_shows_test(bool other)
{
    test_wanted ^= other;
    return test_wanted;
}
