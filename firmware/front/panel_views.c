/* What the display shows of the card, of the crawl and of the network. */
#include "card/card.h"
#include "front/panel.h"
#include "net/net.h"
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

void panel_view_net(struct panel_view *view)
{
    static uint32_t seen_s;
    struct net_status status;
    net_status(&status);
    for (unsigned i = 0; i < sizeof view->address; i++)
        view->address[i] = (uint8_t)(status.address >> (24 - 8 * i));
    panel_view_of_network(view, &ram_session, status.state == NET_READY ? NULL : net_state_text(status.state),
                          &seen_s);
}
