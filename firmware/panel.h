/*
 * The panel: display, light and button, in the least urgent task of all.
 *
 * The display is refreshed twice a second by rows that changed; the bus that it shares with the card is taken for one line
 * at a time, 0.14 ms. The light says how the box is from across the room: one short flash every two seconds is well, quick
 * flashing means that the display has something to say. Select: a short press turns the page or puts a message away,
 * holding it for a second asks for the card. Without a press the display is dimmed after ten minutes: it lasts longer.
 *
 * What is shown comes from the functions in panel.def; there is nothing to call. RAM: ram.def, panel and picture.
 */
#ifndef CRAWLBOX_PANEL_H
#define CRAWLBOX_PANEL_H

#include "panel/panel.h"

#define VIEW(function)  void function(struct panel_view *view);
#define EJECT(function) void function(void);
#include "panel.def"
#undef VIEW
#undef EJECT

#endif
