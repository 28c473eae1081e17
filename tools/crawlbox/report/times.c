/* The harvest over time: by day, and how the rate went. */
#include <stdlib.h>

#include "base/utc.h"
#include "chart/chart.h"
#include "report/html.h"
#include "report/sections.h"

enum {
    SECONDS_A_DAY = 86400,
    BARS_LEAST = 7,
    BARS_MOST = 60,
    POINTS = 60,
    ROWS_MOST = 400,
    YEAR_2000 = 946684800
};

struct day {
    uint32_t day; /* since 1970 */
    uint64_t pages, wanted, bytes;
};

/* Days in order; the caller frees them. */
static struct day *days_of(const struct facts *facts, size_t *count)
{
    struct day *days = malloc((facts->ticks + 1) * sizeof *days);
    *count = 0;
    for (size_t i = 0; days && i < facts->ticks; i++) {
        const struct facts_tick *tick = &facts->tick[i];
        uint32_t day = tick->seconds >= YEAR_2000 ? tick->seconds / SECONDS_A_DAY : 0;
        if (*count == 0 || days[*count - 1].day != day)
            days[(*count)++] = (struct day){.day = day};
        days[*count - 1].pages += tick->pages;
        days[*count - 1].wanted += tick->wanted;
        days[*count - 1].bytes += tick->bytes;
    }
    return days;
}

struct scale {
    uint32_t first, seconds; /* of a bar */
    unsigned bars;
};

/* The last label stands at the end of the last bar, whose day it is; places to come have none. */
static void label_day(const void *context, double x, char text[CHART_LABEL_SIZE])
{
    const struct scale *scale = context;
    uint32_t bar = x >= 1 ? (uint32_t)x - 1 : 0;
    struct utc at = utc_from_seconds(scale->first + bar * scale->seconds);
    *text = '\0';
    if (bar < scale->bars)
        snprintf(text, CHART_LABEL_SIZE, "%u-%02u-%02u", at.year, at.month, at.day);
}

/* Bars of a day each, or of several where there are too many; days without pages are gaps. */
static void draw_days(FILE *out, const struct facts *facts, const struct day *days, size_t count)
{
    struct chart_bar bars[BARS_MOST] = {0};
    uint32_t first = facts->first / SECONDS_A_DAY, span = facts->last / SECONDS_A_DAY - first + 1;
    uint32_t each = (span + BARS_MOST - 1) / BARS_MOST;
    unsigned shown = (span + each - 1) / each, places = shown < BARS_LEAST ? BARS_LEAST : shown;
    struct scale scale = {facts->first, each * SECONDS_A_DAY, shown};
    const struct chart chart = {.title = sentence_of_word(WORD_BY_DAY).english,
                                .width = REPORT_CHART_WIDTH,
                                .height = REPORT_CHART_HEIGHT,
                                .right = 10,
                                .x_most = places,
                                .x_ticks = 1,
                                .x_label = label_day,
                                .context = &scale};
    for (size_t i = 0; i < count; i++) {
        if (days[i].day < first)
            continue; /* its time is not known */
        struct chart_bar *bar = &bars[(days[i].day - first) / each];
        bar->lower += (double)days[i].wanted;
        bar->upper += (double)(days[i].pages - days[i].wanted);
    }
    chart_bars(out, &chart, bars, shown);
}

static void put_days(FILE *out, const struct day *days, size_t count)
{
    static const enum word head[] = {WORD_DAY, WORD_WANTED, WORD_PAGES, WORD_RATE, WORD_DATA};
    html_table(out, WORD_BY_DAY, head, sizeof head / sizeof head[0]);
    for (size_t i = count > ROWS_MOST ? count - ROWS_MOST : 0; i < count; i++) {
        fputs("<tr><th scope=row>", out);
        if (days[i].day == 0)
            word_put(out, WORD_UNKNOWN_DAY);
        else
            html_day(out, days[i].day * SECONDS_A_DAY);
        fputs("<td>", out);
        html_number(out, days[i].wanted);
        fputs("<td>", out);
        html_number(out, days[i].pages);
        fputs("<td>", out);
        html_share(out, days[i].wanted, days[i].pages);
        fputs("<td>", out);
        html_bytes(out, days[i].bytes);
        fputc('\n', out);
    }
    html_table_end(out);
}

void section_days(FILE *out, const struct facts *facts)
{
    static const char *const keys[] = {HTML_WANTED_KEY, HTML_OTHER_KEY};
    static const enum word words[] = {WORD_WANTED, WORD_OTHERS};
    size_t count;
    struct day *days = days_of(facts, &count);
    html_section(out, "days", WORD_BY_DAY);
    if (facts->first == 0)
        html_nothing(out);
    else {
        fputs("<figure>", out);
        draw_days(out, facts, days, count);
        html_legend(out, keys, words, 2);
        fputs("</figure>\n", out);
    }
    if (count > 0) {
        html_details(out);
        put_days(out, days, count);
        html_details_end(out);
    }
    html_section_end(out);
    free(days);
}

/* ---- The rate ---- */

struct stretch {
    uint64_t pages, wanted, pages_so_far, wanted_so_far;
};

static uint32_t length_of(const struct facts *facts)
{
    return (facts->last - facts->first) / POINTS + 1;
}

static void cut_time(const struct facts *facts, struct stretch stretches[POINTS])
{
    uint64_t pages = 0, wanted = 0;
    for (size_t i = 0; i < facts->ticks; i++) {
        const struct facts_tick *tick = &facts->tick[i];
        if (tick->seconds < facts->first)
            continue;
        struct stretch *stretch = &stretches[(tick->seconds - facts->first) / length_of(facts)];
        stretch->pages += tick->pages;
        stretch->wanted += tick->wanted;
    }
    for (unsigned i = 0; i < POINTS; i++) {
        stretches[i].pages_so_far = pages += stretches[i].pages;
        stretches[i].wanted_so_far = wanted += stretches[i].wanted;
    }
}

static void label_time(const void *context, double x, char text[CHART_LABEL_SIZE])
{
    const struct facts *facts = context;
    struct utc at = utc_from_seconds(facts->first + (uint32_t)x);
    if (facts->last - facts->first > 2 * SECONDS_A_DAY)
        snprintf(text, CHART_LABEL_SIZE, "%u-%02u-%02u", at.year, at.month, at.day);
    else if (facts->last - facts->first > 600)
        snprintf(text, CHART_LABEL_SIZE, "%02u:%02u", at.hour, at.minute);
    else
        snprintf(text, CHART_LABEL_SIZE, "%02u:%02u:%02u", at.hour, at.minute, at.second);
}

static void draw_rate(FILE *out, const struct facts *facts, const struct stretch stretches[POINTS])
{
    static struct chart_line lines[2];
    const struct chart chart = {.title = sentence_of_word(WORD_OVER_TIME).english,
                                .width = REPORT_CHART_WIDTH,
                                .height = REPORT_CHART_HEIGHT,
                                .x_most = (double)(facts->last - facts->first + length_of(facts)),
                                .x_ticks = 2,
                                .x_label = label_time,
                                .context = facts};
    lines[0].count = lines[1].count = 0;
    for (unsigned i = 0; i < POINTS; i++) {
        double x = (i + 0.5) * length_of(facts);
        if (stretches[i].pages == 0)
            continue;
        lines[0].x[lines[0].count] = lines[1].x[lines[1].count] = x;
        lines[0].y[lines[0].count++] = 100.0 * (double)stretches[i].wanted / (double)stretches[i].pages;
        lines[1].y[lines[1].count++] =
            100.0 * (double)stretches[i].wanted_so_far / (double)stretches[i].pages_so_far;
    }
    chart_lines(out, &chart, lines, 2);
}

static void put_rate(FILE *out, const struct facts *facts, const struct stretch stretches[POINTS])
{
    static const enum word head[] = {WORD_TIME, WORD_PAGES, WORD_WANTED, WORD_LATELY, WORD_SO_FAR};
    html_table(out, WORD_OVER_TIME, head, sizeof head / sizeof head[0]);
    for (unsigned i = 0; i < POINTS; i++) {
        if (stretches[i].pages == 0)
            continue;
        fputs("<tr><th scope=row>", out);
        html_minute(out, facts->first + i * length_of(facts));
        fputs("<td>", out);
        html_number(out, stretches[i].pages);
        fputs("<td>", out);
        html_number(out, stretches[i].wanted);
        fputs("<td>", out);
        html_share(out, stretches[i].wanted, stretches[i].pages);
        fputs("<td>", out);
        html_share(out, stretches[i].wanted_so_far, stretches[i].pages_so_far);
        fputc('\n', out);
    }
    html_table_end(out);
}

void section_rate(FILE *out, const struct facts *facts)
{
    static const char *const keys[] = {HTML_DOTTED_KEY, HTML_LINE_KEY};
    static const enum word words[] = {WORD_LATELY, WORD_SO_FAR};
    struct stretch stretches[POINTS] = {0};
    html_section(out, "rate", WORD_OVER_TIME);
    if (facts->pages > 0 && facts->first > 0) {
        cut_time(facts, stretches);
        fputs("<figure>", out);
        draw_rate(out, facts, stretches);
        html_legend(out, keys, words, 2);
        fputs("</figure>\n", out);
        html_details(out);
        put_rate(out, facts, stretches);
        html_details_end(out);
    } else {
        html_nothing(out);
    }
    html_section_end(out);
}
