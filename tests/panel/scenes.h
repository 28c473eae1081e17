/* Views of the panel that tests, golden pictures and people look at. */
#ifndef CRAWLBOX_PANEL_SCENES_H
#define CRAWLBOX_PANEL_SCENES_H

#include "ui/panel/panel.h"

struct scene {
    const char *name;
    unsigned presses;       /* of the button, before the picture is taken */
    struct panel_view view; /* one without a name stands for the test picture */
};

extern const struct scene scenes[];
extern const unsigned scene_count;

#endif
