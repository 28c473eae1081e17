#include "countries.h"

#include "base/status.h"
#include "fatfs_file.h"
#include "geo/geo.h"
#include "log.h"
#include "predict/features.h"

static struct {
    struct fatfs_file file; /* open as long as the card is mounted */
    struct geo geo;
    uint8_t *sector;
} countries;

void countries_load(uint8_t *sector)
{
    countries.sector = sector;
    int status = fatfs_file_open(&countries.file, "GEO.BIN");
    if (status == STATUS_OK)
        status = geo_open(&countries.geo, fatfs_file_read_at, &countries.file, sector);
    else
        countries_forget();
    if (status == STATUS_OK)
        log_info("GEO.BIN: %lu ranges of addresses.", (unsigned long)countries.geo.ranges);
    else
        log_warning("GEO.BIN: %s: no country is known. 'crawlbox card init' makes it.", status_text(status));
}

void countries_forget(void)
{
    countries.geo.ranges = 0;
}

uint8_t countries_find(void *unused, uint32_t address)
{
    (void)unused;
    int country = geo_find(&countries.geo, address, countries.sector);
    return country < 0 ? COUNTRY_OTHER : (uint8_t)country;
}
