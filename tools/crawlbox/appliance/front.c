/* The parts of the front of a box that is a program (port/front.h), all of them optional: the display's
 * picture in a file, a light, a button. */
#include "appliance/appliance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "appliance/commands.h"
#include "appliance/picture.h"
#include "cli.h"
#include "crawlbox_version.h"
#include "port/front.h"
#include "port/log.h"
#include "port/net.h"
#include "port/platform.h"

enum { PATH_SIZE = 512 };

static struct front_parts parts;
static int light = -1; /* the file of its brightness */

/* ---- The screen ---- */

void front_show_line(void *unused, unsigned y, const uint8_t *pixels)
{
    picture_show_line(unused, y, pixels);
}

bool front_end_picture(void)
{
    static bool is_told;
    if (parts.picture == NULL || picture_save(parts.picture) >= 0)
        return true;
    if (!is_told)
        log_warning("The picture %s cannot be written: %s.", parts.picture, strerror(errno));
    is_told = true;
    return false;
}

void front_dim_screen(bool is_dim)
{
    (void)is_dim; /* a file does not wear out */
}

/* ---- Light and button ---- */

void front_switch_light(bool on)
{
    static bool is_on = true;
    if (light < 0 || on == is_on)
        return;
    is_on = on;
    ssize_t written = pwrite(light, on ? "1" : "0", 1, 0);
    (void)written; /* a light that fails is seen */
}

bool front_button_is_down(void)
{
    char level = '0';
    int file = parts.button != NULL ? open(parts.button, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return false;
    ssize_t got = read(file, &level, 1);
    close(file);
    return got == 1 && level == '1';
}

/* ---- What is known of the machine ---- */

void front_describe_machine(struct front_machine *machine)
{
    uint32_t heard;
    machine->version = CRAWLBOX_VERSION;
    machine->restarted = supervisor_reason();
    machine->last_reset = machine->restarted != NULL ? "restart" : "start";
    machine->network_problem = net_is_ready(&heard) ? NULL : "no address";
    machine->address = machine_address();
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

int front_open(const struct front_parts *wanted)
{
    parts = *wanted;
    front_init(&appliance.front, &appliance.slot, &appliance.session);
    appliance.front.has_screen_only = parts.light == NULL && parts.button == NULL;
    if (parts.button != NULL && access(parts.button, R_OK) != 0)
        return cli_error("the button %s cannot be read: %s", parts.button, strerror(errno));
    if (parts.picture != NULL && picture_save(parts.picture) < 0)
        return cli_error("the picture %s cannot be written: %s", parts.picture, strerror(errno));
    return parts.light != NULL ? open_light(parts.light) : CLI_YES;
}

void front_run(void)
{
    for (;;)
        platform_sleep(front_turn(&appliance.front));
}
