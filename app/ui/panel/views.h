/*
 * What the display shows of the card, of the crawl and of the network; the rest of a view is the program's.
 *
 *     struct panel_view view = {.name = "crawlbox", .state = "Ready", ...};
 *     panel_view_of_card(&view, &slot, store.state);
 *     panel_view_of_crawl(&view, &session);
 *     panel_view_of_network(&view, &session, net_is_ready(&heard) ? NULL : "no address", &seen_s);
 *
 * Whenever the box does not harvest, and it is not about to within seconds, the view has a notice.
 *
 * Any task may call them: they only look.
 */
#ifndef CRAWLBOX_UI_PANEL_VIEWS_H
#define CRAWLBOX_UI_PANEL_VIEWS_H

#include "box/slot.h"
#include "ui/panel/panel.h"

enum { PANEL_NETWORK_PATIENCE_S = 30 }; /* how long the network may be away before it is worth a notice */

void panel_view_of_card(struct panel_view *view, const struct slot *slot, enum store_state state);
void panel_view_of_crawl(struct panel_view *view, const struct session *session);

/* `problem` is what the machine lacks of a network; NULL: nothing. The session may know better.
 * `seen_s` is where this keeps when there was a network last, in seconds of view->uptime_s; 0 at first. */
void panel_view_of_network(struct panel_view *view, const struct session *session, const char *problem,
                           uint32_t *seen_s);

#endif
