/* How well it went: predictions, refusals, errors, the card. */
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "graph/predict/predict.h"
#include "report/html.h"
#include "report/sections.h"

/* ---- Predictions ---- */

enum { BINS = 10, SCORE_MOST = 255 };

/* Sites that were predicted, visited and labelled, by the confidence with which they were. */
struct bin {
    uint64_t sites, wanted, scores;
};

struct predictions {
    struct bin bins[BINS];
    uint64_t found[2][2];    /* [predicted wanted][found wanted] */
    uint64_t not_visited[2]; /* [predicted wanted] */
};

static void count_predictions(const struct facts *facts, struct predictions *sum)
{
    *sum = (struct predictions){0};
    for (size_t i = 0; i < facts->hosts; i++) {
        const struct facts_host *host = &facts->host[i];
        if (!host->in_table || host->chosen)
            continue;
        bool is_wanted = host->label == HOST_THAI, was_predicted = host->score >= PREDICT_THAI;
        if (host->state != HOST_DONE || host->label == HOST_UNLABELLED) {
            sum->not_visited[was_predicted]++;
            continue;
        }
        struct bin *bin = &sum->bins[host->score * BINS / (SCORE_MOST + 1)];
        bin->sites++;
        bin->wanted += is_wanted;
        bin->scores += host->score;
        sum->found[was_predicted][is_wanted]++;
    }
}

static double confidence_of(const struct bin *bin)
{
    return 100.0 * (double)bin->scores / (double)bin->sites / SCORE_MOST;
}

static void label_percent(const void *context, double x, char text[CHART_LABEL_SIZE])
{
    (void)context;
    snprintf(text, CHART_LABEL_SIZE, "%.0f %%", x);
}

static void draw_calibration(FILE *out, const struct predictions *sum)
{
    static struct chart_line lines[2];
    const struct chart chart = {.title = sentence_of_word(WORD_CALIBRATION).english,
                                .width = REPORT_CHART_WIDTH,
                                .height = REPORT_CHART_HEIGHT,
                                .x_most = 100,
                                .x_ticks = 5,
                                .x_label = label_percent};
    lines[0] = (struct chart_line){.count = 2, .x = {0, 100}, .y = {0, 100}};
    lines[1].count = 0;
    for (unsigned i = 0; i < BINS; i++) {
        if (sum->bins[i].sites == 0)
            continue;
        lines[1].x[lines[1].count] = confidence_of(&sum->bins[i]);
        lines[1].y[lines[1].count++] = 100.0 * (double)sum->bins[i].wanted / (double)sum->bins[i].sites;
    }
    chart_lines(out, &chart, lines, 2);
}

static void put_bins(FILE *out, const struct predictions *sum)
{
    static const enum word head[] = {WORD_CONFIDENCE, WORD_VISITED_SITES, WORD_TRULY_WANTED, WORD_SHARE};
    html_table(out, WORD_CALIBRATION, head, sizeof head / sizeof head[0]);
    for (unsigned i = 0; i < BINS; i++) {
        const struct bin *bin = &sum->bins[i];
        if (bin->sites == 0)
            continue;
        fprintf(out, "<tr><th scope=row>%.1f %%<td>", confidence_of(bin));
        html_number(out, bin->sites);
        fputs("<td>", out);
        html_number(out, bin->wanted);
        fputs("<td>", out);
        html_share(out, bin->wanted, bin->sites);
        fputc('\n', out);
    }
    html_table_end(out);
}

static void put_confusion(FILE *out, const struct predictions *sum)
{
    static const enum word head[] = {WORD_CONFUSION, WORD_FOUND_WANTED, WORD_FOUND_OTHER, WORD_NOT_VISITED};
    html_table(out, WORD_CONFUSION, head, sizeof head / sizeof head[0]);
    for (int predicted = 1; predicted >= 0; predicted--) {
        fputs("<tr><th scope=row>", out);
        word_put(out, predicted ? WORD_PREDICTED_WANTED : WORD_PREDICTED_OTHER);
        fputs("<td>", out);
        html_number(out, sum->found[predicted][1]);
        fputs("<td>", out);
        html_number(out, sum->found[predicted][0]);
        fputs("<td>", out);
        html_number(out, sum->not_visited[predicted]);
        fputc('\n', out);
    }
    html_table_end(out);
    fputs("<p class=inline><strong>", out);
    html_share(out, sum->found[1][1], sum->found[1][1] + sum->found[1][0]);
    fputs("</strong> ", out);
    word_put(out, WORD_PRECISION);
    fputs("</p>\n", out);
}

static bool are_visited(const struct predictions *sum)
{
    return sum->found[0][0] + sum->found[0][1] + sum->found[1][0] + sum->found[1][1] > 0;
}

static bool uses_predictions(const struct facts *facts)
{
    for (size_t i = 0; i < facts->crawls; i++)
        if (strncmp(facts->crawl[i].strategy, "ls1", 3) == 0 ||
            strncmp(facts->crawl[i].strategy, "ls2", 3) == 0)
            return true;
    return facts->crawls == 0;
}

/* What the visits brought that were made when nothing promising was left. */
static void put_explored(FILE *out, const struct facts *facts)
{
    struct facts_crawl total = facts_total(facts);
    static const enum word head[] = {WORD_EXPLORED, WORD_NUMBER};
    const struct {
        enum word word;
        uint64_t number;
    } rows[] = {{WORD_PROBES, total.probes},
                {WORD_PROBES_FOUND, total.probes_found},
                {WORD_GONE_BACK_TO, total.gone_back_to},
                {WORD_EXPLORED_PAGES, total.explored_pages},
                {WORD_EXPLORED_WANTED, total.explored_wanted}};
    if (total.probes + total.gone_back_to == 0)
        return;
    html_table(out, WORD_EXPLORED, head, sizeof head / sizeof head[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fputs("<tr><th scope=row>", out);
        word_put(out, rows[i].word);
        fputs("<td>", out);
        html_number(out, rows[i].number);
        fputc('\n', out);
    }
    html_table_end(out);
}

void section_predictions(FILE *out, const struct facts *facts)
{
    static const char *const keys[] = {HTML_DOTTED_KEY, HTML_LINE_KEY};
    static const enum word words[] = {WORD_IDEAL, WORD_CALIBRATED};
    struct predictions sum;
    count_predictions(facts, &sum);
    html_section(out, "predictions", WORD_PREDICTIONS);
    fputs("<p>", out);
    word_put(out, uses_predictions(facts) ? WORD_EXPLAIN_PREDICTIONS : WORD_NO_PREDICTIONS);
    fputs("</p>\n", out);
    if (uses_predictions(facts) && are_visited(&sum)) {
        fputs("<h3>", out);
        word_put(out, WORD_CALIBRATION);
        fputs("</h3>\n<figure>", out);
        draw_calibration(out, &sum);
        html_legend(out, keys, words, 2);
        fputs("</figure>\n", out);
        html_details(out);
        put_bins(out, &sum);
        html_details_end(out);
        put_confusion(out, &sum);
    } else if (uses_predictions(facts)) {
        html_nothing(out);
    }
    put_explored(out, facts);
    html_section_end(out);
}

/* ---- Counted sentences ---- */

struct count {
    int code; /* shown if it is not 0 */
    struct sentence sentence;
    uint64_t number;
};

static int largest_first(const void *a, const void *b)
{
    const struct count *left = a, *right = b;
    if (left->number != right->number)
        return left->number < right->number ? 1 : -1;
    return (left->code > right->code) - (left->code < right->code);
}

/* A table of those that are not 0, the largest first. */
static void put_counts(FILE *out, enum word about, enum word what, struct count *counts, size_t count)
{
    const enum word head[] = {WORD_REASON, (enum word)HTML_BAR, what, WORD_SHARE};
    uint64_t all = 0;
    qsort(counts, count, sizeof *counts, largest_first);
    for (size_t i = 0; i < count; i++)
        all += counts[i].number;
    if (all == 0) {
        html_nothing(out);
        return;
    }
    html_table(out, about, head, sizeof head / sizeof head[0]);
    for (size_t i = 0; i < count && counts[i].number > 0; i++) {
        fputs("<tr><th scope=row>", out);
        if (counts[i].code != 0)
            fprintf(out, "<code>%d</code> ", counts[i].code);
        sentence_put(out, counts[i].sentence);
        html_bar(out, counts[i].number, counts[0].number);
        fputs("<td>", out);
        html_number(out, counts[i].number);
        fputs("<td>", out);
        html_share(out, counts[i].number, all);
        fputc('\n', out);
    }
    html_table_end(out);
}

void section_refused(FILE *out, const struct facts *facts)
{
    struct facts_crawl total = facts_total(facts);
    struct count counts[REJECTS];
    for (unsigned i = 0; i < REJECTS; i++)
        counts[i] = (struct count){0, sentence_of_reject(i), total.rejected[i]};
    html_section(out, "refused", WORD_REFUSED);
    put_counts(out, WORD_REFUSED, WORD_LINKS, counts, REJECTS);
    html_section_end(out);
}

void section_ended(FILE *out, const struct facts *facts)
{
    struct count counts[SITE_STOPS];
    for (unsigned i = 0; i < SITE_STOPS; i++)
        counts[i] = (struct count){0, sentence_of_site_stop(i), 0};
    for (size_t i = 0; i < facts->hosts; i++)
        if (facts->host[i].in_table && facts->host[i].stop > 0 && facts->host[i].stop < SITE_STOPS)
            counts[facts->host[i].stop].number++;
    html_section(out, "ended", WORD_ENDED);
    put_counts(out, WORD_ENDED, WORD_SITE_COUNT, counts, SITE_STOPS);
    html_section_end(out);
}

void section_errors(FILE *out, const struct facts *facts)
{
    struct count *counts = calloc(FACTS_STATUSES + 2, sizeof *counts);
    size_t count = 0;
    for (int status = FACTS_STATUS_LEAST; counts && status <= FACTS_STATUS_MOST; status++)
        if ((status < 0 || status >= 400) && facts_count(facts, status) > 0)
            counts[count++] = (struct count){status, sentence_of_status(status), facts_count(facts, status)};
    if (counts && facts->compressed > 0)
        counts[count++] = (struct count){0, sentence_of_word(WORD_COMPRESSED), facts->compressed};
    if (counts && facts->empty > 0)
        counts[count++] = (struct count){0, sentence_of_word(WORD_EMPTY_PAGES), facts->empty};
    html_section(out, "errors", WORD_ERRORS);
    if (count > 0)
        put_counts(out, WORD_ERRORS, WORD_FETCHES, counts, count);
    else
        html_nothing(out);
    html_section_end(out);
    free(counts);
}

/* ---- The card ---- */

static void put_fact(FILE *out, enum word word, uint64_t number)
{
    fputs("<tr><th scope=row>", out);
    word_put(out, word);
    fputs("<td>", out);
    html_number(out, number);
    fputc('\n', out);
}

void section_card(FILE *out, const struct facts *facts)
{
    struct facts_crawl total = facts_total(facts);
    html_section(out, "card", WORD_CARD);
    fprintf(out, "<p class=%s><strong>", facts->damage > 0 ? "bad" : "good");
    word_put(out, facts->damage > 0 ? WORD_SOME_DAMAGE : WORD_ALL_SOUND);
    fputs("</strong></p>\n<table class=facts>\n", out);
    put_fact(out, WORD_FILES, facts->files);
    put_fact(out, WORD_RECORDS, facts->records);
    put_fact(out, WORD_DAMAGE, facts->damage);
    put_fact(out, WORD_REPAIRS, total.repairs);
    put_fact(out, WORD_LOST_HOSTS, total.lost_hosts);
    put_fact(out, WORD_UNREADABLE, facts->unreadable);
    if (!facts->is_collection && facts->crawls > 0) {
        fputs("<tr><th scope=row>", out);
        word_put(out, WORD_EJECTED);
        fputs("<td>", out);
        word_put(out, facts->crawl[0].ejected ? WORD_YES : WORD_NO);
    }
    fputs("</table>\n", out);
    html_section_end(out);
}
