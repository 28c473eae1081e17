#include "graph/home.h"

#include <string.h>

#include "graph/predict/features.h"

static const struct home homes[] = {
#define HOME(code, people, place, domains, countries) {code, people, place, countries, domains},
#include "graph/home.def"
#undef HOME
};

const struct home *home_of(unsigned language)
{
    return language < sizeof homes / sizeof homes[0] ? &homes[language] : NULL;
}

bool home_has_address(const struct home *home, const struct url *url)
{
    const char *end = url->text + url->query, *name = url->text + url->path + 1;
    if (url_tld(url->text + url->host, url_host_length(url), home->domains) == URL_TLD_HOME)
        return true;
    for (const char *at = name; at < end; at++) {
        size_t length = (size_t)(at - name);
        if (*at != '/')
            continue;
        if (length > 0 && (url_is_listed(home->domains, name, length) ||
                           (length == 2 && memcmp(name, home->language, length) == 0)))
            return true;
        name = at + 1;
    }
    return false;
}

uint8_t home_country(const struct home *home, int geo_country)
{
    if (geo_country >= 0 && home->countries >> geo_country & 1)
        return COUNTRY_HOME;
    return geo_country > GEO_TH && geo_country < GEO_OTHER ? (uint8_t)geo_country : COUNTRY_OTHER;
}
