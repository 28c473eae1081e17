/*
 * What the display shows of the card and of the crawl; the rest of a view is the program's.
 *
 *     struct panel_view view = {.name = "crawlbox", .state = "Ready", ...};
 *     panel_view_of_card(&view, &slot, store.state);
 *     panel_view_of_crawl(&view, &session);
 *
 * Any task may call them: they only look.
 */
#ifndef CRAWLBOX_UI_PANEL_VIEWS_H
#define CRAWLBOX_UI_PANEL_VIEWS_H

#include "box/slot.h"
#include "ui/panel/panel.h"

void panel_view_of_card(struct panel_view *view, const struct slot *slot, enum store_state state);
void panel_view_of_crawl(struct panel_view *view, const struct session *session);

#endif
