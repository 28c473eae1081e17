#include "base/utc.h"

enum { SECONDS_A_DAY = 86400, DAYS_OF_FOUR_YEARS = 1461, DAYS_OF_ERA = 146097, DAYS_0000_TO_1970 = 719468 };

/* Counts years from March, so that the leap day is the last of its year and months follow a simple rule. */
struct utc utc_from_seconds(uint32_t seconds)
{
    uint32_t days = seconds / SECONDS_A_DAY + DAYS_0000_TO_1970;
    uint32_t era = days / DAYS_OF_ERA;
    uint32_t of_era = days % DAYS_OF_ERA;
    uint32_t year_of_era =
        (of_era - of_era / (DAYS_OF_FOUR_YEARS - 1) + of_era / 36524 - of_era / (DAYS_OF_ERA - 1)) / 365;
    uint32_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    uint32_t month_from_march = (5 * of_year + 2) / 153;
    uint32_t second = seconds % SECONDS_A_DAY;
    struct utc utc;
    utc.day = (uint8_t)(of_year - (153 * month_from_march + 2) / 5 + 1);
    utc.month = (uint8_t)(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    utc.year = (uint16_t)(year_of_era + era * 400 + (utc.month <= 2));
    utc.hour = (uint8_t)(second / 3600);
    utc.minute = (uint8_t)(second / 60 % 60);
    utc.second = (uint8_t)(second % 60);
    return utc;
}

static void sink_parts(struct sink *sink, uint32_t seconds, const char *const separators[5])
{
    struct utc utc = utc_from_seconds(seconds);
    const uint8_t parts[5] = {utc.month, utc.day, utc.hour, utc.minute, utc.second};
    sink_number_zero(sink, utc.year, 4);
    for (unsigned i = 0; i < 5; i++) {
        sink_text(sink, separators[i]);
        sink_number_zero(sink, parts[i], 2);
    }
}

static const char *const iso_separators[5] = {"-", "-", "T", ":", ":"};

void sink_utc_iso(struct sink *sink, uint32_t seconds)
{
    sink_parts(sink, seconds, iso_separators);
    sink_text(sink, "Z");
}

void sink_utc_iso_ms(struct sink *sink, uint32_t seconds, uint16_t milliseconds)
{
    sink_parts(sink, seconds, iso_separators);
    sink_text(sink, ".");
    sink_number_zero(sink, milliseconds, 3);
    sink_text(sink, "Z");
}

void sink_utc_digits(struct sink *sink, uint32_t seconds)
{
    static const char *const none[5] = {"", "", "", "", ""};
    sink_parts(sink, seconds, none);
}
