/* Draws rows of the display, one line of pixels at a time, into 64 bytes. panel.c calls it. */
#ifndef CRAWLBOX_UI_PANEL_DRAW_H
#define CRAWLBOX_UI_PANEL_DRAW_H

#include "ui/panel/rows.h"

/* Draws line y of a row, counted from the row's top, into `pixels`. */
void draw_row_line(uint8_t pixels[PANEL_LINE_BYTES], const struct panel_row *row, unsigned y);

#endif
