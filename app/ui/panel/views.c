#include "ui/panel/views.h"

void panel_view_of_card(struct panel_view *view, const struct slot *slot, enum store_state state)
{
    switch (state) {
    case STORE_EJECTED: panel_view_notice(view, PANEL_SAFE_TO_REMOVE, NULL); break;
    case STORE_FULL: panel_view_notice(view, PANEL_CARD_FULL, NULL); break;
    case STORE_READY:
        view->card_mb = slot->total_mb;
        view->card_free_mb = slot->free_mb;
        view->pages = slot->pages;
        break;
    default:
        if (view->notice != PANEL_RESTARTED) /* read that first: it goes away by a press, this by a card */
            panel_view_notice(view, PANEL_NO_CARD, NULL);
        break;
    }
}

void panel_view_of_crawl(struct panel_view *view, const struct session *session)
{
    const struct crawl_totals *totals = &session->box.crawl.state.totals;
    if (!session->is_set_up && session->parts->store->state == STORE_READY)
        panel_view_notice(view, PANEL_NOT_SET_UP, NULL);
    view->wanted = home_of(session->settings.values.language)->people;
    if (!session->opened)
        return;
    view->pages = totals->pages;
    view->thai_pages = totals->target_pages;
    view->sites = totals->sites;
    view->errors = totals->failures;
    view->waiting = session_sites_waiting(session);
    if (session_crawls(session)) {
        view->state = "Crawling";
        view->site = session->site;
    } else if (session->has_network) {
        view->state = session->stop == CRAWL_STOP_PAUSED ? "Paused" : "Stopped";
    }
}
