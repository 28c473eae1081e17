/* The orders that the operator gives to the session. */
#include "box/session.h"

#include <string.h>

#include "base/status.h"
#include "port/page_arena.h"

int session_order(struct session *session, int (*order)(struct crawl *crawl))
{
    session->waits = false;
    return session->opened ? order(&session->box.crawl) : STATUS_CLOSED;
}

int session_begin_anew(struct session *session)
{
    if (session->parts->store->state != STORE_READY || !(session->opened || session->failed))
        return STATUS_CLOSED;
    hosts_carry_begin(session->carry, sizeof session->carry);
    int status = session_begin_crawl(session);
    session->opened = status == 0;
    session->failed = status < 0;
    session->waits = false;
    return status;
}

int session_skip(struct session *session, const char *host)
{
    return session->opened ? crawl_skip(&session->box.crawl, host, strlen(host)) : STATUS_CLOSED;
}

int session_seed(struct session *session, const char *text)
{
    struct url url;
    if (!session->opened)
        return STATUS_CLOSED;
    session_end_connection(session);
    char *buffer = page_arena_take(SEEDS_URL_BYTES);
    if (buffer == NULL)
        return STATUS_FULL;
    int status = seeds_parse(&url, buffer, SEEDS_URL_BYTES, text, strlen(text));
    if (status == 0)
        status = crawl_seed(&session->box.crawl, &url);
    page_arena_give(buffer);
    session->has_foreign_seeds |= status == STATUS_REFUSED;
    session->waits = false;
    return status;
}

int session_change_seeds(struct session *session, const struct seeds_change *change)
{
    session_end_connection(session);
    return card_seeds_change(&session->seeds, session->parts->store, change);
}

int session_save(struct session *session)
{
    return box_settings_save(&session->settings, session->parts->store);
}
