/*
 * Makes rows of text from a view: it decides what stands where. A screen is a stack of rows without gaps, so
 * that drawing its rows draws all of it; panel.c decides which of them need to be drawn, draw.c makes pixels
 * of them.
 */
#ifndef CRAWLBOX_UI_PANEL_ROWS_H
#define CRAWLBOX_UI_PANEL_ROWS_H

#include "ui/panel/font.h"
#include "ui/panel/panel.h"

enum { ROW_TEXT_MAX = PANEL_WIDTH / FONT_PITCH }; /* 21 characters fit on a row */

enum row_style {
    ROW_TITLE,    /* `left` and `right` stand on a grey band */
    ROW_PLAIN,    /* `left` is bright, `right` is dim */
    ROW_ENTRY,    /* `left` is dim, as a label; `right` is bright, as its value */
    ROW_FIGURE,   /* `left` has double size; to its right stand two small lines, `right` above `under` */
    ROW_BAR,      /* `left` is a label, then comes a bar filled to `percent`, then `right` */
    ROW_HEADLINE, /* `left` has double size and is centred */
    ROW_FOOT,     /* `left`, and at the right a dot for each page, of which the present one is lit */
};

struct panel_row {
    uint8_t top; /* the first of its lines on the screen */
    uint8_t height;
    uint8_t style;   /* enum row_style */
    uint8_t percent; /* how full a ROW_BAR is; in a ROW_FOOT, the number of the page */
    char left[ROW_TEXT_MAX + 1];
    char right[ROW_TEXT_MAX + 1];
    char under[ROW_TEXT_MAX + 1];
};

enum { PANEL_PAGES = 3 };

/*
 * Fills in row number `index` of a page, or of the view's notice if `with_notice`. Bytes that are not used
 * are zero, so that equal rows are equal byte by byte. Returns false where the screen has no such row.
 */
bool rows_get(struct panel_row *row, const struct panel_view *view, unsigned page, bool with_notice,
              unsigned index);

#endif
