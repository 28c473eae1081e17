#include "fetcher.h"

#include "card.h"
#include "log.h"
#include "net.h"
#include "network.h"
#include "page_arena.h"
#include "ram.h"
#include "settings/parts.h"
#include "topics.h"

/* Named, not looked up: the packs of other languages, 7.6 KB of words, do not fit the flash beside Thai's dictionary. */
extern const struct lang_pack lang_pack_th, lang_pack_en;

static struct fetcher *const fetcher = &ram_fetcher;

static void init(void)
{
    fetcher->options = (struct harvest_options){.pack = &lang_pack_th, .agent = "crawlbox"};
    if (dict_open(&fetcher->dict, dict_builtin, dict_builtin_size) == 0)
        fetcher->options.dict = &fetcher->dict;
    else
        log_error("The dictionary in the image is damaged: no page will count as Thai.");
    harvest_init(&fetcher->harvest, NULL, &network, &fetcher->options);
    fetcher->ready = true;
}

struct harvest *fetcher_use(const struct harvest_port *port)
{
    if (!fetcher->ready)
        init();
    bool has_topic = ram_settings.values.mode == MODE_SEGMENT && topics_pack() != NULL;
    fetcher->options.pack = has_topic ? &lang_pack_en : &lang_pack_th;
    settings_for_fetch(&ram_settings.values, ram_settings.user_agent, &fetcher->options.fetch);
    fetcher->options.keep = (enum harvest_keep)ram_settings.values.keep;
    network_use_tls((enum network_tls)ram_settings.values.tls,
                    ram_settings.values.no_time == NO_TIME_IGNORE_DATES);
    fetcher->harvest.port = port;
    fetcher->harvest.store = card_state() == STORE_READY ? &ram_card.store : NULL;
    return &fetcher->harvest;
}

void fetcher_close(void)
{
    if (fetcher->ready)
        harvest_close(&fetcher->harvest);
}

void *fetcher_take(void *context, size_t bytes)
{
    (void)context;
    return page_arena_take(bytes);
}

void fetcher_give(void *context, void *piece)
{
    (void)context;
    page_arena_give(piece);
}

uint64_t fetcher_utc_ms(void *context)
{
    (void)context;
    return net_date_ms();
}
