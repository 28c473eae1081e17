/* What the display shows of the card and of the crawl. */
#include "card/card.h"
#include "front/panel.h"
#include "ui/panel/views.h"
#include "work/crawler.h"

void panel_view_card(struct panel_view *view)
{
    panel_view_of_card(view, &ram_card.slot, card_state());
}

void panel_view_crawl(struct panel_view *view)
{
    panel_view_of_crawl(view, &ram_session);
}
