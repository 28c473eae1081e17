/* The sections of the report, each from its heading to its end. They only look at the facts. */
#ifndef CRAWLBOX_REPORT_SECTIONS_H
#define CRAWLBOX_REPORT_SECTIONS_H

#include <stdio.h>

#include "report/facts.h"

/* SECTION(id, word, function), in the order of the page: the contents are made of it, too. */
#define REPORT_SECTIONS(SECTION)                                                                             \
    SECTION(harvest, HARVESTED, section_harvest)                                                             \
    SECTION(days, BY_DAY, section_days)                                                                      \
    SECTION(rate, OVER_TIME, section_rate)                                                                   \
    SECTION(sites, TOP_SITES, section_sites)                                                                 \
    SECTION(domains, BY_TLD, section_domains)                                                                \
    SECTION(countries, BY_COUNTRY, section_countries)                                                        \
    SECTION(predictions, PREDICTIONS, section_predictions)                                                   \
    SECTION(ended, ENDED, section_ended)                                                                     \
    SECTION(refused, REFUSED, section_refused)                                                               \
    SECTION(errors, ERRORS, section_errors)                                                                  \
    SECTION(card, CARD, section_card)

#define SECTION(id, word, function) void function(FILE *out, const struct facts *facts);
REPORT_SECTIONS(SECTION)
#undef SECTION

/* Charts of the report: small enough to be read on a phone, where they are as wide as the screen. */
enum { REPORT_CHART_WIDTH = 480, REPORT_CHART_HEIGHT = 260 };

#endif
