#include "fetch/http/date.h"

#include <stdbool.h>

#include "base/ascii.h"

/* The part of the text that is not read yet. Every step either takes what it wants or leaves it alone. */
struct cursor {
    const char *at, *end;
};

static void skip_separators(struct cursor *cursor)
{
    while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == ',' || *cursor->at == '-'))
        cursor->at++;
}

static bool take_number(struct cursor *cursor, size_t digits_max, uint32_t *number)
{
    const char *start = cursor->at;
    *number = 0;
    while (cursor->at < cursor->end && ascii_is_digit(*cursor->at) &&
           (size_t)(cursor->at - start) < digits_max)
        *number = *number * 10 + (uint32_t)(*cursor->at++ - '0');
    return cursor->at > start;
}

static size_t take_word(struct cursor *cursor)
{
    const char *start = cursor->at;
    while (cursor->at < cursor->end && ascii_is_letter(*cursor->at))
        cursor->at++;
    return (size_t)(cursor->at - start);
}

/* Reads the name of a month as a number from 1 to 12. */
static bool take_month(struct cursor *cursor, uint32_t *month)
{
    static const char names[12][4] = {"jan", "feb", "mar", "apr", "may", "jun",
                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    const char *word = cursor->at;
    size_t length = take_word(cursor);
    for (*month = 1; *month <= 12; ++*month)
        if (ascii_equals(word, length, names[*month - 1]))
            return true;
    return false;
}

static bool take_time(struct cursor *cursor, uint32_t *seconds)
{
    uint32_t parts[3];
    for (int i = 0; i < 3; i++) {
        if (i > 0 && (cursor->at == cursor->end || *cursor->at++ != ':'))
            return false;
        if (!take_number(cursor, 2, &parts[i]))
            return false;
    }
    *seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2];
    return parts[0] < 24 && parts[1] < 60 && parts[2] <= 60;
}

/* Two digits mean the nearest century in which the web existed (RFC 9110 asks for no more than 50 years
 * ahead). */
static bool take_year(struct cursor *cursor, uint32_t *year)
{
    const char *start = cursor->at;
    if (!take_number(cursor, 4, year))
        return false;
    if (cursor->at - start <= 2)
        *year += *year < 70 ? 2000 : 1900;
    return *year >= 1970 && *year <= 2105;
}

static bool is_leap(uint32_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static uint32_t days_since_1970(uint32_t year, uint32_t month, uint32_t day)
{
    static const uint16_t days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    uint32_t before = year - 1;
    uint32_t leap_days = before / 4 - before / 100 + before / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    return (year - 1970) * 365 + leap_days + days_before[month - 1] + (month > 2 && is_leap(year)) + day - 1;
}

uint32_t http_date_parse(const char *text, size_t length)
{
    struct cursor cursor = {text, text + length};
    uint32_t day, month = 1, year, seconds;
    skip_separators(&cursor);
    take_word(&cursor);
    skip_separators(&cursor);
    bool ok;
    if (cursor.at < cursor.end && ascii_is_digit(*cursor.at)) {
        ok = take_number(&cursor, 2, &day);
        skip_separators(&cursor);
        ok = ok && take_month(&cursor, &month);
        skip_separators(&cursor);
        ok = ok && take_year(&cursor, &year);
        skip_separators(&cursor);
        ok = ok && take_time(&cursor, &seconds);
    } else {
        ok = take_month(&cursor, &month);
        skip_separators(&cursor);
        ok = ok && take_number(&cursor, 2, &day);
        skip_separators(&cursor);
        ok = ok && take_time(&cursor, &seconds);
        skip_separators(&cursor);
        ok = ok && take_year(&cursor, &year);
    }
    if (!ok || day < 1 || day > 31)
        return 0;
    return days_since_1970(year, month, day) * 86400 + seconds;
}
