/*
 * The display's font: the printable ASCII characters, five pixels wide and eight high, drawn for this box.
 *
 *     unsigned bits = font_row('A', 0);      the top row; the leftmost pixel is bit FONT_WIDTH - 1
 *
 * Capitals and digits stand on row 6; row 7 is for the tails of g, j, p, q, y. Costs 480 bytes of flash, no
 * RAM.
 */
#ifndef CRAWLBOX_UI_PANEL_FONT_H
#define CRAWLBOX_UI_PANEL_FONT_H

#include <stdint.h>

enum {
    FONT_WIDTH = 5,
    FONT_HEIGHT = 8,
    FONT_PITCH = FONT_WIDTH + 1, /* pixels from one character to the next */
    FONT_ELLIPSIS = 0x7f,        /* "..." in the space of one character */
};

/* Returns the pixels of one row (0 to FONT_HEIGHT - 1) of a character. What the font lacks looks like '?'. */
unsigned font_row(char character, unsigned row);

#endif
