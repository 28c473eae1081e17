#include "box/countries.h"

#include "base/status.h"
#include "port/log.h"

void countries_load(struct countries *countries, uint8_t *sector)
{
    countries->sector = sector;
    int status = card_file_open(&countries->file, "GEO.BIN");
    if (status == STATUS_OK)
        status = geo_open(&countries->geo, card_file_read_at, &countries->file, sector);
    else
        countries_forget(countries);
    if (status == STATUS_OK)
        log_info("GEO.BIN: %lu ranges of addresses.", (unsigned long)countries->geo.ranges);
    else
        log_warning("GEO.BIN: %s: no country is known. 'crawlbox card init' makes it.", status_text(status));
}

void countries_forget(struct countries *countries)
{
    countries->geo.ranges = 0;
}

uint8_t countries_find(const struct countries *countries, uint32_t address)
{
    int country = geo_find(&countries->geo, address, countries->sector);
    return country < 0 ? GEO_OTHER : (uint8_t)country;
}
