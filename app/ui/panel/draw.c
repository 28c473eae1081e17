#include "ui/panel/draw.h"

#include <string.h>

/* Grey levels. Nothing but text is at full brightness: what stands still for weeks burns into such a
 * display. */
enum {
    DARK = 0,
    BAND = 3, /* behind the title */
    FAINT = 4,
    DIM = 8,
    SOFT = 11,
    BRIGHT = 15,
};

enum {
    BIG = 2, /* magnification of figures and headlines */
    BIG_PITCH = BIG * FONT_PITCH,
    BIG_HEIGHT = BIG * FONT_HEIGHT,
    TITLE_MARGIN = 2,
    SECOND_LINE = 8, /* of the two small lines beside a figure */
    BAR_LEFT = 27,
    BAR_RIGHT_GAP = 4,
    BAR_HEIGHT = 7,
    DOT = 3,
    DOT_PITCH = 6,
    DOT_TOP = 3,
};

static void set_pixel(uint8_t *pixels, unsigned x, unsigned level)
{
    if (x >= PANEL_WIDTH)
        return;
    uint8_t *pair = &pixels[x / 2];
    *pair = (uint8_t)(x & 1 ? (*pair & 0xf0) | level : (*pair & 0x0f) | level << 4);
}

static void draw_span(uint8_t *pixels, unsigned from, unsigned to, unsigned level)
{
    for (unsigned x = from; x < to; x++)
        set_pixel(pixels, x, level);
}

static unsigned text_width(const char *text)
{
    return (unsigned)strlen(text) * FONT_PITCH;
}

static unsigned right_edge(const char *text)
{
    unsigned width = text_width(text);
    return PANEL_WIDTH - (width > 0 ? width - 1 : 0); /* the last character's gap is not needed */
}

/* Draws nothing if y lies outside the text. */
static void draw_text(uint8_t *pixels, unsigned x, unsigned y, const char *text, unsigned level)
{
    if (y >= FONT_HEIGHT)
        return;
    for (; *text != '\0'; text++, x += FONT_PITCH) {
        unsigned bits = font_row(*text, y);
        for (unsigned column = 0; column < FONT_WIDTH; column++)
            if (bits >> (FONT_WIDTH - 1 - column) & 1)
                set_pixel(pixels, x + column, level);
    }
}

static bool glyph_pixel(char character, int column, int row)
{
    if (column < 0 || column >= FONT_WIDTH || row < 0 || row >= FONT_HEIGHT)
        return false;
    return font_row(character, (unsigned)row) >> (FONT_WIDTH - 1 - column) & 1;
}

/* Returns the level of one quarter of a dark pixel in double size. It is half bright where two lit
 * neighbours meet at its corner, which turns the stairs of slanted strokes into smooth edges. */
static unsigned quarter_level(char character, int column, int row, int left, int up)
{
    if (glyph_pixel(character, column, row))
        return BRIGHT;
    int beside = column + (left ? -1 : 1), above = row + (up ? -1 : 1);
    bool corner = glyph_pixel(character, beside, row) && glyph_pixel(character, column, above);
    return corner && !glyph_pixel(character, beside, above) ? BRIGHT / 2 : DARK;
}

static void draw_big_text(uint8_t *pixels, unsigned x, unsigned y, const char *text)
{
    if (y >= BIG_HEIGHT)
        return;
    for (; *text != '\0'; text++, x += BIG_PITCH)
        for (unsigned column = 0; column < BIG * FONT_WIDTH; column++) {
            unsigned level =
                quarter_level(*text, (int)column / BIG, (int)y / BIG, column % BIG == 0, y % BIG == 0);
            if (level != DARK)
                set_pixel(pixels, x + column, level);
        }
}

static void draw_bar(uint8_t *pixels, unsigned y, unsigned from, unsigned to, unsigned percent)
{
    if (y >= BAR_HEIGHT || to < from + 4)
        return;
    bool edge = y == 0 || y == BAR_HEIGHT - 1;
    bool inside = y >= 2 && y < BAR_HEIGHT - 2;
    if (edge) {
        draw_span(pixels, from + 1, to - 1, DIM);
        return;
    }
    set_pixel(pixels, from, DIM);
    set_pixel(pixels, to - 1, DIM);
    unsigned room = to - from - 4;
    if (inside)
        draw_span(pixels, from + 2, from + 2 + (room * percent + 99) / 100, BRIGHT);
}

static void draw_dots(uint8_t *pixels, unsigned y, unsigned page)
{
    if (y < DOT_TOP || y >= DOT_TOP + DOT)
        return;
    unsigned x = PANEL_WIDTH - PANEL_PAGES * DOT_PITCH + (DOT_PITCH - DOT);
    for (unsigned i = 0; i < PANEL_PAGES; i++, x += DOT_PITCH)
        draw_span(pixels, x, x + DOT, i == page ? BRIGHT : FAINT);
}

static void draw_ends(uint8_t *pixels, const struct panel_row *row, unsigned y, unsigned left, unsigned right)
{
    draw_text(pixels, 0, y, row->left, left);
    draw_text(pixels, right_edge(row->right), y, row->right, right);
}

static void draw_title(uint8_t *pixels, const struct panel_row *row, unsigned y)
{
    if (y + 1 < row->height) /* the last line is the gap below the band */
        draw_span(pixels, 0, PANEL_WIDTH, BAND);
    if (y == 0)
        return;
    draw_text(pixels, TITLE_MARGIN, y - 1, row->left, BRIGHT);
    draw_text(pixels, right_edge(row->right) - TITLE_MARGIN, y - 1, row->right, SOFT);
}

static void draw_figure(uint8_t *pixels, const struct panel_row *row, unsigned y)
{
    draw_big_text(pixels, 0, y, row->left);
    draw_text(pixels, right_edge(row->right), y, row->right, DIM);
    if (y >= SECOND_LINE)
        draw_text(pixels, right_edge(row->under), y - SECOND_LINE, row->under, SOFT);
}

void draw_row_line(uint8_t pixels[PANEL_LINE_BYTES], const struct panel_row *row, unsigned y)
{
    memset(pixels, DARK, PANEL_LINE_BYTES);
    switch ((enum row_style)row->style) {
    case ROW_TITLE: draw_title(pixels, row, y); break;
    case ROW_PLAIN: draw_ends(pixels, row, y, BRIGHT, DIM); break;
    case ROW_ENTRY: draw_ends(pixels, row, y, DIM, BRIGHT); break;
    case ROW_FIGURE: draw_figure(pixels, row, y); break;
    case ROW_BAR:
        draw_ends(pixels, row, y, DIM, SOFT);
        draw_bar(pixels, y, BAR_LEFT, right_edge(row->right) - BAR_RIGHT_GAP, row->percent);
        break;
    case ROW_HEADLINE: {
        unsigned width = (unsigned)strlen(row->left) * BIG_PITCH;
        draw_big_text(pixels, width < PANEL_WIDTH ? (PANEL_WIDTH - width) / 2 : 0, y, row->left);
        break;
    }
    case ROW_FOOT:
        draw_text(pixels, 0, y, row->left, SOFT);
        draw_dots(pixels, y, row->percent);
        break;
    }
}
