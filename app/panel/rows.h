/*
 * From a view to rows of text: what stands where. A screen is a stack of rows without gaps, so that drawing its rows
 * draws all of it; panel.c decides which of them need to be drawn, draw.c makes pixels of them.
 */
#ifndef CRAWLBOX_PANEL_ROWS_H
#define CRAWLBOX_PANEL_ROWS_H

#include "panel/font.h"
#include "panel/panel.h"

enum { ROW_TEXT_MAX = PANEL_WIDTH / FONT_PITCH }; /* characters: 21 */

enum row_style {
    ROW_TITLE,    /* on a grey band: left, right */
    ROW_PLAIN,    /* left bright, right dim */
    ROW_ENTRY,    /* left dim as a label, right bright as its value */
    ROW_FIGURE,   /* left in double size; to its right two small lines, right over under */
    ROW_BAR,      /* left as a label, a bar filled to `percent`, right */
    ROW_HEADLINE, /* left in double size, centred */
    ROW_FOOT,     /* left; at the right a dot for each page, the present one lit */
};

struct panel_row {
    uint8_t top; /* the first of its lines on the screen */
    uint8_t height;
    uint8_t style;
    uint8_t percent; /* of ROW_BAR; for ROW_FOOT the page */
    char left[ROW_TEXT_MAX + 1];
    char right[ROW_TEXT_MAX + 1];
    char under[ROW_TEXT_MAX + 1];
};

enum { PANEL_PAGES = 3 };

/*
 * Fills in row number `index` of a page, or of the view's notice if `with_notice`. Bytes that are not used are zero, so
 * that equal rows are equal byte by byte. Returns false where the screen has no such row.
 */
bool rows_get(struct panel_row *row, const struct panel_view *view, unsigned page, bool with_notice,
              unsigned index);

#endif
