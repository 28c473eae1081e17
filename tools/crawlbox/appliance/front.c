/* The front of a box that is a program, all of it optional: the display's picture in a file, a light, a
 * button. As firmware/front, which has the same pages and the same flashes. */
#include "appliance/appliance.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "appliance/commands.h"
#include "appliance/picture.h"
#include "cli.h"
#include "crawlbox_version.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"
#include "port/platform.h"
#include "ui/button.h"
#include "ui/panel/panel.h"
#include "ui/panel/views.h"

enum {
    STEP_MS = 20, /* the button is looked at so often; without light and button REFRESH_MS will do */
    REFRESH_MS = 500,
    FLASH_MS = 60,
    FLASH_PERIOD_MS = 2000,
    ALERT_PERIOD_MS = 240,
    RESTART_NOTICE_S = 600,
    PATH_SIZE = 512,
};

static struct front_parts parts;
static struct panel panel;
static struct button button;
static int light = -1; /* the file of its brightness */
static atomic_bool next_wanted, test_wanted;

/* ---- What is shown ---- */

static void fill_view(struct panel_view *view)
{
    static uint32_t seen_s; /* when there was a network last */
    uint32_t heard, address = machine_address();
    *view = (struct panel_view){.name = "crawlbox",
                                .version = CRAWLBOX_VERSION,
                                .state = "Ready",
                                .uptime_s = (uint32_t)(clock_ms() / 1000),
                                .last_reset = supervisor_reason() != NULL ? "restart" : "start"};
    for (unsigned i = 0; i < sizeof view->address; i++)
        view->address[i] = (uint8_t)(address >> (24 - 8 * i));
    if (test_wanted) {
        *view = panel_test_view;
        return;
    }
    if (supervisor_reason() != NULL && view->uptime_s < RESTART_NOTICE_S)
        panel_view_notice(view, PANEL_RESTARTED, supervisor_reason());
    panel_view_of_card(view, &appliance.slot, appliance.card.store.state);
    panel_view_of_crawl(view, &appliance.session);
    panel_view_of_network(view, &appliance.session, net_is_ready(&heard) ? NULL : "no address", &seen_s);
}

/* Whether a notice is shown. */
static bool refresh(void)
{
    static const struct panel_screen screen = {.show_line = picture_show_line};
    static bool is_told;
    struct panel_view view;
    fill_view(&view);
    int changed = panel_update(&panel, &view, &screen);
    if (changed > 0 && parts.picture != NULL && picture_save(parts.picture) < 0) {
        panel_redraw(&panel); /* to be tried again */
        if (!is_told)
            log_warning("The picture %s cannot be written: %s.", parts.picture, strerror(errno));
        is_told = true;
    }
    return view.notice != PANEL_NO_NOTICE;
}

static void turn_page(void)
{
    struct panel_view view;
    fill_view(&view);
    panel_next(&panel, &view);
}

unsigned front_page(bool next)
{
    if (next)
        next_wanted = true;
    return panel.page + 1u;
}

bool front_shows_test(bool other)
{
    if (other)
        test_wanted = !test_wanted;
    return test_wanted;
}

/* ---- Light and button ---- */

static void switch_light(bool on)
{
    static bool is_on = true;
    if (light < 0 || on == is_on)
        return;
    is_on = on;
    ssize_t written = pwrite(light, on ? "1" : "0", 1, 0);
    (void)written; /* a light that fails is seen */
}

static bool button_is_down(void)
{
    char level = '0';
    int file = parts.button != NULL ? open(parts.button, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return false;
    ssize_t got = read(file, &level, 1);
    close(file);
    return got == 1 && level == '1';
}

/* Whether the picture is to change at once. */
static bool look_at_button(void)
{
    enum button_event event = button_sample(&button, button_is_down(), clock_ms_short());
    if (event == BUTTON_LONG) {
        log_info("Select was held: the card is asked for");
        appliance.slot.eject_asked = true;
        return true;
    }
    if (event != BUTTON_SHORT && !next_wanted)
        return false;
    next_wanted = false;
    turn_page();
    return true;
}

/* ---- The thread ---- */

static int open_light(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/trigger", folder);
    int trigger = open(path, O_WRONLY | O_CLOEXEC);
    if (trigger >= 0) { /* whatever it showed before, it shows us now */
        ssize_t written = write(trigger, "none", 4);
        (void)written;
        close(trigger);
    }
    snprintf(path, sizeof path, "%s/brightness", folder);
    light = open(path, O_WRONLY | O_CLOEXEC);
    return light >= 0 ? CLI_YES : cli_error("the light %s cannot be switched: %s", folder, strerror(errno));
}

int front_init(const struct front_parts *wanted)
{
    parts = *wanted;
    panel_init(&panel);
    button_init(&button);
    if (parts.button != NULL && access(parts.button, R_OK) != 0)
        return cli_error("the button %s cannot be read: %s", parts.button, strerror(errno));
    if (parts.picture != NULL && picture_save(parts.picture) < 0)
        return cli_error("the picture %s cannot be written: %s", parts.picture, strerror(errno));
    return parts.light != NULL ? open_light(parts.light) : CLI_YES;
}

void front_run(void)
{
    bool alert = false;
    uint32_t refreshed_ms = clock_ms_short() - REFRESH_MS;
    int step_ms = parts.light != NULL || parts.button != NULL ? STEP_MS : REFRESH_MS;
    for (;;) {
        platform_check_in();
        uint32_t now_ms = clock_ms_short();
        if (look_at_button() || now_ms - refreshed_ms >= REFRESH_MS) {
            alert = refresh();
            refreshed_ms = now_ms;
        }
        switch_light(now_ms % (alert ? ALERT_PERIOD_MS : FLASH_PERIOD_MS) <
                     (alert ? ALERT_PERIOD_MS / 2 : FLASH_MS));
        (void)poll(NULL, 0, step_ms);
    }
}
