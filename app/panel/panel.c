#include "panel/panel.h"

#include <string.h>

#include "base/crc32.h"
#include "panel/draw.h"
#include "panel/rows.h"

void panel_init(struct panel *panel)
{
    memset(panel, 0, sizeof *panel);
}

void panel_redraw(struct panel *panel)
{
    memset(panel->shown, 0, sizeof panel->shown);
}

static bool notice_is_up(const struct panel *panel, const struct panel_view *view)
{
    return view->notice != PANEL_NO_NOTICE && view->notice != panel->read_notice;
}

static void draw_row(struct panel *panel, const struct panel_row *row, const struct panel_screen *screen)
{
    for (unsigned y = 0; y < row->height; y++) {
        draw_row_line(panel->line, row, y);
        screen->show_line(screen->context, row->top + y, panel->line);
    }
}

int panel_update(struct panel *panel, const struct panel_view *view, const struct panel_screen *screen)
{
    struct panel_row row;
    int lines = 0;
    if (view->notice == PANEL_NO_NOTICE)
        panel->read_notice = PANEL_NO_NOTICE;
    unsigned i = 0;
    for (; i < PANEL_ROWS && rows_get(&row, view, panel->page, notice_is_up(panel, view), i); i++) {
        uint32_t checksum = crc32_update(CRC32_INIT, &row, sizeof row) | 1; /* 0 means unknown */
        if (checksum == panel->shown[i])
            continue;
        draw_row(panel, &row, screen);
        panel->shown[i] = checksum;
        lines += row.height;
    }
    for (; i < PANEL_ROWS; i++)
        panel->shown[i] = 0; /* what another screen had there is drawn over by now */
    return lines;
}

void panel_next(struct panel *panel, const struct panel_view *view)
{
    if (notice_is_up(panel, view))
        panel->read_notice = (uint8_t)view->notice;
    else
        panel->page = (uint8_t)((panel->page + 1) % PANEL_PAGES);
}
