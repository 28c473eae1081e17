/* One line of pixels of a row, drawn into 64 bytes. */
#ifndef CRAWLBOX_PANEL_DRAW_H
#define CRAWLBOX_PANEL_DRAW_H

#include "panel/rows.h"

/* Draws line y of a row, counted from the row's top, into pixels. */
void draw_row_line(uint8_t pixels[PANEL_LINE_BYTES], const struct panel_row *row, unsigned y);

#endif
