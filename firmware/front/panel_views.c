/* What the display shows of the card and of the crawl. */
#include "card/card.h"
#include "front/panel.h"
#include "work/crawler.h"

void panel_view_card(struct panel_view *view)
{
    switch (card_state()) {
    case STORE_EJECTED: panel_view_notice(view, PANEL_SAFE_TO_REMOVE, NULL); break;
    case STORE_FULL: panel_view_notice(view, PANEL_CARD_FULL, NULL); break;
    case STORE_READY:
        view->card_mb = ram_card.total_mb;
        view->card_free_mb = ram_card.free_mb;
        view->pages = ram_card.pages;
        break;
    default:
        if (view->notice != PANEL_RESTARTED) /* read that first: it goes away by a press, this by a card */
            panel_view_notice(view, PANEL_NO_CARD, NULL);
        break;
    }
}

void panel_view_crawl(struct panel_view *view)
{
    const struct crawl_totals *totals = &ram_session.box.crawl.state.totals;
    if (!ram_session.is_set_up && card_state() == STORE_READY)
        panel_view_notice(view, PANEL_NOT_SET_UP, NULL);
    if (!ram_session.opened)
        return;
    view->pages = totals->pages;
    view->thai_pages = totals->target_pages;
    view->sites = totals->sites;
    view->errors = totals->failures;
    view->waiting = session_sites_waiting(&ram_session);
    if (session_crawls(&ram_session)) {
        view->state = "Crawling";
        view->site = ram_session.site;
    } else if (ram_session.has_network) {
        view->state = ram_session.stop == CRAWL_STOP_PAUSED ? "Paused" : "Stopped";
    }
}
