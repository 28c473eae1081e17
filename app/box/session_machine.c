#include "box/session_machine.h"

#include "base/format.h"
#include "box/session.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"
#include "port/network.h"
#include "port/page_arena.h"

enum {
    SILENCE_MS = 1000, /* how long no frame may come before the network is doubted */
    ROUTER_MS = 1000,  /* how long a router has to answer */
};

static void *lend_memory(void *context, size_t bytes)
{
    (void)context;
    return page_arena_take(bytes);
}

static void give_memory_back(void *context, void *piece)
{
    (void)context;
    page_arena_give(piece);
}

static uint64_t utc_ms(void *context)
{
    (void)context;
    return net_date_ms();
}

static uint32_t now_ms(void *context)
{
    (void)context;
    return clock_ms_short();
}

bool session_is_online(struct session *session)
{
    uint32_t count, now = clock_ms_short();
    if (!net_is_ready(&count))
        return false;
    bool heard = count != session->heard;
    if (!heard && now - session->heard_ms > SILENCE_MS)
        heard = net_answers(ROUTER_MS);
    session->heard = count;
    if (heard)
        session->heard_ms = now;
    return (heard || now - session->heard_ms <= SILENCE_MS) && network_reaches_out();
}

static bool is_online(void *context)
{
    return session_is_online(context);
}

static uint8_t find_country(void *context, uint32_t address)
{
    const struct session *session = context;
    return home_country(session->box.hosts.home, countries_find(&session->countries, address));
}

static uint8_t ask_model(void *context, const struct features *features)
{
    struct session *session = context;
    if (session->model.card_has_model)
        session_end_connection(session); /* a kept connection has most of the arena */
    return host_model_ask(&session->model, features);
}

const struct topic *session_topic(void *context)
{
    const struct session *session = context;
    return topics_pack(&session->topics);
}

static void note_site_name(struct session *session, const char *host)
{
    format_text(session->site, sizeof session->site, "%s", host);
}

static void log_crawl_event(void *context, unsigned event, const char *host, uint32_t number)
{
    struct session *session = context;
    switch (event) {
    case CRAWL_EVENT_QUEUED:
        session->carry_is_old = true;
        log_info("Round %lu: %lu sites", (unsigned long)session->box.crawl.state.round,
                 (unsigned long)number);
        break;
    case CRAWL_EVENT_SITE_BEGINS:
        note_site_name(session, host);
        log_info("%s begins", host);
        break;
    case CRAWL_EVENT_SITE_ENDS:
        session->carry_is_old = true;
        log_info("%s: %s", host, crawl_site_stop_sentence(number));
        break;
    case CRAWL_EVENT_SITE_RESTS:
        log_info("%s wants to be left alone for %lu s", host, (unsigned long)number);
        break;
    case CRAWL_EVENT_ROBOTS_DENIED:
        log_warning("%s: no robots.txt (%d), so nothing of it is fetched", host, (int)number);
        break;
    default: break;
    }
}

struct machine session_machine(struct session *session)
{
    return (struct machine){
        .context = session,
        .now_ms = now_ms,
        .utc_ms = utc_ms,
        .lend = lend_memory,
        .give_back = give_memory_back,
        .is_online = is_online,
        .country = find_country,
        .predict = ask_model,
        .event = log_crawl_event,
    };
}
