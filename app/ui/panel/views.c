#include "ui/panel/views.h"

#include "base/packed.h"
#include "base/status.h"

/* The notice of each state of the card, and of each reason for which a crawl stops, by its code below 0. */
static const uint8_t notice_of_card[] = {
    [STORE_NO_CARD] = PANEL_NO_CARD,       [STORE_EJECTED] = PANEL_SAFE_TO_REMOVE,
    [STORE_UNREADABLE] = PANEL_CARD_ERROR, [STORE_BLANK] = PANEL_NOT_FAT32,
    [STORE_EXFAT] = PANEL_NOT_FAT32,       [STORE_NTFS] = PANEL_NOT_FAT32,
    [STORE_NOT_FAT32] = PANEL_NOT_FAT32,   [STORE_TOO_SMALL] = PANEL_TOO_SMALL,
    [STORE_READ_ONLY] = PANEL_READ_ONLY,   [STORE_FULL] = PANEL_CARD_FULL,
    [STORE_DAMAGED] = PANEL_DAMAGED,       [STORE_OTHER_VERSION] = PANEL_OTHER_VERSION,
    [STORE_READY] = PANEL_NO_NOTICE,
};
static const uint8_t notice_of_stop[] = {
    [-CRAWL_STOP_NOTHING_LEFT] = PANEL_ALL_DONE,
    [-CRAWL_STOP_NO_SEEDS] = PANEL_NO_SEEDS,
    [-CRAWL_STOP_NOT_STARTED] = PANEL_STOPPED,
    [-CRAWL_STOP_PAUSED] = PANEL_PAUSED,
    [-CRAWL_STOP_CARD] = PANEL_CARD_ERROR,
    [-CRAWL_STOP_NETWORK] = PANEL_NO_NOTICE, /* panel_view_of_network() has patience first */
    [-CRAWL_STOP_REST] = PANEL_RESTING,
    [-CRAWL_STOP_FOREIGN_SEEDS] = PANEL_FOREIGN_SEEDS,
};

static const char *format_of_card(enum store_state state)
{
    switch (state) {
    case STORE_BLANK: return PACKED("It has no format.");
    case STORE_EXFAT: return PACKED("It has exFAT.");
    case STORE_NTFS: return PACKED("It has NTFS.");
    default: return NULL;
    }
}

void panel_view_of_card(struct panel_view *view, const struct slot *slot, enum store_state state)
{
    bool waits_for_person = state == STORE_EJECTED || state == STORE_FULL;
    if (state == STORE_READY) {
        view->card_mb = slot->total_mb;
        view->card_free_mb = slot->free_mb;
        view->pages = slot->pages;
    } else if (waits_for_person || view->notice != PANEL_RESTARTED) {
        /* that it restarted is read first: it goes away by a press, the other by a card */
        panel_view_notice(view, (enum panel_notice)notice_of_card[state], format_of_card(state));
    }
}

/* Why the crawl of a sound card does not go on. */
static enum panel_notice notice_of_crawl(const struct session *session)
{
    int stop = session->stop;
    if (!session->is_set_up)
        return PANEL_NOT_SET_UP;
    if (session->failed && session->open_status == STATUS_FULL)
        return PANEL_CARD_FULL;
    if (session->failed)
        return session->open_status == STATUS_UNSUPPORTED ? PANEL_OTHER_LANGUAGE : PANEL_OLD_CRAWL;
    if (stop == CRAWL_STOP_NOTHING_LEFT && session->settings.values.recrawl_days > 0)
        stop = CRAWL_STOP_REST;
    if (stop == 0 && session_lacks_time(session))
        return PANEL_NO_TIME;
    return (enum panel_notice)notice_of_stop[-stop];
}

void panel_view_of_crawl(struct panel_view *view, const struct session *session)
{
    const struct crawl_totals *totals = &session->box.crawl.state.totals;
    enum panel_notice notice = PANEL_NO_NOTICE;
    if (session->parts->store->state == STORE_READY)
        notice = notice_of_crawl(session);
    if (notice != PANEL_NO_NOTICE)
        panel_view_notice(view, notice, NULL);
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
    }
}

void panel_view_of_network(struct panel_view *view, const struct session *session, const char *problem,
                           uint32_t *seen_s)
{
    if (problem == NULL && session->opened && !session->has_network)
        problem = PACKED("nobody answers");
    if (problem == NULL) {
        *seen_s = view->uptime_s;
        return;
    }
    view->state = "Waiting for network";
    if (view->uptime_s - *seen_s >= PANEL_NETWORK_PATIENCE_S)
        panel_view_notice(view, PANEL_NO_NETWORK, problem);
}
