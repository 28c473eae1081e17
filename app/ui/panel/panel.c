#include "ui/panel/panel.h"

#include <string.h>

#include "base/crc32.h"
#include "ui/panel/draw.h"
#include "ui/panel/rows.h"

const struct panel_view panel_test_view = {
    .name = "test picture",
    .version = "1.23.4+abcdef01",
    .state = "Quick brown fox jumps",
    .site = "www.example.ac.th/~@#",
    .last_reset = "power on",
    .uptime_s = 273120,
    .pages = 12345,
    .thai_pages = 11987,
    .wanted = "Thai",
    .sites = 678,
    .waiting = 90,
    .errors = 1,
    .card_mb = 7580,
    .card_free_mb = 3174,
    .ram_free_bytes = 8512,
    .address = {192, 0, 2, 246},
    .cpu_percent = 7,
};

void panel_view_notice(struct panel_view *view, enum panel_notice notice, const char *detail)
{
    if (view->notice != PANEL_NO_NOTICE && view->notice < notice)
        return;
    view->notice = notice;
    view->detail = detail;
}

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
