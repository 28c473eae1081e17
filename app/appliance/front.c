#include "appliance/front.h"

#include "port/clock.h"
#include "port/front.h"
#include "port/log.h"
#include "port/platform.h"
#include "ui/panel/views.h"

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

static const struct panel_screen screen = {.show_line = front_show_line};

/* ---- What is shown ---- */

static void view_machine(const struct front_machine *machine, struct panel_view *view)
{
    *view = (struct panel_view){.name = "crawlbox",
                                .version = machine->version,
                                .state = "Ready",
                                .last_reset = machine->last_reset,
                                .uptime_s = (uint32_t)(clock_ms() / 1000),
                                .ram_free_bytes = machine->ram_free_bytes,
                                .cpu_percent = machine->cpu_percent};
    for (unsigned i = 0; i < sizeof view->address; i++)
        view->address[i] = (uint8_t)(machine->address >> (24 - 8 * i));
    if (machine->restarted != NULL && view->uptime_s < RESTART_NOTICE_S)
        panel_view_notice(view, PANEL_RESTARTED, machine->restarted);
}

static void view_all(struct front *front, struct panel_view *view)
{
    struct front_machine machine = {.version = NULL};
    if (front->test_wanted) {
        *view = panel_test_view;
        return;
    }
    front_describe_machine(&machine);
    view_machine(&machine, view);
    panel_view_of_card(view, front->slot, front->session->parts->store->state);
    panel_view_of_crawl(view, front->session);
    panel_view_of_network(view, front->session, machine.network_problem, &front->network_seen_s);
}

static void refresh(struct front *front)
{
    struct panel_view view;
    view_all(front, &view);
    if (panel_update(&front->panel, &view, &screen) > 0 && !front_end_picture())
        panel_redraw(&front->panel);
    front->alerts = view.notice != PANEL_NO_NOTICE;
}

static void turn_page(struct front *front)
{
    struct panel_view view;
    view_all(front, &view);
    panel_next(&front->panel, &view);
    front->page = front->panel.page;
}

/* ---- Light and button ---- */

/* Does what the button or another role asks for. Returns whether the display must change at once. */
static bool look_at_button(struct front *front)
{
    enum button_event event = button_sample(&front->button, front_button_is_down(), clock_ms_short());
    if (event == BUTTON_LONG) {
        log_info("Select was held: the card is asked for");
        front->slot->eject_asked = true;
        return true;
    }
    if (event != BUTTON_SHORT && !front->next_wanted)
        return false;
    front->next_wanted = false;
    turn_page(front);
    return true;
}

static void flash(const struct front *front, uint32_t now_ms)
{
    uint32_t period_ms = front->alerts ? ALERT_PERIOD_MS : FLASH_PERIOD_MS;
    front_switch_light(now_ms % period_ms < (front->alerts ? ALERT_PERIOD_MS / 2 : FLASH_MS));
}

static void dim_if_untouched(struct front *front, uint32_t idle_ms)
{
    bool is_dim = idle_ms >= DIM_AFTER_MS;
    if (is_dim != front->is_dim)
        front_dim_screen(is_dim);
    front->is_dim = is_dim;
}

/* ---- The role ---- */

void front_init(struct front *front, struct slot *slot, const struct session *session)
{
    front->slot = slot;
    front->session = session;
    front->refreshed_ms = front->drawn_ms = front->touched_ms = clock_ms_short() - REFRESH_MS;
    panel_init(&front->panel);
    button_init(&front->button);
}

static bool is_due(uint32_t *last_ms, uint32_t now_ms, uint32_t period_ms)
{
    if (now_ms - *last_ms < period_ms)
        return false;
    *last_ms = now_ms;
    return true;
}

uint32_t front_turn(struct front *front)
{
    platform_check_in();
    uint32_t now_ms = clock_ms_short();
    bool is_touched = look_at_button(front);
    if (is_touched)
        front->touched_ms = now_ms;
    if (is_due(&front->drawn_ms, now_ms, REDRAW_MS))
        panel_redraw(&front->panel);
    if (is_due(&front->refreshed_ms, now_ms, REFRESH_MS) || is_touched)
        refresh(front);
    dim_if_untouched(front, now_ms - front->touched_ms);
    flash(front, now_ms);
    return front->has_screen_only ? REFRESH_MS : STEP_MS;
}

/* ---- Other roles ---- */

void front_ask_next(struct front *front)
{
    front->next_wanted = true;
}

unsigned front_page(const struct front *front)
{
    return front->page + 1u;
}

bool front_shows_test(struct front *front, bool other)
{
    if (other)
        front->test_wanted = !front->test_wanted;
    return front->test_wanted;
}
