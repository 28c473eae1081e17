/* Who has files on the card (card/card.h): the session has them all. */
#include "box/session.h"
#include "card/card.h"
#include "work/crawler.h"

void card_users_mounted(void)
{
    session_card_mounted(&ram_session);
}

void card_users_ready(void)
{
    session_card_ready(&ram_session);
}

void card_users_gone(void)
{
    session_card_gone(&ram_session);
}
