/*
 * What a box has at its front: a screen, one light, one button. The appliance (appliance/front.h) decides
 * what they show and what a press means; firmware/front and tools/crawlbox/appliance/front.c move the parts.
 * A platform that lacks one of them has functions that do nothing.
 *
 * Only the role `panel` calls these.
 */
#ifndef CRAWLBOX_PORT_FRONT_H
#define CRAWLBOX_PORT_FRONT_H

#include <stdbool.h>
#include <stdint.h>

/* What only the platform knows of itself. Texts stay as they are until the next call. */
struct front_machine {
    const char *version;
    const char *last_reset;      /* why the box started: "power on" */
    const char *restarted;       /* after what it had to restart, NULL: it had not */
    const char *network_problem; /* what is lacking of a network, in words; NULL: nothing */
    uint32_t address;            /* of the box, 0: it has none */
    uint32_t ram_free_bytes;
    uint8_t cpu_percent;
};

void front_describe_machine(struct front_machine *machine);

bool front_button_is_down(void);
void front_switch_light(bool on);
void front_dim_screen(bool is_dim);

/* Sends one line of the picture to the screen, as struct panel_screen (ui/panel/panel.h) wants it. */
void front_show_line(void *unused, unsigned y, const uint8_t *pixels);

/* All lines that have changed were sent. false: the screen has not taken them, and wants all again. */
bool front_end_picture(void);

#endif
