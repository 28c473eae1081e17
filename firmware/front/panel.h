/*
 * The panel: display, light and button, in the least urgent task of all.
 *
 * Twice a second the rows of the display that changed are sent; the bus that it shares with the card is taken
 * for one line at a time, 0.14 ms. The light tells people across the room how the box is: one short flash
 * every two seconds means that it harvests, quick flashing that the display has a notice. A short press of
 * the button Select turns the page or puts a notice away; holding it for a second asks for the card. Ten
 * minutes after the last press the display is dimmed, so that it lasts longer.
 *
 * What is shown comes from the functions in panel.def. RAM: ram.def, panel and picture.
 */
#ifndef CRAWLBOX_FIRMWARE_FRONT_PANEL_H
#define CRAWLBOX_FIRMWARE_FRONT_PANEL_H

#include "ui/panel/panel.h"

extern struct panel ram_picture;

/* Asks for the next page, as if somebody had pressed Select. Any task may call it. */
void panel_ask_next(void);

/* Returns whether the test picture is shown; with `other`, it first switches that to the opposite. */
bool panel_shows_test(bool other);

#define VIEW(function)  void function(struct panel_view *view);
#define EJECT(function) void function(void);
#include "front/panel.def"
#undef VIEW
#undef EJECT

#endif
