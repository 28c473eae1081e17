#include "card/card.h"

#include "card/record_id.h"
#include "crawlbox_version.h"
#include "port/card_slot.h"
#include "port/net.h"

static struct card *const card = &ram_card;

uint32_t card_seconds(void)
{
    return (uint32_t)(net_date_ms() / 1000);
}

void card_init(void)
{
    sd_device_init();
    card->settings.log_bytes = STORE_LOG_BYTES;
    card->settings.about.software = "crawlbox/" CRAWLBOX_VERSION;
    card->settings.about.robots = "obey";
    fatfs_store_init(&card->fatfs, &sd_device, card_seconds, record_id_bytes);
    store_init(&card->store, &card->fatfs.port, &card->settings);
}

enum store_state card_state(void)
{
    return card->store.state;
}

void card_ask_eject(void)
{
    card->slot.eject_asked = true;
}

bool card_slot_holds_card(void)
{
    return sdcard_poll(&card->device.sd) == SDCARD_OK;
}

int card_slot_format(void)
{
    return fatfs_store_format(&card->fatfs);
}

uint32_t card_sectors_written(void)
{
    return card->device.sectors_written;
}
