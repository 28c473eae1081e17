/* The figures of the published data sets. */
#include <string.h>

#include "world/site_preset.h"

static const char *const portals_closed[] = {"truehits.net", NULL};
static const char *const portals_open[] = {"truehits.net", "kapook.com", "pantip.com", NULL};

static const char *const portals_lab[] = {"saraban.co.th", "talatnat.com", NULL};

static const struct site_preset presets[] = {
    {
        .name = "lab",
        .summary = "small, for the lab: two languages, two charsets, and all that goes wrong on the web",
        .sites = {[URL_TLD_COM] = {12, 22},
                  [URL_TLD_NET] = {2, 4},
                  [URL_TLD_ORG] = {3, 6},
                  [URL_TLD_HOME] = {42, 10},
                  [URL_TLD_INFO] = {1, 1},
                  [URL_TLD_OTHER] = {3, 14}},
        .pages = {[URL_TLD_COM] = {320, 420},
                  [URL_TLD_NET] = {50, 70},
                  [URL_TLD_ORG] = {70, 90},
                  [URL_TLD_HOME] = {1100, 300},
                  [URL_TLD_INFO] = {20, 15},
                  [URL_TLD_OTHER] = {60, 200}},
        .countries = {[COUNTRY_HOME] = {55, 12},
                      [COUNTRY_CN] = {1, 4},
                      [COUNTRY_JP] = {1, 5},
                      [COUNTRY_UK] = {1, 4},
                      [COUNTRY_US] = {3, 20},
                      [COUNTRY_OTHER] = {2, 12}},
        .links = {{420, 230}, {40, 180}},
        .portals = portals_lab,
        .portal_links = 0.3,
        .portal_pages = 60,
        .awkward = true,
        .activity_most = 400,
        .wholly_thai = 0.70,
        .wholly_foreign = 0.65,
        .foreign_least = 0.10,
        .foreign_most = 0.80,
        .th_affinity = {2.2, 30},
    },
    {
        .name = "closed-2009",
        .summary = "the data set of September 2009: 45,916 sites, 3.5 million pages, 59 % of them Thai",
        .sites = {[URL_TLD_COM] = {1075, 6656},
                  [URL_TLD_NET] = {157, 767},
                  [URL_TLD_ORG] = {165, 1611},
                  [URL_TLD_HOME] = {23229, 8227},
                  [URL_TLD_INFO] = {12, 64},
                  [URL_TLD_OTHER] = {476, 3477}},
        .pages = {[URL_TLD_COM] = {226295, 333294},
                  [URL_TLD_NET] = {31741, 40178},
                  [URL_TLD_ORG] = {50517, 79682},
                  [URL_TLD_HOME] = {1677409, 800161},
                  [URL_TLD_INFO] = {1851, 2942},
                  [URL_TLD_OTHER] = {108936, 192567}},
        .countries = {[COUNTRY_HOME] = {23101, 7885},
                      [COUNTRY_CN] = {106, 964},
                      [COUNTRY_JP] = {14, 443},
                      [COUNTRY_UK] = {23, 349},
                      [COUNTRY_US] = {479, 7438},
                      [COUNTRY_OTHER] = {1391, 3723}},
        .links = {{330984, 178603}, {28772, 136549}},
        .published = true,
        .portals = portals_closed,
        .portal_links = 0.05,
        .portal_pages = 150,
        .activity_most = 400,
        .wholly_thai = 0.70,
        .wholly_foreign = 0.65,
        .foreign_least = 0.10,
        .foreign_most = 0.80,
        .th_affinity = {2.2, 30},
    },
    {
        .name = "open-2011",
        .summary = "the live web around it: the same Thai sites in a far larger foreign fringe",
        .sites = {[URL_TLD_COM] = {1075, 180000},
                  [URL_TLD_NET] = {157, 25000},
                  [URL_TLD_ORG] = {165, 30000},
                  [URL_TLD_HOME] = {23229, 8227},
                  [URL_TLD_INFO] = {12, 4000},
                  [URL_TLD_OTHER] = {476, 80000}},
        .pages = {[URL_TLD_COM] = {226295, 36000000},
                  [URL_TLD_NET] = {31741, 5000000},
                  [URL_TLD_ORG] = {50517, 6000000},
                  [URL_TLD_HOME] = {5000000, 2400000},
                  [URL_TLD_INFO] = {1851, 800000},
                  [URL_TLD_OTHER] = {108936, 16000000}},
        .countries = {[COUNTRY_HOME] = {23101, 7885},
                      [COUNTRY_CN] = {106, 30000},
                      [COUNTRY_JP] = {14, 20000},
                      [COUNTRY_UK] = {23, 15000},
                      [COUNTRY_US] = {479, 180000},
                      [COUNTRY_OTHER] = {1391, 74342}},
        .links = {{330984, 245000}, {28772, 4000000}},
        .portals = portals_open,
        .portal_links = 0.019,
        .portal_pages = 1000,
        .activity_most = 250,
        .wholly_thai = 0.85,
        .wholly_foreign = 0.98,
        .foreign_least = 0.60,
        .foreign_most = 0.995,
        .th_affinity = {2.2, 30},
    },
    {
        .name = "open-2011-com",
        .summary = "the live web with the domains that the crawl of April 2011 found: three of four Thai "
                   "sites in .com",
        .sites = {[URL_TLD_COM] = {20575, 180000},
                  [URL_TLD_NET] = {957, 25000},
                  [URL_TLD_ORG] = {670, 30000},
                  [URL_TLD_HOME] = {4650, 8227},
                  [URL_TLD_INFO] = {52, 4000},
                  [URL_TLD_OTHER] = {99, 80000}},
        .pages = {[URL_TLD_COM] = {4330000, 36000000},
                  [URL_TLD_NET] = {193000, 5000000},
                  [URL_TLD_ORG] = {205000, 6000000},
                  [URL_TLD_HOME] = {1000000, 2400000},
                  [URL_TLD_INFO] = {8000, 800000},
                  [URL_TLD_OTHER] = {22700, 16000000}},
        .countries = {[COUNTRY_HOME] = {24839, 7885},
                      [COUNTRY_CN] = {114, 30000},
                      [COUNTRY_JP] = {15, 20000},
                      [COUNTRY_UK] = {25, 15000},
                      [COUNTRY_US] = {515, 180000},
                      [COUNTRY_OTHER] = {1495, 74342}},
        .links = {{355900, 263400}, {30900, 4000000}},
        .domains_published = true,
        .portals = portals_open,
        .portal_links = 0.019,
        .portal_pages = 1000,
        .activity_most = 250,
        .wholly_thai = 0.85,
        .wholly_foreign = 0.98,
        .foreign_least = 0.60,
        .foreign_most = 0.995,
        .th_affinity = {2.2, 30},
    },
    {
        .name = "lswc-2006",
        .summary = "like the data set of LSWC: 12 % of the pages are Thai, 65 % of these outside of .th",
        .sites = {[URL_TLD_COM] = {2000, 19000},
                  [URL_TLD_NET] = {260, 2600},
                  [URL_TLD_ORG] = {160, 3400},
                  [URL_TLD_HOME] = {1350, 500},
                  [URL_TLD_INFO] = {15, 400},
                  [URL_TLD_OTHER] = {115, 2700}},
        .pages = {[URL_TLD_COM] = {150000, 1400000},
                  [URL_TLD_NET] = {20000, 195000},
                  [URL_TLD_ORG] = {12000, 250000},
                  [URL_TLD_HOME] = {102000, 40000},
                  [URL_TLD_INFO] = {1000, 30000},
                  [URL_TLD_OTHER] = {8500, 196000}},
        .countries = {[COUNTRY_HOME] = {3400, 450},
                      [COUNTRY_CN] = {15, 2400},
                      [COUNTRY_JP] = {10, 1600},
                      [COUNTRY_UK] = {10, 1200},
                      [COUNTRY_US] = {365, 16950},
                      [COUNTRY_OTHER] = {100, 6000}},
        .links = {{52000, 30000}, {5200, 380000}},
        .portals = portals_open,
        .portal_links = 0.03,
        .portal_pages = 300,
        .activity_most = 250,
        .wholly_thai = 0.85,
        .wholly_foreign = 0.98,
        .foreign_least = 0.60,
        .foreign_most = 0.995,
        .th_affinity = {2.2, 30},
    },
};

enum { PRESETS = sizeof presets / sizeof presets[0] };

const struct site_preset *site_preset_find(const char *name)
{
    for (unsigned i = 0; i < PRESETS; i++)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

struct site_preset site_preset_hosted(const struct site_preset *preset, const struct siteweb *web)
{
    struct site_preset hosted = *preset;
    uint32_t all = 0, home = preset->countries[COUNTRY_HOME][WORLD_KIND_THAI];
    if (web->hosting.abroad == WORLD_ABROAD_OF_PRESET)
        return hosted;
    for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
        all += preset->countries[country][WORLD_KIND_THAI];
    double abroad = all * (double)web->hosting.abroad / 100;
    for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
        hosted.countries[country][WORLD_KIND_THAI] =
            (uint32_t)(preset->countries[country][WORLD_KIND_THAI] * abroad / (all - home) + 0.5);
    hosted.countries[COUNTRY_HOME][WORLD_KIND_THAI] = (uint32_t)(all - abroad + 0.5);
    return hosted;
}

const char *site_preset_name(unsigned index)
{
    return index < PRESETS ? presets[index].name : NULL;
}
